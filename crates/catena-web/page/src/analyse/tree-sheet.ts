// The score sheet of a game tree: the main line in two columns, variations and comments between its moves.
import { button, fill, h } from '../dom';
import { say } from '../messages';
import { whenReleased } from '../press';
import { chainMark, MoveNumbers, scrollToCurrent, switchMark } from '../score-sheet';
import { glyphs, words } from '../tree/glyphs';
import type { Path, TreeNode } from '../tree/tree';

type Part = HTMLElement | string;

const keyOf = (path: Path): string => path.join(' ');

/** Draws a tree once, and then only says which of its moves is the current one. */
export class TreeSheet {
  readonly element = h('ol', { class: 'moves', 'aria-label': say('sheet.moves') });
  private drawn: { tree: TreeNode; start: string; errorAt: Path | null } | null = null;
  private moves = new Map<string, HTMLElement>();
  private numbers = new MoveNumbers('');
  private current: HTMLElement | null = null;

  constructor(private readonly goTo: (path: Path) => void) {}

  /** `errorAt` leads to the move after which a file is wrong. */
  show(tree: TreeNode, start: string, path: Path, errorAt: Path | null): void {
    whenReleased(this.element, () => {
      const { drawn } = this;
      if (drawn?.tree !== tree || drawn.start !== start || drawn.errorAt !== errorAt) {
        this.drawn = { tree, start, errorAt };
        this.draw(tree, start);
      }
      this.mark(path);
    });
  }

  private mark(path: Path): void {
    this.current?.removeAttribute('aria-current');
    this.current = this.moves.get(keyOf(path)) ?? null;
    this.current?.setAttribute('aria-current', 'true');
    if (path.length) scrollToCurrent(this.element);
    else this.element.scrollTop = 0;
  }

  private draw(tree: TreeNode, start: string): void {
    this.moves = new Map();
    this.numbers = new MoveNumbers(start);
    const focused = this.element.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset['path']
      : undefined;
    const parts: HTMLElement[] = words(tree.comments).map(comment);
    // After words in between, Black's move needs its number again.
    let interrupted = true;
    const path: string[] = [];
    for (let parent = tree, node = tree.children[0]; node; parent = node, node = node.children[0]) {
      const index = path.length;
      const isWhite = this.numbers.isWhite(index);
      if (isWhite || interrupted)
        parts.push(h('li', { class: 'number', 'aria-hidden': 'true' }, this.numbers.text(index)));
      const before = [...path];
      path.push(node.uci);
      parts.push(h('li', { class: isWhite ? 'white' : 'black' }, this.move(node, [...path], '')));
      const asides = [
        ...words([...node.before, ...node.comments]).map(comment),
        ...parent.children.slice(1).map(other => h('li', { class: 'aside' }, this.variation(other, before))),
      ];
      parts.push(...asides);
      interrupted = asides.length > 0;
    }
    fill(this.element, parts.length ? parts : h('li', { class: 'aside hint' }, say('sheet.noMoves')));
    if (focused !== undefined) this.moves.get(focused)?.focus({ preventScroll: true });
  }

  private move(node: TreeNode, path: Path, number: string): HTMLElement {
    const mainPly = number ? null : path.length;
    const entry = button(
      [
        number ? h('span', { class: 'number' }, number, ' ') : null,
        node.san,
        node.nags.length ? h('span', { class: 'glyph' }, glyphs(node.nags)) : null,
        node.chain ? chainMark(say('sheet.formsChainTitle')) : null,
        node.uci.endsWith('s') ? switchMark() : null,
        this.drawn?.errorAt && keyOf(this.drawn.errorAt) === keyOf(path) ? errorMark() : null,
      ],
      () => this.goTo(path),
      { class: `move${node.chain ? ' forms-chain' : ''}`, 'data-ply': mainPly, 'data-path': keyOf(path) },
    );
    this.moves.set(keyOf(path), entry);
    return entry;
  }

  /** A variation in running text; `before` leads to it. What could be played instead of a move follows the move. */
  private variation(first: TreeNode, before: Path): HTMLElement {
    const parts: Part[] = [];
    const path = [...before];
    let interrupted = true;
    let others: readonly TreeNode[] = [];
    for (let node: TreeNode | undefined = first; node; node = node.children[0]) {
      const index = path.length;
      const here = [...path];
      path.push(node.uci);
      const number = this.numbers.isWhite(index) || interrupted ? this.numbers.text(index) : ' ';
      parts.push(...words(node.before).map(spoken), this.move(node, [...path], number));
      const said = words(node.comments).map(spoken);
      const inner = others.map(other => this.variation(other, here));
      parts.push(...said, ...inner);
      interrupted = said.length + inner.length + words(node.before).length > 0;
      others = node.children.slice(1);
    }
    return h('span', { class: 'variation' }, '(', ...parts, ')');
  }
}

const comment = (text: string): HTMLElement => h('li', { class: 'aside comment' }, text);
const spoken = (text: string): HTMLElement => h('span', { class: 'comment' }, text);
const errorMark = (): HTMLElement =>
  h(
    'span',
    {
      class: 'mark error',
      title: say('sheet.wrongAfter'),
      role: 'img',
      'aria-label': say('sheet.wrongAfter'),
    },
    '⚠',
  );
