import { forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '../../auth/fixtures/signing-vectors.json' with { type: 'json' };
import type { SignedOrderFields } from '../../ports/signatures.ts';
import { createDigests } from './eip712.ts';
import { createKeccak256 } from './keccak.ts';
import { vectorDomain, vectorOrder } from './testing/vectors.ts';
import { createStaging, HEADER_BYTES, WORDS_BYTES, writeOrderCheck } from './wire.ts';

const keccak = await createKeccak256();
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const word = (value: bigint): Uint8Array => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

function words(order: SignedOrderFields): Uint8Array {
  const staging = createStaging(1);
  writeOrderCheck(staging, 0, order, '0x');
  return staging.bytes.subarray(HEADER_BYTES, HEADER_BYTES + WORDS_BYTES);
}

test('eip712: a malformed domain is refused at start', () => {
  const domain = vectorDomain(vectors.orders[3]!);
  const text = vectors.l1.message.message;
  expect(() => createDigests(keccak, { ...domain, verifyingContract: '0x12' }, 1, text)).toThrow(RangeError);
  expect(() => createDigests(keccak, { ...domain, chainId: -1 }, 1, text)).toThrow(RangeError);
  expect(() => createDigests(keccak, domain, 1.5, text)).toThrow(RangeError);
});

const base = vectorOrder(vectors.orders[3]!);
const integer = fc.oneof(fc.bigInt(0n, (1n << 256n) - 1n), fc.bigInt(0n, (1n << 64n) - 1n));
const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => `0x${Buffer.from(value).toString('hex')}`);

test('wire: every field of every order lands in its own word, big-endian', () => {
  const order = fc.record({
    salt: integer,
    maker: bytes(20),
    signer: bytes(20),
    tokenId: integer,
    makerAmount: integer,
    takerAmount: integer,
    side: fc.constantFrom<0 | 1>(0, 1),
    signatureType: fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3),
    timestamp: integer,
    metadata: bytes(32),
    builder: bytes(32),
  });
  forAll(200, [order], (fields) => {
    const expected = Object.values(fields).map((value) => word(BigInt(value)));
    expect(Buffer.from(words(fields)).equals(Buffer.concat(expected))).toBe(true);
  });
});

test.each<[string, Partial<SignedOrderFields>]>([
  ['a negative integer', { salt: -1n }],
  ['an integer of 257 bits', { tokenId: 1n << 256n }],
  ['an address in upper case', { maker: base.maker.toUpperCase().replace('0X', '0x') }],
  ['a short address', { signer: base.signer.slice(0, -1) }],
  ['a short hash', { metadata: '0x00' }],
  ['a hash with another digit', { builder: `0x${'0'.repeat(63)}g` }],
])('wire: %s is a RangeError', (_name, change) => expect(() => words({ ...base, ...change })).toThrow(RangeError));

test('wire: a check written over a longer one keeps nothing of it', () => {
  const staging = createStaging(1);
  const full = (1n << 256n) - 1n;
  writeOrderCheck(staging, 0, { ...base, salt: full, tokenId: full, timestamp: full }, vectors.orders[3]!.signature);
  writeOrderCheck(staging, 0, base, '0x');
  const [header, fresh] = [staging.bytes.subarray(0, HEADER_BYTES), words(base)];
  expect(hex(header)).toBe('0x01000000');
  expect(hex(staging.bytes.subarray(HEADER_BYTES, HEADER_BYTES + WORDS_BYTES))).toBe(hex(fresh));
});
