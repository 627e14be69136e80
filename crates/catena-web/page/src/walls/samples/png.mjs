// Greyscale PNG files of 1, 4 or 8 bits to the pixel: as much of the format as the samples and tests need.
import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

export function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return ~value >>> 0;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** A file with the pixels of an image, of which the highest bits are kept. */
export function encode({ width, height, pixels }, bits, level = 9) {
  const line = Math.ceil((width * bits) / 8);
  const rows = Buffer.alloc((line + 1) * height);
  for (let y = 0; y < height; y++) {
    const start = y * (line + 1) + 1;
    for (let x = 0; x < width; x++) {
      const value = pixels[y * width + x] >> (8 - bits);
      const place = x * bits;
      rows[start + (place >> 3)] |= value << (8 - bits - (place & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The pixels of a file that `encode` wrote, scaled to 0 to 255. */
export function decode(file) {
  const [width, height, bits] = [file.readUInt32BE(16), file.readUInt32BE(20), file[24]];
  const length = file.readUInt32BE(33);
  const rows = inflateSync(file.subarray(41, 41 + length));
  const line = Math.ceil((width * bits) / 8);
  const most = 2 ** bits - 1;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = y * (line + 1) + 1;
    for (let x = 0; x < width; x++) {
      const place = x * bits;
      const value = (rows[start + (place >> 3)] >> (8 - bits - (place & 7))) & most;
      pixels[y * width + x] = (value * 255) / most;
    }
  }
  return { width, height, pixels };
}
