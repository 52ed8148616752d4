/** Hex decoding for the hot path of orders, without regular expressions, substrings or allocations. */

/** Marks a character that is no digit; tables map character codes to digit values. */
const NO_DIGIT = 255;
const LOWER = new Uint8Array(128).fill(NO_DIGIT);
for (let digit = 0; digit < 16; digit++) LOWER[digit.toString(16).charCodeAt(0)] = digit;
const ANY = Uint8Array.from(LOWER);
for (let digit = 10; digit < 16; digit++) ANY[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;

/**
 * Writes the bytes of the lower-case digits of `text` from `from` to `to`, an even number of digits, at `at`. False if
 * there are other characters; the bytes written are then meaningless.
 */
export function writeLowerHex(bytes: Uint8Array, at: number, text: string, from: number, to: number): boolean {
  return write(LOWER, bytes, at, text, from, to);
}

/** Like `writeLowerHex`, for digits in either case. */
export function writeHex(bytes: Uint8Array, at: number, text: string, from: number, to: number): boolean {
  return write(ANY, bytes, at, text, from, to);
}

/** True if `text` is `0x` and the digits of `count` bytes in either case. The bytes are then written at `at`. */
export function writePrefixedHex(bytes: Uint8Array, at: number, text: string, count: number): boolean {
  return text.length === 2 + 2 * count && text.startsWith('0x') && writeHex(bytes, at, text, 2, text.length);
}

function write(digits: Uint8Array, bytes: Uint8Array, at: number, text: string, from: number, to: number): boolean {
  let bad = 0;
  let next = at;
  for (let place = from; place < to; place += 2) {
    const high = digits[text.charCodeAt(place)] ?? NO_DIGIT;
    const low = digits[text.charCodeAt(place + 1)] ?? NO_DIGIT;
    bad |= high | low;
    bytes[next++] = (high << 4) | low;
  }
  return bad <= 15;
}
