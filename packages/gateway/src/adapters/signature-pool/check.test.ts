import { forAll } from '@bellwether/engine/testing';
import { flipped } from '@bellwether/ledger/files/testing/flipped.ts';
import type { OrderSignatureCheck, SignedOrderFields } from '@bellwether/ports/signatures.ts';
import { STANDARD_AUTH_MESSAGE } from '@bellwether/venue/config/profile.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from '../../auth/fixtures/signing-vectors.json' with { type: 'json' };
import { type Checker, createChecker } from './check.ts';
import { createDigests } from './eip712.ts';
import { createKeccak256 } from './keccak.ts';
import {
  createStaging,
  HEADER_BYTES,
  readOrderAnswer,
  readRecovered,
  WORDS_BYTES,
  writeAuthCheck,
  writeOrderCheck,
} from './layout.ts';
import { type OrderVector, signDigest, VECTOR_SIGNER, vector, vectorDomain, vectorOrder } from './testing/vectors.ts';

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function checkOrder(checker: Checker, order: SignedOrderFields, signature: string, isNegRisk = false) {
  const staging = createStaging(1);
  const end = writeOrderCheck(staging, 0, order, signature, isNegRisk ? 1 : 0);
  return readOrderAnswer(Buffer.from(checker(staging.bytes.subarray(0, end), 1)), 0);
}

function recoverAuth(checker: Checker, message: typeof vectors.l1.message, signature: string) {
  const staging = createStaging(1);
  const address = message.address.toLowerCase();
  const end = writeAuthCheck(staging, 0, address, message.timestamp, BigInt(message.nonce), signature);
  return readRecovered(Buffer.from(checker(staging.bytes.subarray(0, end), 1)), 0);
}

/** Another order than that of the vector, and none that its owner has signed. */
function expectAnother({ orderId }: OrderVector, check: OrderSignatureCheck): void {
  expect(check.orderId).not.toBe(orderId);
  expect(check.recovered).not.toBe(VECTOR_SIGNER);
}

const plain = vector('bellwether-31337');
const nested = vector('type3-bellwether-31337');
const authMessage = vectors.l1.message.message;
const checker = await createChecker({
  domain: vectorDomain(plain),
  signInChainIds: [vectors.l1.domain.chainId],
  authMessage,
});

/** The signature with the byte at `index` (negative: from the end) changed. */
function flip(signature: string, index: number, mask = 1): string {
  const bytes = Buffer.from(signature.slice(2), 'hex');
  return `0x${flipped(bytes, index < 0 ? bytes.length + index : index, mask).toString('hex')}`;
}

/** The other signature of the same digest by the same key: s and the recovery id mirrored. */
function mirrored(signature: string): string {
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  return signature.slice(0, 66) + (CURVE_ORDER - s).toString(16).padStart(64, '0') + v;
}

test.each(vectors.orders)('signatures: $label is its owner’s, under the signed domain alone [A14]', async (each) => {
  const domain = vectorDomain(each);
  const other = { ...domain, verifyingContract: `0x${'0b'.repeat(20)}` };
  const { orderId } = each;
  const expected = { orderId, recovered: VECTOR_SIGNER, expectedDigest: each.typedDataSignDigest ?? orderId };
  for (const isNegRisk of [false, true]) {
    const domains = isNegRisk ? { domain: other, negRiskDomain: domain } : { domain, negRiskDomain: other };
    const both = await createChecker({ ...domains, signInChainIds: [1], authMessage });
    expect(checkOrder(both, vectorOrder(each), each.signature, isNegRisk)).toEqual(expected);
    expectAnother(each, checkOrder(both, vectorOrder(each), each.signature, !isNegRisk));
  }
});

test('signatures: the L1 message is recovered to its wallet [A14]', () =>
  expect(recoverAuth(checker, vectors.l1.message, vectors.l1.signature)).toBe(VECTOR_SIGNER));

