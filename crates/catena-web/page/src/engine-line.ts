// A line of the engine as people read it: move numbers, chains, and what to decide.
import type { Step } from './api';
import { button, h } from './dom';
import { say } from './messages';

/** "6." and "6…": the number of a move of White, or of the first move of a line. */
export function stepNumber(step: Step, isFirst: boolean): string {
  const isWhite = !step.number.endsWith('...');
  if (isWhite) return step.number;
  return isFirst ? step.number.replace('...', '…') : '';
}

/** The moves of a line. `choose` is called with how many of them were chosen. */
export function lineMoves(steps: readonly Step[], choose: (count: number) => void, current = 0): HTMLElement[] {
  return steps.map((step, index) => {
    const number = stepNumber(step, index === 0);
    const decision = step.decision && h('span', { class: `decision ${step.decision}` }, say(`score.${step.decision}`));
    const content = [number ? h('span', { class: 'number' }, number, ' ') : null, step.san, decision];
    const props = { class: 'move', 'aria-current': index + 1 === current ? 'true' : null };
    return button(content, () => choose(index + 1), props);
  });
}

/** The same for people who do not click. */
export const lineText = (steps: readonly Step[]): string =>
  steps
    .map((step, index) => {
      const move = [stepNumber(step, index === 0), step.san].filter(Boolean).join(' ');
      return step.switched ? say('score.andSwitch', { move }) : move;
    })
    .join(' ');
