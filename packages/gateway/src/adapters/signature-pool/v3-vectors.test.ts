/** Vectors of the version 3 exchange: orders of markets of version v2, plain and nested. */

import type { OrderSignatureCheck, SignedOrderFields, SigningDomain } from '@bellwether/ports/signatures.ts';
import { orderDomains } from '@bellwether/venue/config/profile.ts';
import { describe, expect, test } from 'vitest';
import { createChecker } from './check.ts';
import { createDigests, ORDER_TYPE_BYTES } from './eip712.ts';
import { createKeccak256 } from './keccak.ts';
import { createStaging, HEADER_BYTES, readOrderAnswer, WORDS_BYTES, writeOrderCheck } from './layout.ts';
import { signDigest, VECTOR_SIGNER, vector, vectorOrder } from './testing/vectors.ts';

const OWN = `0x${'0a'.repeat(20)}`;
const [v3] = orderDomains('polymarket', OWN, 'on').v2Domains as [SigningDomain];
const [test3, otherTest3] = orderDomains('polymarket', OWN).v2Domains as [SigningDomain, SigningDomain];
const { domain: v2 } = orderDomains('polymarket', OWN, 'on');

const keccak = await createKeccak256();
const digestsOf = (domain: SigningDomain) => createDigests(keccak, domain, 1, '');
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
/** Place of the terms of version v2 in a check. */
const V2_TERMS = 2;

async function check(
  order: SignedOrderFields,
  signature: string,
  v2Domains: readonly SigningDomain[],
): Promise<OrderSignatureCheck> {
  const checker = await createChecker({ domain: v2, v2Domains, signInChainIds: [1], authMessage: '' });
  const staging = createStaging(1);
  const end = writeOrderCheck(staging, 0, order, signature, V2_TERMS);
  return readOrderAnswer(Buffer.from(checker(staging.bytes.subarray(0, end), 1)), 0);
}

function structHashOf(order: SignedOrderFields): string {
  const staging = createStaging(1);
  writeOrderCheck(staging, 0, order, '');
  return hex(digestsOf(v3).orderStructHash(staging.bytes.subarray(HEADER_BYTES, HEADER_BYTES + WORDS_BYTES)));
}

const ZERO = `0x${'0'.repeat(64)}`;
const padded = (digits: string): string => `0x${digits.padStart(64, '0')}`;

test.each([
  ['chain 137', v3, '0x466c63910185bbd55e8679264200c4e0abdcbb0c6264eb3d41d13326022e095b'],
  ['the test chain', test3, '0xe93172f78c3b269e2bc65e23f10853cc4452e71bc59b873ed32c6d5d6d99a570'],
  ['the test chain’s other one', otherTest3, '0xdf8b5fd204134b8d562677d7fc9346884e8f02ef2fd43358239393723e8833e6'],
])('v3: the domain separator of %s', (_name, domain, separator) =>
  expect(hex(digestsOf(domain).domainSeparator)).toBe(separator),
);

test('v3: the struct is that of version 2', () => {
  const order: SignedOrderFields = {
    salt: 12_345n,
    maker: `0x${'1234567890'.repeat(4)}`,
    signer: `0x${'2345678901'.repeat(4)}`,
    tokenId: BigInt(`0x${Array.from({ length: 32 }, (_, at) => (at + 1).toString(16).padStart(2, '0')).join('')}`),
    makerAmount: 1_000_000n,
    takerAmount: 500_000n,
    side: 0,
    signatureType: 0,
    timestamp: 1_700_000_000n,
    metadata: padded('deadbeef'),
    builder: padded('feedface'),
  };
  expect(structHashOf(order)).toBe('0x08b5c2f163715a48f38ae24e8d1b9ab97bb3d457245b854c1b6cb2a69142742a');
});

describe('v3: an order of a contract wallet', () => {
  const wallet = `0x${'11'.repeat(20)}`;
  const order: SignedOrderFields = {
    ...{ salt: 123_456_789n, maker: wallet, signer: wallet, makerAmount: 1_000_000n, takerAmount: 2_000_000n },
    ...{ side: 0, signatureType: 3, timestamp: 1_700_000_000_000n, metadata: ZERO, builder: ZERO },
    tokenId: 114939405159945266324373166726329780148019211964124316114378035183042688731645n,
  };
  const contents = '545bb0acfa43e7ab46ad128d955cfbf9a6c6563497d6b522a6c73ac7c5f14972';
  const inner =
    '0xa095a1bd3fd2b74332da57de8e87cf2270afd99c163557f4822a4f86bb8b37340b553287f4dd408f5924758a9a347cf1df300e859b822253cdf5b5c34ba7b52d1c';
  const signatureFor = (domain: SigningDomain): string =>
    `${inner}${hex(digestsOf(domain).domainSeparator).slice(2)}${contents}${hex(ORDER_TYPE_BYTES).slice(2)}00ba`;

  test('v3: its nested digest, its id and its owner', async () => {
    expect(structHashOf(order)).toBe(`0x${contents}`);
    expect(await check(order, signatureFor(v3), [v3])).toEqual({
      orderId: '0xb46df2946a189c74854bd402343fea6cb5c531efb9b9871472c57024e900d39a',
      recovered: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
      expectedDigest: '0x74319733b6677c6de57a23417d31b47f7293081826f4bd4044a6d82299114220',
    });
  });

  test('v3: the same order has another id in version 2, for which the signature is none', async () => {
    expect(await check(order, signatureFor(v3), [v2])).toMatchObject({
      orderId: '0xb417cc1603ef19c249b31eafc7059ff396c603c11dd4ea9ad4ec0769ed1990fe',
      recovered: null,
    });
  });

  test('v3: of several domains it is the one that the nested form names', async () => {
    const named = await check(order, signatureFor(test3), [otherTest3, test3]);
    expect(named).toMatchObject({ orderId: hex(digestsOf(test3).orderDigest(Buffer.from(contents, 'hex'))) });
    expect(named.recovered).not.toBeNull();
  });
});

describe('v3: an order of a key', () => {
  const order = vectorOrder(vector('polymarket-normal-137'));
  const signature =
    '0x679549ff3a62108b5e0d91895e51eebbcf5c503f020759f27e827a245d4160b562875d2cfba5f2a7472ab7333c92fde8c19d21a0ab156b6d9143cb9021b256691c';

  test('v3: its id and its signer', async () =>
    expect(await check(order, signature, [v3])).toMatchObject({
      orderId: '0xaed1a8dc29aa2755071bb98c721f311b41e717d2681e8946887b1a93877d7d11',
      recovered: VECTOR_SIGNER,
    }));

  test('v3: either domain of the test chain is taken, and the id is that of the one signed for', async () => {
    const ids = [test3, otherTest3].map((domain) =>
      hex(digestsOf(domain).orderDigest(Buffer.from(structHashOf(order).slice(2), 'hex'))),
    );
    for (const orderId of ids)
      expect(await check(order, signDigest(orderId), [test3, otherTest3])).toMatchObject({
        orderId,
        recovered: VECTOR_SIGNER,
      });
    const neither = await check(order, signature, [test3, otherTest3]);
    expect(neither.orderId).toBe(ids[0]);
    expect(neither.recovered).not.toBe(VECTOR_SIGNER);
  });
});
