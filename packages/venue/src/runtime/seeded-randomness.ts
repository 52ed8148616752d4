/** Deterministic randomness from a seed. Not for secrets. */
import type { Randomness } from '@bellwether/ports/runtime.ts';

/** Mulberry32: good enough for a repeatable run, and not secure. */
export function seededRandomness(seed: number): Randomness {
  let state = seed >>> 0;
  const next32 = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => next32() & 0xff);
  return {
    bytes,
    below: (bound) => Math.floor(((next32() & 0xffff) * 2 ** 32 + next32()) % bound),
    uuid: () => {
      const hex = [...bytes(16)].map((byte, index) => {
        const set = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
        return set.toString(16).padStart(2, '0');
      });
      return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
        .map((part) => part.join(''))
        .join('-');
    },
  };
}
