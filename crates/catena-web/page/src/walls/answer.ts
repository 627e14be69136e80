// The answer about the place that was chosen, in words, and what can be done about it.
import { button, fill, h, numberField, reasonOf, refill } from '../dom';
import { type Message, say, type Words } from '../messages';
import type { Survey, Verdict } from './protocol';
import { closedWords, leakWords, patchWords, place, surveyWords } from './words';

export interface AnswerActions {
  fill: () => void;
  undo: () => void;
  radius: (radius: number) => void;
  retry: () => void;
}

export class AnswerPanel {
  readonly element = h('section', { class: 'panel walls-answer', 'aria-label': say('walls.answer') });
  private survey: Survey | null = null;
  private verdict: Verdict | null = null;
  private failure: Words | null = null;

  constructor(private readonly actions: AnswerActions) {}

  clear(): void {
    [this.survey, this.verdict, this.failure] = [null, null, null];
    this.show();
  }

  setSurvey(survey: Survey): void {
    this.survey = survey;
    this.failure = null;
    this.show();
  }

  setVerdict(verdict: Verdict | null): void {
    this.verdict = verdict;
    this.show();
  }

  fail(reason: unknown): void {
    this.failure = reasonOf(reason);
    this.show();
  }

  /** Says it again, in another language. */
  retell(): void {
    if (this.survey || this.verdict) this.show();
  }

  /** Says that the walls have changed, and the answer not yet. */
  wait(): void {
    this.element.setAttribute('aria-busy', 'true');
  }

  private show(): void {
    const { survey, verdict, failure } = this;
    this.element.classList.toggle('closed', !!verdict?.closed);
    this.element.classList.toggle('leaks', !!verdict?.leak);
    if (survey?.isCurrent || failure) this.element.removeAttribute('aria-busy');
    if (failure) {
      return fill(
        this.element,
        h('p', { class: 'problem', role: 'alert' }, failure),
        button(say('play.tryAgain'), this.actions.retry),
      );
    }
    refill(
      this.element,
      h('h2', { 'data-walls': stateOf(verdict) }, headline(verdict)),
      this.words(),
      verdict?.patch && this.patch(verdict.patch),
      survey?.filled
        ? h(
            'p',
            { class: 'row' },
            say('walls.filled', { n: survey.filled }),
            button(say('walls.undo'), this.actions.undo),
          )
        : null,
      h('p', { class: 'hint walls-summary' }, survey ? surveyWords(survey) : say('walls.looking')),
    );
  }

  private words(): HTMLElement[] {
    const { verdict } = this;
    if (!verdict) return [h('p', {}, say('walls.clickEmpty'))];
    if (verdict.isWall) return [h('p', {}, say('walls.wallAt', { place: place(verdict.at) }))];
    const { leak, closed } = verdict;
    const words = closed ? closedWords(closed.area) : leak ? leakWords(leak.length, leak.width, leak.narrowest) : [];
    return words.map(text => h('p', {}, text));
  }

  private patch(patch: NonNullable<Verdict['patch']>): HTMLElement {
    const isFound = patch.state === 'found';
    return h(
      'div',
      { class: 'walls-patch' },
      h('p', {}, patchWords(patch)),
      h(
        'div',
        { class: 'row' },
        button(isFound ? say('walls.fillCells', { n: patch.cells.length }) : say('walls.fill'), this.actions.fill, {
          class: 'primary',
          disabled: !isFound,
        }),
        numberField(say('walls.radius'), { value: patch.radius, min: 0, max: 100, step: 1 }, this.actions.radius),
      ),
    );
  }
}

/** The answer in a word or two. */
export const headline = (verdict: Verdict | null): Message => say(`walls.${stateOf(verdict)}`);

/** The same for those who read the document from outside. */
function stateOf(verdict: Verdict | null) {
  if (!verdict) return 'isItClosed';
  if (verdict.isWall) return 'aWall';
  if (verdict.closed) return 'closed';
  return verdict.leak ? 'leaks' : 'searching';
}
