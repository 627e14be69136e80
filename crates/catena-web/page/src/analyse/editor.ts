// Setting up a position: spare pieces, the side to move, FEN.
import type { Key, Piece, Role } from '@lichess-org/chessground/types';
import type { Color } from '../api';
import type { Board } from '../board';
import { button, choice, h, refill, s, toggle } from '../dom';
import { say, type Words } from '../messages';
import { START } from './document';

const ROLES: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const LETTERS: Record<string, Role> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const RIGHTS = [
  ['K', say('editor.whiteShort')],
  ['Q', say('editor.whiteLong')],
  ['k', say('editor.blackShort')],
  ['q', say('editor.blackLong')],
] as const;

/** Where the king and the rook of each right to castle stand. */
const HOMES: Record<string, readonly [Key, Key]> = {
  K: ['e1', 'h1'],
  Q: ['e1', 'a1'],
  k: ['e8', 'h8'],
  q: ['e8', 'a8'],
};

/** The rights to castle whose king and rook are still at home. */
export function rightsLeft(castling: string, pieceOn: (square: Key) => Piece | undefined): string {
  const left = [...castling].filter(letter => {
    const color = letter === letter.toLowerCase() ? 'black' : 'white';
    const stands = (square: Key | undefined, role: Role) => {
      const piece = square && pieceOn(square);
      return piece && piece.role === role && piece.color === color;
    };
    const [king, rook] = HOMES[letter] ?? [];
    return stands(king, 'king') && stands(rook, 'rook');
  });
  return left.join('') || '-';
}

/** The outlines of a hand and of a bin. */
const HAND =
  'M8 13V5.5a1.5 1.5 0 0 1 3 0V11m0-1.5a1.5 1.5 0 0 1 3 0V12m0-1.5a1.5 1.5 0 0 1 3 0v1.8m0-.3a1.5 1.5 0 0 1 3 0V15a6 6 0 0 1-6 6h-1.5a6 6 0 0 1-5-2.7L5 14.6a1.5 1.5 0 0 1 2.4-1.8L8 13.6';
const BIN = 'M4 7h16M9 7V4.5h6V7M6.5 7l.8 13h9.4l.8-13M10 11v5.5M14 11v5.5';

