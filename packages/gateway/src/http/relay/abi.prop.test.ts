import { forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AbiType, decodeArguments, MalformedCall } from './abi.ts';
import { MULTISEND, PROXY_FACTORY } from './contracts.ts';
import { createRelayLanguage } from './relay-language.ts';
import { hexOf, knownBytes, wordOf } from './words.ts';

const TYPES = ['address', 'bytes32', 'uint256[]', 'bytes', 'bool', 'call[]', 'uint256'] as const;

const uint = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((value) => hexOf(value));
const data = fc.uint8Array({ maxLength: 70 });
const inner = fc.record({ mode: fc.bigInt({ min: 0n, max: 2n }), target: bytes(20), value: uint, data });
const values = fc.tuple(
  bytes(20),
  bytes(32),
  fc.array(uint, { maxLength: 4 }),
  data,
  fc.boolean(),
  fc.array(inner, { maxLength: 3 }),
  uint,
);
type Values = typeof values extends fc.Arbitrary<infer T> ? T : never;

const concat = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);
const padded = (value: Uint8Array): Buffer =>
  concat(wordOf(value.length), value, Buffer.alloc((32 - (value.length % 32)) % 32));

/** ABI encoding according to the specification, independent of the decoder. */
function encode([address, hash, list, blob, flag, calls, number]: Values): Buffer {
  const tails = [
    concat(wordOf(list.length), ...list.map(wordOf)),
    padded(blob),
    (() => {
      const bodies = calls.map(({ mode, target, value, data: inside }) =>
        concat(wordOf(mode), wordOf(BigInt(target)), wordOf(value), wordOf(128), padded(inside)),
      );
      let offset = 32 * bodies.length;
      const offsets = bodies.map((body) => {
        const at = offset;
        offset += body.length;
        return wordOf(at);
      });
      return concat(wordOf(bodies.length), ...offsets, ...bodies);
    })(),
  ] as const;
  const head = 32 * TYPES.length;
  const at = [head, head + tails[0].length, head + tails[0].length + tails[1].length] as const;
  return concat(
    wordOf(BigInt(address)),
    knownBytes(hash),
    wordOf(at[0]),
    wordOf(at[1]),
    wordOf(flag ? 1 : 0),
    wordOf(at[2]),
    wordOf(number),
    ...tails,
  );
}

function read(encoded: Uint8Array): unknown {
  try {
    return plain(decodeArguments(TYPES as readonly AbiType[], encoded));
  } catch (error) {
    if (error instanceof MalformedCall) return 'malformed';
    throw error;
  }
}

/** Converts bytes and integers to text, so that values compare whatever types hold them. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`;
  if (value instanceof Uint8Array) return hexOf(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

test('abi: what an encoder made is read back, and no other bytes are read as the same [S23]', () =>
  forAll(300, [values, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.nat({ max: 40 })], (wanted, at, change, cut) => {
    const encoded = encode(wanted);
    expect(read(encoded)).toEqual(plain(wanted));
    const changed = Buffer.from(encoded);
    const place = at % changed.length;
    changed[place] = (changed[place] ?? 0) ^ change;
    expect(read(changed)).not.toEqual(plain(wanted));
    expect(read(encoded.subarray(0, encoded.length - 1 - (cut % encoded.length)))).toBe('malformed');
    expect(read(concat(encoded, Buffer.alloc(1 + cut)))).toBe('malformed');
  }));

test('abi: whatever bytes are sent as a batch, reading them ends with calls or words', async () => {
  const { batches } = await createRelayLanguage(80_002);
  const selectors = fc.constantFrom('8d80ff0a', '34ee9791', '72ce4275', '00000000');
  forAll(100, [selectors, fc.uint8Array({ maxLength: 400 })], (selector, rest) => {
    const bytes = concat(Buffer.from(selector, 'hex'), rest);
    for (const read of [
      batches.ofSafe(MULTISEND, bytes, 1),
      batches.ofSafe('0xc011a7e12a19f7b1f670d46f03b03f3342e82dfb', bytes, 0),
      batches.ofProxy(PROXY_FACTORY, bytes),
      batches.ofWallet([{ target: '0x69308fb512518e39f9b16112fa8d994f4e2bf8bb', value: 0n, data: bytes }]),
    ])
      expect(['calls', 'refused']).toContain(read.kind);
  });
});