describe('signatures: forms of a 65-byte signature', () => {
  const order = vectorOrder(plain);
  const { signature } = plain;
  const rs = signature.slice(0, 130);

  test.each([
    ['upper-case hex', `0x${signature.slice(2).toUpperCase()}`],
    ['a v of 0 for 27', `${rs}00`],
  ])('signatures: %s is accepted', (_name, accepted) =>
    expect(checkOrder(checker, order, accepted).recovered).toBe(VECTOR_SIGNER),
  );

  test('signatures: a v of 1 means 28', () => {
    const other = vectors.orders.find((each) => each.signature.length === 132 && each.signature.endsWith('1c'));
    expect(other).toBeDefined();
    const { message } = vectors.l1;
    const signatures = ['1c', '01'].map((v) => recoverAuth(checker, message, vectors.l1.signature.slice(0, 130) + v));
    expect(signatures[0]).toMatch(/^0x[0-9a-f]{40}$/);
    expect(signatures[1]).toBe(signatures[0]);
  });

  test.each([
    ['the mirrored signature with a high s', mirrored(signature)],
    ['an empty text', ''],
    ['no 0x', signature.slice(2)],
    ['0X', `0X${signature.slice(2)}`],
    ['64 bytes', rs],
    ['66 bytes', `${signature}00`],
    ['a line feed at its end', `${signature}\n`],
    ['another letter', `${signature.slice(0, 40)}g${signature.slice(41)}`],
    ['a character whose low byte is a digit', `${signature.slice(0, 40)}\u0130${signature.slice(41)}`],
    ['v 29', `${rs}1d`],
    ['v 2', `${rs}02`],
    ['v 37 of a chain id', `${rs}25`],
    ['r zero', `0x${'0'.repeat(64)}${signature.slice(66)}`],
    ['s zero', `${signature.slice(0, 66)}${'0'.repeat(64)}1b`],
    ['r not below the curve order', `0x${CURVE_ORDER.toString(16)}${signature.slice(66)}`],
    ['the nested form', nested.signature],
  ])('signatures: %s recovers no one, and the order id is still given', (_name, malformed) => {
    const { orderId } = plain;
    expect(checkOrder(checker, order, malformed)).toEqual({ orderId, recovered: null, expectedDigest: orderId });
  });

  test('signatures: one flipped bit anywhere never gives the signer again', () =>
    forAll(200, [fc.nat(63), fc.nat(7)], (index, bit) => {
      expect(checkOrder(checker, order, flip(signature, index, 1 << bit)).recovered).not.toBe(VECTOR_SIGNER);
    }));
});

describe('signatures: every field is signed', () => {
  const hash = `0x${'00'.repeat(31)}01`;
  test.each<[string, Partial<SignedOrderFields>]>([
    ['salt', { salt: 479249096355n }],
    ['maker', { maker: '0x2222222222222222222222222222222222222222' }],
    ['signer', { signer: '0x2222222222222222222222222222222222222222' }],
    ['tokenId', { tokenId: 1235n }],
    ['makerAmount', { makerAmount: 100000001n }],
    ['takerAmount', { takerAmount: 49999999n }],
    ['side', { side: 1 }],
    ['signatureType', { signatureType: 1 }],
    ['timestamp', { timestamp: 1700000000001n }],
    ['metadata', { metadata: hash }],
    ['builder', { builder: hash }],
  ])('signatures: another %s is another order that the signer did not sign', (_field, change) => {
    for (const each of [plain, nested])
      expectAnother(each, checkOrder(checker, { ...vectorOrder(each), ...change }, each.signature));
  });

  test('signatures: the same order at another venue is another order', async () => {
    const domain = vectorDomain(plain);
    const verifyingContract = '0x00000000000000000000000000000000000b0b0c';
    for (const change of [{ name: 'Other' }, { version: '2' }, { chainId: 1 }, { verifyingContract }]) {
      const other = await createChecker({ domain: { ...domain, ...change }, signInChainIds: [1], authMessage });
      for (const each of [plain, nested]) expectAnother(each, checkOrder(other, vectorOrder(each), each.signature));
    }
  });

  test.each([
    ['address', { address: '0x2222222222222222222222222222222222222222' }],
    ['timestamp', { timestamp: '10000001' }],
    ['timestamp with a leading zero', { timestamp: '010000000' }],
    ['nonce', { nonce: '24' }],
  ])('signatures: another %s is another L1 message', (_field, change) => {
    const recovered = recoverAuth(checker, { ...vectors.l1.message, ...change }, vectors.l1.signature);
    expect(recovered).not.toBe(VECTOR_SIGNER);
  });

  test('signatures: an L1 message of any of the chains that count is the wallet’s, and no other [A22]', async () => {
    const { chainId } = vectors.l1.domain;
    const signerAt = async (...signInChainIds: number[]): Promise<string | null> => {
      const each = await createChecker({ domain: vectorDomain(plain), signInChainIds, authMessage });
      return recoverAuth(each, vectors.l1.message, vectors.l1.signature);
    };
    expect([await signerAt(chainId, 137), await signerAt(137, chainId)]).toEqual([VECTOR_SIGNER, VECTOR_SIGNER]);
    expect(await signerAt(137)).not.toBe(VECTOR_SIGNER);
    // A refusal names the signer under the venue's own chain, with or without the other.
    expect(await signerAt(1, 137)).toBe(await signerAt(1));
    await expect(signerAt()).rejects.toThrow(RangeError);
  });
});

