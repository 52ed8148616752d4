/** Signed data compared with recorded vectors. */
import { expect, test } from 'vitest';
import vectors from './fixtures/signing-vectors.json' with { type: 'json' };
import { toHex } from './hex.ts';
import { signOrder } from './order.ts';
import { checksumAddress, createSigner } from './signer.ts';
import {
  authenticationDigest,
  domainSeparator,
  nestedOrderDigest,
  type OrderMessage,
  orderStructHash,
} from './typed-data.ts';

type OrderVector = (typeof vectors.orders)[number];

const signer = createSigner(vectors.privateKey);
const nested = vectors.orders.filter((vector) => vector.message.signatureType === 3);

function messageOf({ message }: OrderVector): OrderMessage {
  return {
    ...message,
    salt: BigInt(message.salt),
    tokenId: BigInt(message.tokenId),
    makerAmount: BigInt(message.makerAmount),
    takerAmount: BigInt(message.takerAmount),
    side: message.side === 0 ? 'BUY' : 'SELL',
    signatureType: message.signatureType === 3 ? 3 : 0,
    timestamp: BigInt(message.timestamp),
  };
}

test.each(vectors.orders)('typed data: $label has the recorded id and signature', async (vector) => {
  expect(await signOrder(messageOf(vector), vector.domain, signer)).toEqual({
    orderId: vector.orderId,
    signature: vector.signature,
  });
});

test('typed data: the struct hash is the recorded one', () => {
  for (const vector of vectors.orders) {
    expect(toHex(orderStructHash(messageOf(vector)))).toBe(vector.structHash ?? vector.contentsHash);
  }
});

test('typed data: a contract wallet signs the nested digest of its own address', () => {
  expect(nested).toHaveLength(2);
  for (const vector of nested) {
    const message = messageOf(vector);
    const separator = domainSeparator(vector.domain);
    const digest = nestedOrderDigest(separator, orderStructHash(message), vector.domain.chainId, message.maker);
    expect(toHex(separator)).toBe(vector.domainSeparator);
    expect(toHex(digest)).toBe(vector.typedDataSignDigest);
    expect(signer.signDigest(digest)).toBe(vector.innerSignature);
  }
});

test('typed data: a sell has another id than the same buy', async () => {
  const vector = vectors.orders[0]!;
  const sell = await signOrder({ ...messageOf(vector), side: 'SELL' }, vector.domain, signer);
  expect(sell.orderId).not.toBe(vector.orderId);
});

test('typed data: fields out of range are refused', () => {
  const message = messageOf(vectors.orders[0]!);
  expect(() => orderStructHash({ ...message, salt: 1n << 256n })).toThrow(RangeError);
  expect(() => orderStructHash({ ...message, makerAmount: -1n })).toThrow(RangeError);
  expect(() => orderStructHash({ ...message, maker: '0x12' })).toThrow(RangeError);
  expect(() => orderStructHash({ ...message, builder: '' })).toThrow(RangeError);
});

const { l1 } = vectors;

test('typed data: the authentication message has the recorded digest and signature', () => {
  const digest = authenticationDigest({
    address: l1.message.address,
    chainId: l1.domain.chainId,
    text: l1.message.message,
    timestamp: l1.message.timestamp,
    nonce: BigInt(l1.message.nonce),
  });
  expect(toHex(digest)).toBe(l1.digest);
  expect(signer.signDigest(digest)).toBe(l1.signature);
});

test('signer: the address of a key is checksummed', () => {
  expect(signer.address).toBe(vectors.address);
  expect(checksumAddress(vectors.address.toLowerCase())).toBe(vectors.address);
});

test('signer: a key of zero or of the wrong length is refused', () => {
  expect(() => createSigner(`0x${'0'.repeat(64)}`)).toThrow();
  expect(() => createSigner('0x1234')).toThrow(RangeError);
});
