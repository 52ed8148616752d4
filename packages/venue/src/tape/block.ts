/**
 * Byte format of a tape: a sequence of gzip members, readable with `zcat`. Each member stores its own length in an
 * extra field, so that a reader can skip to the next one without unpacking it. A block is lines of JSON. The last line
 * seals the block with the number of lines before it and SHA-256(previous seal ‖ those lines). The seal of the last
 * block is the hash of the tape.
 */
import { hash } from 'node:crypto';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Fixed gzip header with an extra field of 8 bytes: name, length of its value, and the length of the member. */
const HEADER = Buffer.of(0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 8, 0, 0x62, 0x77, 4, 0);
/** Header bytes for time, compression level and system; any value is accepted. */
const FREE = { from: 4, to: 10 } as const;
export const BLOCK_HEADER_BYTES = HEADER.length + 4;
/** CRC-32 and length of the unpacked content. */
const TRAILER_BYTES = 8;
/** Maximum size of a block, packed or unpacked. */
export const BLOCK_BYTES_MAX = 64 * 1024 * 1024;
export const FIRST_SEAL = '0'.repeat(64);

/** The tape's content has been changed or damaged. */
export class TapeDamaged extends Error {
  override readonly name = 'TapeDamaged';
}

/** Packs and seals a block. `text`: whole lines, each with its newline. */
export function sealBlock(previousSeal: string, text: string, lines: number): { bytes: Buffer; seal: string } {
  const seal = sealOf(previousSeal, text);
  const content = Buffer.from(`${text}{"kind":"seal","lines":${lines},"sha256":"${seal}"}\n`);
  const packed = deflateRawSync(content, { level: 6 });
  const bytes = Buffer.alloc(BLOCK_HEADER_BYTES + packed.length + TRAILER_BYTES);
  bytes.set(HEADER);
  bytes.writeUInt32LE(bytes.length, HEADER.length);
  bytes.set(packed, BLOCK_HEADER_BYTES);
  bytes.writeUInt32LE(crc32(content), bytes.length - 8);
  bytes.writeUInt32LE(content.length, bytes.length - 4);
  return { bytes, seal };
}

/** Length of the block that begins with `header`, in bytes. Throws `TapeDamaged`. */
export function blockLength(header: Buffer): number {
  const length = header.readUInt32LE(HEADER.length);
  if (!isHeader(header, 0) || length < BLOCK_HEADER_BYTES + TRAILER_BYTES || length > BLOCK_BYTES_MAX)
    throw new TapeDamaged('no block of a tape begins here; a tape that was unpacked or packed again is none');
  return length;
}

/** True if another block header follows the one at the beginning of `bytes`. */
export function hasBlockBehind(bytes: Buffer): boolean {
  const start = HEADER.subarray(0, FREE.from);
  for (let at = bytes.indexOf(start, 1); at >= 0; at = bytes.indexOf(start, at + 1))
    if (isHeader(bytes, at)) return true;
  return false;
}

function isHeader(bytes: Buffer, at: number): boolean {
  const [start, rest] = [HEADER.subarray(0, FREE.from), HEADER.subarray(FREE.to)];
  return (
    bytes.subarray(at, at + FREE.from).equals(start) && bytes.subarray(at + FREE.to, at + HEADER.length).equals(rest)
  );
}

/** Lines of a block without its seal, each with its newline. Throws `TapeDamaged`. */
export function openBlock(block: Buffer, previousSeal: string): { text: string; lines: number; seal: string } {
  let content: Buffer;
  try {
    content = inflateRawSync(block.subarray(BLOCK_HEADER_BYTES, -TRAILER_BYTES), { maxOutputLength: BLOCK_BYTES_MAX });
  } catch (error) {
    throw new TapeDamaged('a block cannot be unpacked', { cause: error });
  }
  if (
    content.length !== block.readUInt32LE(block.length - 4) ||
    crc32(content) !== block.readUInt32LE(block.length - 8)
  )
    throw new TapeDamaged('a block has another checksum');
  const whole = content.toString();
  const at = whole.lastIndexOf('\n', whole.length - 2) + 1;
  const text = whole.slice(0, at);
  const [, count, seal] = /^\{"kind":"seal","lines":(\d+),"sha256":"([0-9a-f]{64})"\}\n$/.exec(whole.slice(at)) ?? [];
  if (seal === undefined || sealOf(previousSeal, text) !== seal)
    throw new TapeDamaged('a block is not what was sealed, or does not follow the one before it');
  return { text, lines: Number(count), seal };
}

function sealOf(previousSeal: string, text: string): string {
  return hash('sha256', Buffer.concat([Buffer.from(previousSeal, 'hex'), Buffer.from(text)]), 'hex');
}
