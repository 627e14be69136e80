// Setting up a position: spare pieces, the side to move, FEN.
import type { Key, Piece, Role } from '@lichess-org/chessground/types';
import type { Color } from '../api';
import type { Board } from '../board';
import { button, choice, h, toggle } from '../dom';
import { START } from './state';

const ROLES: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const LETTERS: Record<string, Role> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const RIGHTS = [
  ['K', 'White O-O'],
  ['Q', 'White O-O-O'],
  ['k', 'Black O-O'],
  ['q', 'Black O-O-O'],
] as const;

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
  readonly panel = h('div', { class: 'editor' });
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
    this.host.changed(this.fenWith({ placement: this.host.board.ground.getFen(), castling: '-' }), square);
  }

  private put(square: Key, piece: Piece | undefined): void {
    this.host.board.ground.setPieces(new Map([[square, piece]]));
    this.host.changed(this.fenWith({ placement: this.host.board.ground.getFen(), castling: '-' }), piece ? square : null);
  }

  private fenWith(change: { placement?: string; turn?: string; castling?: string }): string {
    const [placement = '', turn = 'w', castling = '-'] = this.host.fen().split(/\s+/);
    return [change.placement ?? placement, change.turn ?? turn, change.castling ?? castling, '-', '0', '1'].join(' ');
  }

  /** Draws the panel for the current position. */
  show(): void {
    const [, turn = 'w', castling = '-'] = this.host.fen().split(/\s+/);
    const rights = (letter: string, on: boolean) =>
      RIGHTS.map(([other]) => other).filter(other => (other === letter ? on : castling.includes(other))).join('') || '-';
    this.panel.replaceChildren(
      h('div', { class: 'row' },
        button('Start position', () => this.host.changed(START, null)),
        button('Clear', () => this.host.changed(`8/8/8/8/8/8/8/8 ${turn} - - 0 1`, null))),
      h('div', { class: 'row' },
        choice('To move', [['w', 'White'], ['b', 'Black']] as const, turn === 'b' ? 'b' : 'w', value =>
          this.host.changed(this.fenWith({ turn: value }), null)),
        h('details', { class: 'castling' }, h('summary', {}, 'Castling'),
          RIGHTS.map(([letter, label]) =>
            toggle(label, castling.includes(letter), on => this.host.changed(this.fenWith({ castling: rights(letter, on) }), null))))),
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
    const hand = color === 'white' ? this.toolButton('hand', 'Choose and drag', '☝', null) : this.toolButton('eraser', 'Remove pieces', '✕', 'eraser');
    return h('div', { class: 'spares', role: 'toolbar', 'aria-label': `Spare ${color} pieces` }, hand, pieces);
  }

  private toolButton(name: string, label: string, sign: string, tool: Tool): HTMLElement {
    return button(h('span', { 'aria-hidden': 'true' }, sign), () => this.take(tool), { class: 'spare', 'data-tool': name, 'aria-label': label, title: label });
  }

  private spare(piece: Piece): HTMLElement {
    const name = `${piece.color} ${piece.role}`;
    const picture = document.createElement('piece');
    picture.className = name;
    const spare = button(picture, () => this.take(piece), { class: 'spare cg-wrap', 'data-tool': name, 'aria-label': name, title: name });
    const drag = (event: Event) => this.host.board.ground.dragNewPiece(piece, event as MouseEvent, true);
    spare.addEventListener('mousedown', drag);
    spare.addEventListener('touchstart', drag, { passive: true });
    return spare;
  }

  /** Takes a tool in hand, or puts it down. */
  private take(tool: Tool): void {
    const same = typeof tool === 'object' && typeof this.tool === 'object' && tool?.role === this.tool?.role && tool?.color === this.tool?.color;
    this.tool = same || tool === this.tool ? null : tool;
    this.show();
  }
}
