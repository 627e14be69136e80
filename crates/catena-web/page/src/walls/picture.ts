// An image as one value for each cell: what `catena grid` reads from it.

/** The most cells of an image, and the longest side: as many as the server takes. */
export const MOST_CELLS = 1 << 24;
export const LONGEST_SIDE = 1 << 14;

export interface Picture {
  width: number;
  height: number;
  /** The luminance of each cell, row by row. */
  values: Uint8Array;
  /** A bit for each cell that is not transparent, in rows of whole bytes, the first cell highest; null if none is. */
  opaque: Uint8Array | null;
  /** How often each value occurs among the cells that are not transparent. */
  counts: number[];
}

/** Why an image cannot be used. The page says it: the worker has no words. */
export class PictureError extends Error {
  constructor(readonly told: Refused) {
    super(told.why);
  }
}

/** As it travels from the worker to the page. */
export type Refused =
  | { why: 'anotherImage' | 'noImage' | 'noMemory' }
  | { why: 'tooLarge'; width: number; height: number };

const STRIP = 256;

/** Reads an image file. */
export async function readPicture(file: Blob): Promise<Picture> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  } catch {
    throw new PictureError({ why: 'noImage' });
  }
  try {
    const { width, height } = bitmap;
    if (width * height > MOST_CELLS || Math.max(width, height) > LONGEST_SIDE) {
      throw new PictureError({ why: 'tooLarge', width, height });
    }
    return readPixels(bitmap);
  } finally {
    bitmap.close();
  }
}

/** Reads the pixels strip by strip, so that they are never in memory all at once. */
function readPixels(bitmap: ImageBitmap): Picture {
  const { width, height } = bitmap;
  const line = (width + 7) >> 3;
  const picture: Picture = {
    width,
    height,
    values: new Uint8Array(width * height),
    opaque: null,
    counts: new Array<number>(256).fill(0),
  };
  const opaque = new Uint8Array(line * height);
  const canvas = new OffscreenCanvas(width, Math.min(STRIP, height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new PictureError({ why: 'noMemory' });
  let hidden = false;
  for (let top = 0; top < height; top += STRIP) {
    const rows = Math.min(STRIP, height - top);
    context.clearRect(0, 0, width, rows);
    context.drawImage(bitmap, 0, top, width, rows, 0, 0, width, rows);
    const { data } = context.getImageData(0, 0, width, rows);
    for (let y = 0, from = 0; y < rows; y++) {
      const row = (top + y) * width;
      for (let x = 0; x < width; x++, from += 4) {
        const value = luminance(data[from]!, data[from + 1]!, data[from + 2]!);
        picture.values[row + x] = value;
        if (data[from + 3]! < 128) {
          hidden = true;
          continue;
        }
        picture.counts[value]!++;
        opaque[(top + y) * line + (x >> 3)]! |= 128 >> (x & 7);
      }
    }
  }
  if (hidden) picture.opaque = opaque;
  return picture;
}

/** As `catena grid` computes it (Rec. 709, rounded down). */
export function luminance(red: number, green: number, blue: number): number {
  return ((2126 * red + 7152 * green + 722 * blue) / 10_000) | 0;
}

/**
 * The threshold that Otsu's method chooses, as `catena grid --threshold otsu` does: of all ways to split the values
 * in two classes the one with the largest variance between them. It is the lowest value of the upper class; 128 if
 * there are not two different values.
 */
export function otsu(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, value) => sum + value * count, 0) / total;
  let [best, largest, low, lowSum] = [128, 0, 0, 0];
  let before = -1;
  counts.forEach((count, value) => {
    if (!count) return;
    if (before >= 0) {
      low += counts[before]!;
      lowSum += (before - mean) * counts[before]!;
      const between = (lowSum * lowSum) / (low * (total - low));
      if (between > largest * (1 + 1e-12)) [best, largest] = [value, between];
    }
    before = value;
  });
  return best;
}
