// The plates above and below the board: who sits where, what they hold, and their clocks.
import type { GameState, Player } from '../api';
import { nameOf, other } from './cast';
import { balance, taken } from './material';
import { Plate } from './plate';
import type { ShownGame } from './table';
import { colorOf, points } from './words';

export class Plates {
  readonly top = new Plate('top');
  readonly bottom = new Plate('bottom');
  private atBottom: Player = 'first';

  private get seats(): [Plate, Player][] {
    return [
      [this.bottom, this.atBottom],
      [this.top, other(this.atBottom)],
    ];
  }

  /** Shows the players, and the material in the position after so many half-moves. */
  show(shown: ShownGame, game: GameState, ply: number, isFlipped: boolean): void {
    this.atBottom = isFlipped ? other(shown.bottom) : shown.bottom;
    const fens = [game.start, ...game.history.slice(0, ply).map(({ fen }) => fen)];
    const lost = taken(fens);
    const ahead = balance(fens.at(-1)!);
    for (const [plate, player] of this.seats) {
      const color = colorOf(game, player);
      plate.show({
        name: nameOf(shown.cast, player),
        color,
        isToMove: !game.outcome && game.to_move === player,
        points: points(game, player),
        taken: lost[color === 'white' ? 'black' : 'white'],
        lead: Math.max(color === 'white' ? ahead : -ahead, 0),
      });
    }
    this.tick(shown);
  }

  tick({ timeLeft, runningClock }: ShownGame): void {
    for (const [plate, player] of this.seats) plate.tick(timeLeft?.[player] ?? null, runningClock === player);
  }

  hide(): void {
    this.top.hide();
    this.bottom.hide();
  }
}