describe('signatures: nested form of contract wallets', () => {
  const order = vectorOrder(nested);
  const { signature } = nested;
  const refusal = { orderId: nested.orderId, recovered: null, expectedDigest: nested.typedDataSignDigest };

  test.each([
    ['the domain separator', flip(signature, 65)],
    ['the contents hash', flip(signature, 65 + 32)],
    ['the type string', flip(signature, 65 + 64)],
    ['the end of the type string', flip(signature, -3)],
    ['the high byte of the length', flip(signature, -2)],
    ['the low byte of the length', flip(signature, -1)],
    ['v', flip(signature, 64, 0x10)],
    ['s, made high', mirrored(signature.slice(0, 132)) + signature.slice(132)],
    ['a byte less', signature.slice(0, -2)],
    ['a byte more', `${signature}00`],
    ['the inner signature alone', nested.innerSignature ?? ''],
    ['the domain separator of another venue', vector('type3-polymarket-normal-137').signature],
  ])('signatures: nested, %s is refused', (_part, tampered) =>
    expect(checkOrder(checker, order, tampered)).toEqual(refusal),
  );

  test('signatures: nested, any flipped bit is refused', () =>
    forAll(300, [fc.nat(316), fc.nat(7)], (index, bit) => {
      const { recovered } = checkOrder(checker, order, flip(signature, index, 1 << bit));
      expect(recovered).not.toBe(VECTOR_SIGNER);
      if (index >= 65) expect(recovered).toBeNull();
    }));

  test('signatures: nested, the owner signing the plain order id instead is not recovered', () => {
    const tail = signature.slice(132);
    expect(checkOrder(checker, order, signDigest(nested.orderId) + tail).recovered).not.toBe(VECTOR_SIGNER);
    const digest = nested.typedDataSignDigest ?? '';
    expect(checkOrder(checker, order, signDigest(digest) + tail).recovered).toBe(VECTOR_SIGNER);
  });
});

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

test('sign-in: one for chain 137 by a client of the ecosystem, with a nonce', async () => {
  const standard = { signInChainIds: [137], authMessage: STANDARD_AUTH_MESSAGE };
  const of = await createChecker({ domain: vectorDomain(plain), ...standard });
  const message = { ...vectors.l1.message, timestamp: '1700000000', nonce: '42' };
  const signature =
    '0x8e61f918d542a48ff9433fb6cc4c172a2763ad53dda8afa07f77321e2e0a1e3055f29fac1408e0020dca977190fd4f01b1c73b5e2078be29c88a32887945fe2a1b';
  expect(recoverAuth(of, message, signature)).toBe(VECTOR_SIGNER);
  expect(recoverAuth(of, { ...message, nonce: '43' }, signature)).not.toBe(VECTOR_SIGNER);
});
