// What can be done to the current move: glyphs, a comment, promoting and deleting its variation.
import { button, fill, h } from '../dom';
import { say, type Words } from '../messages';
import { MOVE_GLYPHS, toggleGlyph, withWords, words } from '../tree/glyphs';
import { annotate, isVariation, makeMain, promote, remove } from '../tree/tree';
import type { Session } from './session';

export class AnnotationBar {
  readonly element = h('details', { class: 'annotate' });
  private readonly place = h('div', { class: 'annotate-place' });
  private readonly text = h('textarea', {
    rows: 2,
    'aria-label': say('analyse.comment'),
    placeholder: say('analyse.comment'),
    onchange: () => this.comment(),
  });
  /** The text belongs to the position at which it was begun. */
  private textPath: readonly string[] = [];

  constructor(private readonly session: Session) {
    this.element.append(h('summary', {}, say('analyse.annotate')), this.place, this.text);
  }

  show(): void {
    const { session } = this;
    const { tree, path, node } = session;
    const isMove = path.length > 0;
    const inVariation = isVariation(tree, path);
    // The buttons act on the tree as it is when they are pressed: leaving the text may have changed it.
    const glyphButtons = MOVE_GLYPHS.map(([nag, sign, label]) =>
      button(sign, () => session.annotateHere({ nags: toggleGlyph(session.node.nags, nag) }), {
        'aria-label': label,
        title: label,
        'aria-pressed': String(node.nags.includes(nag)),
        disabled: !isMove,
      }),
    );
    const act = (label: Words, title: Words, enabled: boolean, onclick: () => void) =>
      button(label, onclick, { title, disabled: !enabled });
    const focused = this.place.contains(document.activeElement) ? document.activeElement?.textContent : null;
    fill(
      this.place,
      h('div', { class: 'glyphs', role: 'group', 'aria-label': say('analyse.glyph') }, glyphButtons),
      h(
        'div',
        { class: 'row tree-actions' },
        act(say('analyse.promote'), say('analyse.promoteTitle'), inVariation, () =>
          session.editTree(promote(session.tree, session.path)),
        ),
        act(say('analyse.makeMain'), say('analyse.makeMainTitle'), inVariation, () =>
          session.editTree(makeMain(session.tree, session.path)),
        ),
        act(say('analyse.delete'), say('analyse.deleteTitle'), isMove, () =>
          session.editTree(remove(session.tree, session.path), session.path.slice(0, -1)),
        ),
      ),
    );
    if (focused) [...this.place.querySelectorAll('button')].find(({ textContent }) => textContent === focused)?.focus();
    if (document.activeElement === this.text && this.textPath.join() === path.join()) return;
    this.textPath = path;
    this.text.value = words([...node.before, ...node.comments]).join(' ');
  }

  private comment(): void {
    const { session, textPath } = this;
    const { tree } = session;
    const node = session.nodeAt(textPath);
    if (!node) return;
    session.editTree(
      annotate(tree, textPath, { before: [], comments: withWords(node.comments, this.text.value) }),
      session.path,
    );
  }
}
