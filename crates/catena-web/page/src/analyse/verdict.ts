// Is it a chain? In words, and with every enclosure.
import type { Chain, Detection, Enclosures } from '../api';
import { button, h } from '../dom';

export interface Verdict {
  detection: Detection;
  enclosures: Enclosures | null;
  pieceName: string;
}

export interface VerdictHost {
  show: (index: number) => void;
  shown: () => number;
}

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Which enclosure has the most empty squares. */
export function largest(list: Chain[]): number {
  return list.reduce(
    (best, chain, index) => (chain.encloses.length > (list[best]?.encloses.length ?? 0) ? index : best),
    0,
  );
}

/** One sentence that says it all; the headline is read out. */
export function headline({ detection, pieceName }: Verdict): string {
  const { answer, at, areas } = detection;
  if (answer && at) return `${answer.chain ? 'Chain' : 'No chain'} through the ${pieceName} on ${at}`;
  return areas.length ? `${count(areas.length, 'enclosed area')}. Which piece moved last?` : 'Nothing is enclosed';
}

function because({ detection }: Verdict): string {
  const { answer, areas, chain_squares: walls, min_size: size } = detection;
  if (!answer) {
    if (!areas.length) return `No ${size < 2 ? 'empty square is' : `${size} adjacent empty squares are`} walled in.`;
    return `${count(walls.length, 'piece')} on a chain, tinted on the board. Click a piece to ask about it.`;
  }
  if (answer.chain) return '';
  if (!areas.length) return 'There is no enclosed area that is large enough.';
  if (answer.max_group > 0)
    return `Its chains have at most ${count(answer.max_group, 'adjacent empty square')} inside.`;
  return 'There is an enclosed area, but no closed line around it goes through this piece.';
}

export function verdictPanel(verdict: Verdict, host: VerdictHost): HTMLElement {
  const { answer } = verdict.detection;
  const kind = answer ? (answer.chain ? 'yes' : 'no') : 'open';
  return h(
    'section',
    { class: `panel verdict ${kind}`, 'aria-label': 'Verdict' },
    h('h2', { class: 'verdict-line', 'data-verdict': kind }, headline(verdict)),
    h('p', {}, because(verdict)),
    answer?.chain ? enclosureBrowser(verdict, host) : null,
  );
}

function enclosureBrowser({ enclosures }: Verdict, host: VerdictHost): HTMLElement {
  // Of the first chain found nothing is known but that it is one.
  if (!enclosures) return h('p', {}, 'Looking for every enclosure …');
  const list = enclosures.enclosures;
  const at = Math.min(host.shown(), list.length - 1);
  const chain = list[at];
  const best = largest(list);
  const step = (by: number) => host.show((at + by + list.length) % list.length);
  const kinds = [at === 0 && 'shortest', at === best && 'largest'].filter(Boolean).join(' and ');
  return h(
    'div',
    { class: 'enclosures', role: 'group', 'aria-label': 'Enclosures' },
    h(
      'div',
      { class: 'row spread' },
      button('‹', () => step(-1), { 'aria-label': 'Previous enclosure', disabled: list.length < 2 }),
      h(
        'span',
        { class: 'enclosure-place', 'aria-live': 'polite' },
        `Enclosure ${at + 1} of ${list.length}${enclosures.complete ? '' : '+'}`,
        kinds ? h('em', {}, kinds) : null,
      ),
      button('›', () => step(1), { 'aria-label': 'Next enclosure', disabled: list.length < 2 }),
    ),
    chain
      ? h(
          'p',
          { class: 'enclosure-words' },
          h('strong', {}, count(chain.squares.length, 'piece')),
          ' around ',
          h('strong', {}, count(chain.encloses.length, 'empty square')),
          ': ',
          h('span', { class: 'squares-list' }, chain.encloses.join(' ')),
        )
      : null,
    list.length > 1
      ? h(
          'div',
          { class: 'row' },
          button('Shortest', () => host.show(0), { 'aria-pressed': String(at === 0) }),
          button('Largest', () => host.show(best), { 'aria-pressed': String(at === best) }),
        )
      : null,
  );
}
