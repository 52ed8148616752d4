/** Signatures by keys of wallets: an independent vector of the ecosystem, and everything that may differ from the form. */
import { forAll } from '@bellwether/engine/testing';
import { flipped } from '@bellwether/ledger/files/testing/flipped.ts';
import type { SignedOrderFields } from '@bellwether/ports/signatures.ts';
import { domainSeparator, keyOrderSignature, nestedOrderSignature } from '@bellwether/sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChecker } from './check.ts';
import { KEY_SIGNATURE_BYTES, readKeySignature } from './key-signature.ts';
import { createStaging, readOrderAnswer, writeOrderCheck } from './layout.ts';
import { signDigest, VECTOR_SIGNER } from './testing/vectors.ts';

const WALLET = '0x57ffbc34de23124faeb8387fcd689d314e57accd';
const ZERO = `0x${'00'.repeat(32)}`;
const ORDER: SignedOrderFields = {
  salt: 1n,
  maker: WALLET,
  signer: WALLET,
  tokenId: 1n,
  makerAmount: 1_000_000n,
  takerAmount: 500_000n,
  side: 0,
  signatureType: 3,
  timestamp: 0n,
  metadata: ZERO,
  builder: ZERO,
};
const DOMAIN = {
  name: 'Polymarket CTF Exchange',
  version: '2',
  chainId: 137,
  verifyingContract: '0xe111180000d2663c0091e4f400237545b87b996b',
};
/** As a client of the ecosystem signs it, with the key of the vectors as the wallet's key. */
const VECTOR = {
  contents: '0xfca95afd8be6199fbb0189b64e56dcb699ff65de2c0537634ea75429c10a1369',
  digest: '0x1e6bc7454035acfd73e6c098c4d96af9bb25515326e638228e672709a7a9f993',
  inner:
    '0x1e383ed0b10e0d805e740b8baba01c6c094f6141df91a74e923e20f80e6cfb5a33df6b3fc42042ce170d0e7bf87b473b867062412c26718c5359f47c8e6105611b',
};

const checker = await createChecker({ domain: DOMAIN, signInChainIds: [137], authMessage: 'unused' });

function check(signature: string, order = ORDER, of = checker) {
  const staging = createStaging(1);
  const end = writeOrderCheck(staging, 0, order, signature, 0);
  return readOrderAnswer(Buffer.from(of(staging.bytes.subarray(0, end), 1)), 0);
}

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');
const NESTED = nestedOrderSignature(VECTOR.inner, domainSeparator(DOMAIN), bytesOf(VECTOR.contents));
const WRAPPED = keyOrderSignature(NESTED, VECTOR_SIGNER);

test('key signatures: digest, contents and inner signature are those of the ecosystem’s client', () => {
  const { expectedDigest, recovered } = check(NESTED);
  expect([expectedDigest, recovered]).toEqual([VECTOR.digest, VECTOR_SIGNER]);
  expect(signDigest(VECTOR.digest)).toBe(VECTOR.inner);
});

test('key signatures: the digest is that of the contract, which an older exchange shows', async () => {
  const domain = { ...DOMAIN, verifyingContract: '0x4bfb41d5b3570defd03c39a9a4d8de6bd8b8982e' };
  const older = await createChecker({ domain, signInChainIds: [137], authMessage: 'unused' });
  expect(check(NESTED, ORDER, older)).toMatchObject({
    expectedDigest: '0x1b9566eedd9589a73275df23a3a9d9e2e9897e76d31cd46d436f1b824d161b33',
    recovered: null,
  });
});

test('key signatures: the wrapped form has the key, zero, the place and length of the bytes, and the mark', () => {
  const words = bytesOf(keyOrderSignature(NESTED, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'));
  expect(words.length).toBe(KEY_SIGNATURE_BYTES);
  const word = (at: number): string => words.subarray(at * 32, at * 32 + 32).toString('hex');
  expect(word(0)).toBe(`${'0'.repeat(24)}70997970c51812dc3a010c7d01b50e0d17dc79c8`);
  expect([word(1), word(2), word(3)].map((text) => BigInt(`0x${text}`))).toEqual([0n, 0x60n, 0x13dn]);
  expect(hex(words.subarray(128, 128 + 317))).toBe(NESTED);
  expect(words.subarray(-35).toString('hex')).toBe(`000000${'6492'.repeat(16)}`);
});

test('key signatures: the wrapped form is recovered to the key that it names, and to no other', () => {
  expect(check(WRAPPED).recovered).toBe(VECTOR_SIGNER);
  expect(check(keyOrderSignature(NESTED, WALLET)).recovered).toBeNull();
  // Types that the wallet's owner signs plainly have no such form.
  expect(check(WRAPPED, { ...ORDER, signatureType: 2 }).recovered).toBeNull();
  expect(check(WRAPPED, { ...ORDER, salt: 2n }).recovered).toBeNull();
});

test('key signatures: any flipped bit is refused', () => {
  expect(readKeySignature(bytesOf(WRAPPED))).not.toBeNull();
  forAll(300, [fc.nat(KEY_SIGNATURE_BYTES - 1), fc.nat(7)], (index, bit) => {
    expect(check(hex(flipped(bytesOf(WRAPPED), index, 1 << bit))).recovered).toBeNull();
  });
});

test.each([
  ['a byte less', WRAPPED.slice(0, -2)],
  ['a byte more', `${WRAPPED}00`],
  ['wrapped twice', keyOrderSignature(WRAPPED, VECTOR_SIGNER)],
])('key signatures: %s is refused', (_form, signature) => expect(check(signature).recovered).toBeNull());
