// Is it a chain? In words, and with every enclosure.
import type { Chain, Detection, Enclosures } from '../api';
import { button, h, rich } from '../dom';
import { type Message, number, say, type Words } from '../messages';

export interface Verdict {
  detection: Detection;
  enclosures: Enclosures | null;
  pieceName: Words;
}

export interface VerdictHost {
  show: (index: number) => void;
  shown: () => number;
}

/** Which enclosure has the most empty squares. */
export function largest(list: Chain[]): number {
  return list.reduce(
    (best, chain, index) => (chain.encloses.length > (list[best]?.encloses.length ?? 0) ? index : best),
    0,
  );
}

/** One sentence that says it all; the headline is read out. */
export function headline({ detection, pieceName: piece }: Verdict): Message {
  const { answer, at: square, areas } = detection;
  if (answer && square) return say(answer.chain ? 'verdict.chain' : 'verdict.noChain', { piece, square });
  return areas.length ? say('verdict.areas', { n: areas.length }) : say('verdict.nothing');
}

function because({ detection }: Verdict): Words {
  const { answer, areas, chain_squares: walls, min_size: size } = detection;
  if (!answer) {
    return areas.length ? say('verdict.onChain', { n: walls.length }) : say('verdict.noneWalledIn', { n: size });
  }
  if (answer.chain) return '';
  if (!areas.length) return say('verdict.noArea');
  return answer.max_group > 0 ? say('verdict.atMost', { n: answer.max_group }) : say('verdict.notThisPiece');
}

export function verdictPanel(verdict: Verdict, host: VerdictHost): HTMLElement {
  const { answer } = verdict.detection;
  const kind = answer ? (answer.chain ? 'yes' : 'no') : 'open';
  return h(
    'section',
    { class: `panel verdict ${kind}`, 'aria-label': say('verdict.title') },
    h('h2', { class: 'verdict-line', 'data-verdict': kind }, headline(verdict)),
    h('p', {}, because(verdict)),
    answer?.chain ? enclosureBrowser(verdict, host) : null,
  );
}

function enclosureWords({ squares, encloses }: Chain): HTMLElement {
  const message = say('verdict.chainAround', {
    pieces: say('board.pieces', { n: squares.length }),
    squares: say('board.emptySquares', { n: encloses.length }),
    names: encloses.join(' '),
  });
  const strong = (words: string): HTMLElement => h('strong', {}, words);
  return rich(h('p', { class: 'enclosure-words' }), message, {
    pieces: strong,
    count: strong,
    list: words => h('span', { class: 'squares-list' }, words),
  });
}

function enclosureBrowser({ enclosures }: Verdict, host: VerdictHost): HTMLElement {
  // Of the first chain found nothing is known but that it is one.
  if (!enclosures) return h('p', {}, say('verdict.looking'));
  const list = enclosures.enclosures;
  const at = Math.min(host.shown(), list.length - 1);
  const chain = list[at];
  const best = largest(list);
  const step = (by: number) => host.show((at + by + list.length) % list.length);
  // One alone is not compared with others, and there is nowhere to step.
  const isOne = list.length < 2;
  const kind = isOne ? null : at === best ? (at === 0 ? 'both' : 'largest') : at === 0 ? 'shortest' : null;
  return h(
    'div',
    { class: 'enclosures', role: 'group', 'aria-label': say('verdict.enclosures') },
    h(
      'div',
      { class: 'row spread' },
      isOne ? null : button('‹', () => step(-1), { 'aria-label': say('verdict.previous') }),
      h(
        'span',
        { class: 'enclosure-place', 'aria-live': 'polite' },
        say('verdict.enclosure', { number: at + 1, count: `${number(list.length)}${enclosures.complete ? '' : '+'}` }),
        kind ? h('em', {}, say(`verdict.${kind}`)) : null,
      ),
      isOne ? null : button('›', () => step(1), { 'aria-label': say('verdict.next') }),
    ),
    chain ? enclosureWords(chain) : null,
    list.length > 1
      ? h(
          'div',
          { class: 'row' },
          button(say('verdict.showShortest'), () => host.show(0), { 'aria-pressed': String(at === 0) }),
          button(say('verdict.showLargest'), () => host.show(best), { 'aria-pressed': String(at === best) }),
        )
      : null,
  );
}
