/**
 * The key of an order id: its second half as four signed words. Ids are keccak digests, so two orders that share 128 bits
 * would cost 2^64 hashes to find and could only confuse their own maker.
 */
import type { OrderId } from '../units/ids.ts';

export const KEY_WORDS = 4;
const KEY_DIGITS_FROM = 34;

/** Reads the key of an id into `key`. */
export function readOrderKey(id: OrderId, key: Int32Array): void {
  for (let word = 0; word < KEY_WORDS; word++) key[word] = hexWord(id, KEY_DIGITS_FROM + word * 8);
}

/** Value of each lower-case hex digit by its character code. */
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit;

const digit = (text: string, at: number): number => DIGITS[text.charCodeAt(at)] as number;

/** Eight lower-case hex digits from `at` as a signed word. Spelt out because it runs for every order: no string is made. */
function hexWord(text: string, at: number): number {
  return (
    (digit(text, at) << 28) |
    (digit(text, at + 1) << 24) |
    (digit(text, at + 2) << 20) |
    (digit(text, at + 3) << 16) |
    (digit(text, at + 4) << 12) |
    (digit(text, at + 5) << 8) |
    (digit(text, at + 6) << 4) |
    digit(text, at + 7)
  );
}
