// The score sheet with what belongs to it: the players, the state of the game, steps, undo and redo, annotations.
import type { GameState } from '../api';
import { button, fill, h, refill } from '../dom';
import { type Message, say, type Words } from '../messages';
import { colorName, nameOf, outcomeText } from '../score';
import type { Path } from '../tree/tree';
import { AnnotationBar } from './annotation-bar';
import type { Session } from './session';
import { TreeSheet } from './tree-sheet';

export interface SheetHost {
  session: Session;
  isEditing: () => boolean;
  review: () => void;
  newAnalysis: () => void;
}

export class SheetPanel {
  readonly element = h('section', { class: 'panel score-sheet', 'aria-label': say('sheet.game') });
  private readonly players = h('p', { class: 'players' });
  private readonly status = h('p', { class: 'status-line' });
  private readonly sheet: TreeSheet;
  private readonly steps: StepRow;
  private readonly actions = h('div', { class: 'row sheet-actions', role: 'group', 'aria-label': say('play.actions') });
  private readonly annotations: AnnotationBar;

  constructor(private readonly host: SheetHost) {
    const { session } = host;
    this.sheet = new TreeSheet(path => session.goTo(path));
    this.steps = new StepRow(session);
    this.annotations = new AnnotationBar(session);
    this.element.append(
      this.players,
      this.status,
      this.sheet.element,
      this.steps.element,
      this.actions,
      this.annotations.element,
    );
  }

  /** `game` is the game up to the position shown, if it can be played; `errorAt` is where its file is wrong. */
  show(game: GameState | null, errorAt: Path | null): void {
    const { session } = this.host;
    const { line, ply, doc } = session.snapshot;
    const { names } = session;
    const named = names.first || names.second;
    fill(
      this.players,
      named ? [h('strong', {}, nameOf(names, 'first')), ' – ', h('strong', {}, nameOf(names, 'second'))] : null,
    );
    fill(this.status, game ? statusText(game, session) : ' ');
    this.sheet.show(doc.tree, doc.start, session.path, errorAt);
    this.steps.show(ply, line.length);
    this.showActions();
    this.annotations.show();
  }

  private showActions(): void {
    const { session, isEditing, review, newAnalysis } = this.host;
    const act = (sign: Words, label: Words, onclick: () => void, props: Record<string, unknown> = {}) =>
      button(sign, onclick, { 'aria-label': label, title: label, ...props });
    refill(
      this.actions,
      act('↶', say('analyse.undo'), () => session.undo(), {
        disabled: !session.canUndo,
        title: say('analyse.undoTitle'),
      }),
      act('↷', say('analyse.redo'), () => session.redo(), {
        disabled: !session.canRedo,
        title: say('analyse.redoTitle'),
      }),
      act(say('analyse.flip'), say('analyse.flipLabel'), () => session.set({ flip: !session.settings.flip }), {
        title: say('analyse.flipTitle'),
      }),
      act(say('analyse.edit'), say('analyse.editLabel'), () => session.set({ edit: !session.settings.edit }), {
        'aria-pressed': String(isEditing()),
        title: say('analyse.editTitle'),
      }),
      act(say('analyse.review'), say('analyse.reviewLabel'), review, { disabled: !session.tree.children.length }),
      act(say('analyse.new'), say('analyse.newLabel'), newAnalysis),
    );
  }
}

/** Whose move it is, or how the game ended. */
function statusText(game: GameState, { names }: Session): Message {
  if (game.outcome) return outcomeText(game.outcome, names, game.white);
  const color = colorName(game.turn);
  const isPersonal = names.first || names.second || game.white !== 'first';
  if (!isPersonal) return say('analyse.toMove', { color });
  const name = nameOf(names, game.to_move);
  return game.run
    ? say('analyse.playerToMoveInRun', { name, color, n: game.run.used })
    : say('analyse.playerToMove', { name, color });
}

/** Buttons to step along the line. They stay in the document, so that a press is not lost when something arrives. */
class StepRow {
  readonly element = h('div', { class: 'steps', role: 'group', 'aria-label': say('sheet.step') });
  private readonly back: HTMLButtonElement[];
  private readonly on: HTMLButtonElement[];

  constructor(session: Session) {
    const step = (label: Words, sign: string, to: (ply: number, end: number) => number) =>
      button(sign, () => session.step(to(session.snapshot.ply, session.snapshot.line.length)), {
        'aria-label': label,
        title: label,
        // Until the game is there.
        disabled: true,
      });
    this.back = [step(say('sheet.first'), '«', () => 0), step(say('sheet.previous'), '‹', ply => ply - 1)];
    this.on = [step(say('sheet.next'), '›', ply => ply + 1), step(say('sheet.last'), '»', (_, end) => end)];
    this.element.append(...this.back, ...this.on);
  }

  show(ply: number, end: number): void {
    for (const one of this.back) one.disabled = ply === 0;
    for (const one of this.on) one.disabled = ply === end;
  }
}
