import { readFileSync, writeFileSync } from 'node:fs';

/** The same bytes with bits of one flipped; by default one bit in the middle. */
export function flipped(bytes: Uint8Array, at = bytes.length >> 1, mask = 1): Buffer<ArrayBuffer> {
  const altered = Buffer.from(bytes);
  altered.writeUInt8(altered.readUInt8(at) ^ mask, at);
  return altered;
}

export const flipIn = (path: string, at?: number, mask?: number): void =>
  writeFileSync(path, flipped(readFileSync(path), at, mask));
