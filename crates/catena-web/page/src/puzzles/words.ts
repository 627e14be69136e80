// What the puzzles say: which message of the table fits.
import type { Chain, Color, LegalMove, PuzzleKind, PuzzleSet } from '../api';
import { type Message, say, type Words } from '../messages';
import type { Tally } from './progress';

const colorName = (color: Color): Message => say(`color.${color}`);
const otherColor = (color: Color): Message => colorName(color === 'white' ? 'black' : 'white');

export const setTitle = ({ kind, grade }: Pick<PuzzleSet, 'kind' | 'grade'>): Message =>
  say('puzzles.set', { kind: say(`puzzles.${kind}`), grade: say(`puzzles.${grade}`) });

/** What is asked, of the player who holds this colour. `move` is the one in question. */
export function question(kind: PuzzleKind, color: Color, move: string, moves: number): Message {
  const [own, other] = [colorName(color), otherColor(color)];
  switch (kind) {
    case 'formChain':
      return say('puzzles.askFormChain', { own });
    case 'isChain':
      return say('puzzles.askIsChain', { own, move });
    case 'switchOrStay':
      return say('puzzles.askSwitchOrStay', { own, move, other });
    case 'switchMate':
      return say('puzzles.askSwitchMate', { own, moves });
    case 'switchDefence':
      return say('puzzles.askSwitchDefence', { own, other });
  }
}

/** What helps: before it is shown on the board, in words. */
export function hint(kind: PuzzleKind, color: Color, square: string, switches: boolean, areas: string[]): Message {
  switch (kind) {
    case 'formChain':
      return say('puzzles.hintMove', { square });
    case 'isChain':
      return areas.length ? say('puzzles.hintAreas', { squares: areas.join(', ') }) : say('puzzles.hintNoArea');
    case 'switchOrStay':
      return say('puzzles.hintSwitchOrStay', { other: otherColor(color) });
    case 'switchMate':
      return switches ? say('puzzles.hintSwitch', { square }) : say('puzzles.hintNoSwitch', { square });
    case 'switchDefence':
      return say('puzzles.hintDefence', { square });
  }
}

const chainWords = ({ squares, encloses }: Chain): Message =>
  say('puzzles.chain', { pieces: squares.length, squares: encloses.length });

/** What is said of a right answer: the move that was found or asked about, and the chain that it forms. */
export function rightWords(kind: PuzzleKind, move: string, chain: Chain | null, answer: boolean | null): Words {
  switch (kind) {
    case 'formChain':
      return chain ? say('puzzles.rightFormChain', { move, chain: chainWords(chain) }) : '';
    case 'isChain':
      return chain ? say('puzzles.rightIsChain', { chain: chainWords(chain) }) : say('puzzles.rightNoChain');
    case 'switchOrStay':
      return answer ? say('puzzles.rightSwitch') : say('puzzles.rightStay');
    case 'switchMate':
      return say('puzzles.rightMate');
    case 'switchDefence':
      return say('puzzles.rightDefence', { move });
  }
}

/** An answer to a question about a move, in a word. */
export function answerName(kind: PuzzleKind, answer: boolean | null): Message {
  if (kind === 'isChain') return answer ? say('puzzles.yes') : say('puzzles.no');
  return answer ? say('puzzles.switch') : say('puzzles.stay');
}

/** What is said of a wrong answer to a question about a move. */
export function wrongAnswerWords(kind: PuzzleKind, chain: Chain | null, answer: boolean | null): Message {
  if (kind === 'isChain')
    return chain ? say('puzzles.wrongIsChain', { chain: chainWords(chain) }) : say('puzzles.wrongNoChain');
  return answer ? say('puzzles.wrongSwitch') : say('puzzles.wrongStay');
}

/** What is said of a wrong move; `replies` are the opponent's moves that a switch may follow. */
export function wrongMoveWords(kind: PuzzleKind, move: string, switched: boolean, replies: LegalMove[]): Message {
  if (kind === 'formChain') return say('puzzles.wrongFormChain', { move });
  if (kind === 'switchMate')
    return switched ? say('puzzles.wrongMateSwitch', { move }) : say('puzzles.wrongMate', { move });
  const reply = replies[0]?.san;
  return reply && !switched ? say('puzzles.wrongDefenceChain', { move, reply }) : say('puzzles.wrongDefence', { move });
}

/** What is said of a right move after which the line goes on. */
export const goOnWords = (moves: string[]): Message =>
  moves.length ? say('puzzles.reply', { moves: moves.join(', ') }) : say('puzzles.moveAgain');

export const solvedOf = ({ solved, count }: Tally): Message => say('puzzles.solvedOf', { solved, count });

/** The end of a set, in a title and sentences. */
export function endWords({ solved, clean, count }: Tally, best: number): { title: Message; words: Message[] } {
  return {
    title: solved === count ? say('puzzles.endAll') : say('puzzles.end'),
    words: [say('puzzles.endSolved', { solved, count, clean }), say('puzzles.endStreak', { best })],
  };
}