const icon = (path: string): SVGElement =>
  s('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, s('path', { d: path }));

type Tool = Piece | 'eraser' | null;

export interface EditorHost {
  board: Board;
  fen: () => string;
  /** A new position; `at` is the piece that was put down, if one was. */
  changed: (fen: string, at: string | null) => void;
  /** The piece on this square was chosen. */
  chosen: (square: string) => void;
}

export class Editor {
  readonly spares: { white: HTMLElement; black: HTMLElement };
  readonly panel = h('section', { class: 'panel editor', 'aria-label': say('editor.title'), hidden: true });
  private tool: Tool = null;

  constructor(private readonly host: EditorHost) {
    this.spares = { white: this.spareRow('white'), black: this.spareRow('black') };
    this.show();
  }

  /** The board was clicked, or Enter was pressed on a square. */
  onSquare(square: Key): void {
    const piece = this.host.board.pieceOn(square);
    if (this.tool === 'eraser') this.put(square, undefined);
    else if (this.tool) {
      const same = piece?.role === this.tool.role && piece.color === this.tool.color;
      this.put(square, same ? undefined : this.tool);
    } else if (piece) this.host.chosen(square);
  }

  /** Letters put pieces on the board, as in a FEN: capitals are White's. */
  onKey(square: Key, key: string): boolean {
    const role = LETTERS[key.toLowerCase()];
    if (role) this.put(square, { role, color: key === key.toLowerCase() ? 'black' : 'white' });
    else if (key === 'Delete' || key === 'Backspace') this.put(square, undefined);
    else return false;
    return true;
  }

  /** A piece was dragged on the board or onto it. */
  onDrop(square: string): void {
    this.host.changed(this.fenWithPieces(), square);
  }

  private put(square: Key, piece: Piece | undefined): void {
    this.host.board.ground.setPieces(new Map([[square, piece]]));
    this.host.changed(this.fenWithPieces(), piece ? square : null);
  }

  /** The position with the pieces as they stand now. */
  private fenWithPieces(): string {
    const [, , castling = '-'] = this.host.fen().split(/\s+/);
    const placement = this.host.board.ground.getFen();
    return this.fenWith({ placement, castling: rightsLeft(castling, square => this.host.board.pieceOn(square)) });
  }

  private fenWith(change: { placement?: string; turn?: string; castling?: string }): string {
    const [placement = '', turn = 'w', castling = '-'] = this.host.fen().split(/\s+/);
    return [change.placement ?? placement, change.turn ?? turn, change.castling ?? castling, '-', '0', '1'].join(' ');
  }

  /** Draws the panel for the current position. */
  show(): void {
    const [, turn = 'w', castling = '-'] = this.host.fen().split(/\s+/);
    const rights = (letter: string, on: boolean) =>
      RIGHTS.map(([other]) => other)
        .filter(other => (other === letter ? on : castling.includes(other)))
        .join('') || '-';
    refill(
      this.panel,
      h(
        'div',
        { class: 'row' },
        button(say('editor.start'), () => this.host.changed(START, null)),
        button(say('editor.clear'), () => this.host.changed(`8/8/8/8/8/8/8/8 ${turn} - - 0 1`, null)),
      ),
      h(
        'div',
        { class: 'row' },
        choice(
          say('editor.toMove'),
          [
            ['w', say('color.white')],
            ['b', say('color.black')],
          ] as const,
          turn === 'b' ? 'b' : 'w',
          value => this.host.changed(this.fenWith({ turn: value }), null),
        ),
        h(
          'details',
          { class: 'castling', open: this.panel.querySelector<HTMLDetailsElement>('.castling')?.open ?? false },
          h('summary', {}, say('editor.castling')),
          RIGHTS.map(([letter, label]) =>
            toggle(label, castling.includes(letter), on =>
              this.host.changed(this.fenWith({ castling: rights(letter, on) }), null),
            ),
          ),
        ),
      ),
    );
    for (const row of [this.spares.white, this.spares.black]) {
      for (const spare of row.querySelectorAll<HTMLElement>('button')) {
        const tool = this.tool;
        const name = tool === 'eraser' ? 'eraser' : tool ? `${tool.color} ${tool.role}` : 'hand';
        spare.setAttribute('aria-pressed', String(spare.dataset['tool'] === name));
      }
    }
    const { ground } = this.host.board;
    ground.set({
      movable: { free: true, color: this.tool ? undefined : 'both', dests: undefined },
      draggable: { enabled: !this.tool, deleteOnDropOff: true },
      selectable: { enabled: false },
    } as Parameters<typeof ground.set>[0]);
  }

  private spareRow(color: Color): HTMLElement {
    const pieces = ROLES.map(role => this.spare({ role, color }));
    const hand =
      color === 'white'
        ? this.toolButton('hand', say('editor.hand'), HAND, null)
        : this.toolButton('eraser', say('editor.eraser'), BIN, 'eraser');
    const label = say(color === 'white' ? 'editor.spareWhite' : 'editor.spareBlack');
    return h('div', { class: 'spares', role: 'toolbar', 'aria-label': label }, hand, pieces);
  }

  private toolButton(name: string, label: Words, sign: string, tool: Tool): HTMLElement {
    return button(icon(sign), () => this.take(tool), {
      class: 'spare',
      'data-tool': name,
      'aria-label': label,
      title: label,
    });
  }

  private spare(piece: Piece): HTMLElement {
    const name = `${piece.color} ${piece.role}`;
    const picture = document.createElement('piece');
    picture.className = name;
    const spare = button(picture, () => this.take(piece), {
      class: 'spare cg-wrap',
      'data-tool': name,
      'aria-label': say(`piece.${piece.color}_${piece.role}`),
      title: say(`piece.${piece.color}_${piece.role}`),
    });
    const drag = (event: Event) => this.host.board.ground.dragNewPiece(piece, event as MouseEvent, true);
    spare.addEventListener('mousedown', drag);
    spare.addEventListener('touchstart', drag, { passive: true });
    return spare;
  }

  /** Takes a tool in hand, or puts it down. */
  private take(tool: Tool): void {
    const same =
      typeof tool === 'object' &&
      typeof this.tool === 'object' &&
      tool?.role === this.tool?.role &&
      tool?.color === this.tool?.color;
    this.tool = same || tool === this.tool ? null : tool;
    this.show();
  }
}
