// Which pieces have been taken, and who has more left.
import type { Color } from '../api';

export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';

const ROLES: Record<string, Role> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const WORTH: Record<Role, number> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };
const COLORS: Color[] = ['white', 'black'];

type Count = Map<Role, number>;

function count(fen: string, color: Color): Count {
  const pieces: Count = new Map();
  for (const letter of fen.split(' ')[0] ?? '') {
    const role = ROLES[letter.toLowerCase()];
    const isWhite = letter !== letter.toLowerCase();
    if (role && isWhite === (color === 'white')) pieces.set(role, (pieces.get(role) ?? 0) + 1);
  }
  return pieces;
}

const total = (pieces: Count): number => [...pieces.values()].reduce((sum, some) => sum + some, 0);

/** The pieces of each colour that were taken in this series of positions, the strongest first. */
export function taken(fens: string[]): Record<Color, Role[]> {
  const lost: Record<Color, Role[]> = { white: [], black: [] };
  for (let index = 1; index < fens.length; index++) {
    for (const color of COLORS) {
      const [before, after] = [count(fens[index - 1]!, color), count(fens[index]!, color)];
      // A promotion changes the kinds, but not the number.
      if (total(after) >= total(before)) continue;
      const role = [...before.keys()].find(role => (after.get(role) ?? 0) < before.get(role)!);
      if (role) lost[color].push(role);
    }
  }
  for (const color of COLORS) lost[color].sort((a, b) => WORTH[b] - WORTH[a] || (a < b ? -1 : 1));
  return lost;
}

/** What White has more than Black on the board, in pawns. */
export function balance(fen: string): number {
  const worth = (color: Color) => [...count(fen, color)].reduce((sum, [role, some]) => sum + some * WORTH[role], 0);
  return worth('white') - worth('black');
}
