// Which cells are walls, and which area each of the others is in.
import type { Bitmap, Cell } from './api';
import type { Picture } from './picture';

/** Labels besides those of the server, which are 0 for what leaks and numbers of areas. */
export const WALL = 0xffff;
/** An empty cell about which there is no answer yet. */
export const UNKNOWN = 0xfffe;

export interface WallRule {
  /** The lowest value that counts as light. */
  threshold: number;
  /** Whether light cells are the walls, and not dark ones. */
  light: boolean;
}

export class CellMap {
  /** The walls as a portable bitmap: what the server is sent. */
  readonly bitmap: Bitmap;
  readonly labels: Uint16Array;
  private readonly bits: Uint8Array;
  private readonly line: number;

  constructor(private readonly picture: Picture) {
    const { width, height } = picture;
    this.line = (width + 7) >> 3;
    const header = new TextEncoder().encode(`P4\n${width} ${height}\n`);
    this.bitmap = new Uint8Array(header.length + this.line * height);
    this.bitmap.set(header);
    this.bits = this.bitmap.subarray(header.length);
    this.labels = new Uint16Array(width * height).fill(UNKNOWN);
  }

  isWall([x, y]: Cell): boolean {
    return ((this.bits[y * this.line + (x >> 3)]! << (x & 7)) & 128) !== 0;
  }

  label([x, y]: Cell): number {
    return this.labels[y * this.picture.width + x]!;
  }

  /** Decides which cells are walls: by their values, and those that were filled. Other cells keep their labels. */
  build({ threshold, light }: WallRule, filled: readonly Cell[]): void {
    const { width, height, values, opaque } = this.picture;
    const isWall = Uint8Array.from({ length: 256 }, (_, value) => Number(value >= threshold === light));
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x += 8, at++) {
        const from = y * width + x;
        let byte = 0;
        const end = Math.min(8, width - x);
        if (end === 8) {
          byte =
            (isWall[values[from]!]! << 7) |
            (isWall[values[from + 1]!]! << 6) |
            (isWall[values[from + 2]!]! << 5) |
            (isWall[values[from + 3]!]! << 4) |
            (isWall[values[from + 4]!]! << 3) |
            (isWall[values[from + 5]!]! << 2) |
            (isWall[values[from + 6]!]! << 1) |
            isWall[values[from + 7]!]!;
        } else {
          for (let bit = 0; bit < end; bit++) byte |= isWall[values[from + bit]!]! << (7 - bit);
        }
        if (opaque) byte &= opaque[at]!;
        const changed = byte ^ this.bits[at]!;
        this.bits[at] = byte;
        if (changed) this.relabel(from, changed, byte);
      }
    }
    for (const [x, y] of filled) {
      this.bits[y * this.line + (x >> 3)]! |= 128 >> (x & 7);
      this.labels[y * width + x] = WALL;
    }
  }

  /** Labels the cells of a byte that have become walls, or are walls no longer. */
  private relabel(from: number, changed: number, byte: number): void {
    for (let bit = 0; bit < 8; bit++) {
      if ((changed << bit) & 128) this.labels[from + bit] = (byte << bit) & 128 ? WALL : UNKNOWN;
    }
  }

  /**
   * Labels every cell, by the labels of the runs of empty cells in the bitmap that was sent. Where the walls have
   * changed since then, the labels say so.
   */
  apply(sent: Bitmap, labels: Uint16Array): void {
    const { width, height } = this.picture;
    const old = sent.subarray(sent.length - this.bits.length);
    let run = -1;
    for (let y = 0; y < height; y++) {
      let label = WALL;
      for (let x = 0; x < width; x += 8) {
        const byte = old[y * this.line + (x >> 3)]!;
        const from = y * width + x;
        const end = Math.min(8, width - x);
        if (byte === 255) {
          label = WALL;
          this.labels.fill(WALL, from, from + end);
        } else if (byte === 0 && label !== WALL) {
          this.labels.fill(label, from, from + end);
        } else {
          for (let bit = 0; bit < end; bit++) {
            if ((byte << bit) & 128) label = WALL;
            else if (label === WALL) label = labels[++run]!;
            this.labels[from + bit] = label;
          }
        }
        const changed = byte ^ this.bits[y * this.line + (x >> 3)]!;
        if (changed) this.relabel(from, changed, this.bits[y * this.line + (x >> 3)]!);
      }
    }
  }
}
