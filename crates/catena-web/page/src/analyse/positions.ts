// Positions that the server has told about: stepping back and forth asks for nothing twice.
import { game as askGame, type Color, type GameState, type PlayedMove, type Player, position } from '../api';
import type { Path } from '../tree/tree';
import type { Doc } from './document';

/** A position and how it came about. */
export interface Spot {
  fen: string;
  turn: Color;
  check: boolean;
  last: PlayedMove | null;
  white: Player;
}

/** A position that can be shown but not played. */
export class Unplayable extends Error {}

/** A text that is no position at all. */
export class NotABoard extends Error {}

/** As many games are remembered. */
const KEPT = 400;

export class Positions {
  private readonly games = new Map<string, GameState>();
  private readonly spots = new Map<string, Spot>();

  private key({ start, limit }: Doc, path: Path): string {
    return `${limit} ${start} ${path.join(' ')}`;
  }

  /** The game up to this position, if it is known. */
  game(doc: Doc, path: Path): GameState | null {
    return this.games.get(this.key(doc, path)) ?? null;
  }

  /** What the board shows, if it is known. */
  spot(doc: Doc, path: Path): Spot | null {
    return this.spots.get(this.key(doc, path)) ?? null;
  }

  async ask(doc: Doc, path: Path, signal: AbortSignal): Promise<GameState> {
    const known = this.game(doc, path);
    if (known) return known;
    // People edit positions: whether one can be played is asked first, so that it is no failure if it cannot.
    if (!path.length) await this.check(doc, signal);
    const game = await askGame({ start: doc.start, limit: doc.limit, moves: [...path] }, signal);
    this.learn(doc, path, game);
    return game;
  }

  private async check({ start, limit }: Doc, signal: AbortSignal): Promise<void> {
    const { error, why_not: reason } = await position(start, limit, signal);
    if (error) throw new NotABoard(error);
    if (reason) throw new Unplayable(reason);
  }

  private learn(doc: Doc, path: Path, game: GameState): void {
    if (this.games.size >= KEPT) this.games.delete(this.games.keys().next().value ?? '');
    if (this.spots.size >= 50 * KEPT) this.spots.clear();
    this.games.set(this.key(doc, path), game);
    game.history.forEach((last, index) => {
      const { fen, turn, check, white } = last;
      this.spots.set(this.key(doc, path.slice(0, index + 1)), { fen, turn, check, last, white });
    });
    if (path.length) return;
    const { fen, turn, check, white } = game;
    this.spots.set(this.key(doc, path), { fen, turn, check, last: null, white });
  }
}
