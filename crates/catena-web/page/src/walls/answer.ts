// The answer about the place that was chosen, in words, and what can be done about it.
import { button, fill, h, numberField, refill } from '../dom';
import type { Survey, Verdict } from './protocol';
import { closedWords, counted, leakWords, patchWords, place, surveyWords } from './words';

export interface AnswerActions {
  fill: () => void;
  undo: () => void;
  radius: (radius: number) => void;
  retry: () => void;
}

export class AnswerPanel {
  readonly element = h('section', { class: 'panel walls-answer', 'aria-label': 'The answer' });
  private survey: Survey | null = null;
  private verdict: Verdict | null = null;
  private failure: string | null = null;

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

  fail(reason: string): void {
    this.failure = reason;
    this.show();
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
        button('Try again', this.actions.retry),
      );
    }
    refill(
      this.element,
      h('h2', { 'data-walls': headline(verdict) }, headline(verdict)),
      this.words(),
      verdict?.patch && this.patch(verdict.patch),
      survey?.filled
        ? h('p', { class: 'row' }, `${counted(survey.filled, 'cell')} filled.`, button('Undo', this.actions.undo))
        : null,
      h('p', { class: 'hint walls-summary' }, survey ? surveyWords(survey) : 'Looking at the image …'),
    );
  }

  private words(): HTMLElement[] {
    const { verdict } = this;
    if (!verdict) return [h('p', {}, 'Click an empty place: is it closed, or where does it leak?')];
    if (verdict.isWall) return [h('p', {}, `There is a wall at ${place(verdict.at)}. Choose an empty place.`)];
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
        button(
          isFound
            ? `Fill ${patch.cells.length === 1 ? 'this cell' : `these ${counted(patch.cells.length, 'cell')}`}`
            : 'Fill',
          this.actions.fill,
          { class: 'primary', disabled: !isFound },
        ),
        numberField('Radius', { value: patch.radius, min: 0, max: 100, step: 1 }, this.actions.radius),
      ),
    );
  }
}

/** The answer in a word or two. */
export function headline(verdict: Verdict | null): string {
  if (!verdict) return 'Is it closed?';
  if (verdict.isWall) return 'A wall';
  if (verdict.closed) return 'Closed';
  return verdict.leak ? 'It leaks' : 'Looking …';
}
