/**
 * The key of an order id: its second half as four signed words. Ids are keccak digests, so finding two orders that
 * share 128 bits would take 2^64 hashes, and could only confuse the account that made them.
 */
import type { OrderId } from '../units/ids.ts';

export const KEY_WORDS = 4;
const KEY_DIGITS_FROM = 34;

/** One loop over the digits: unrolled, it was 14 KiB of machine code that ran for every order. */
export function readOrderKey(id: OrderId, key: Int32Array): void {
  let at = KEY_DIGITS_FROM;
  for (let word = 0; word < KEY_WORDS; word++) {
    let value = 0;
    for (const end = at + 8; at < end; at++) value = (value << 4) | (DIGITS[id.charCodeAt(at)] as number);
    key[word] = value;
  }
}

/** Value of each lower-case hex digit by its character code. */
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit;
