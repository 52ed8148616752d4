import { expect, test } from 'vitest';
import { buildOrder } from './order.ts';
import { createSigner } from './signer.ts';

const signer = createSigner(`0x${'1'.repeat(64)}`);
const WALLET = `0x${'11'.repeat(20)}`;
const order = {
  tokenId: '1234',
  side: 'BUY',
  price: '0.5',
  size: '10',
  signer,
  owner: 'key',
  nowMs: 1_700_000_000_000,
  domain: { name: 'Venue', version: '1', chainId: 31_337, verifyingContract: `0x${'0b'.repeat(20)}` },
} as const;

test('keys: an order of a wallet that is signed by a key of it names the key in its signature', async () => {
  const { body } = await buildOrder({ ...order, wallet: WALLET, signatureType: 3, asKey: true });
  expect([body.order.maker, body.order.signer]).toEqual([WALLET, WALLET]);
  expect(body.order.signature).toHaveLength(2 + 2 * 480);
  expect(body.order.signature.slice(26, 66)).toBe(signer.address.slice(2).toLowerCase());
  const own = await buildOrder({ ...order, wallet: WALLET, signatureType: 3 });
  expect(own.body.order.signature).toHaveLength(2 + 2 * 317);
});

test('keys: a key signs for contract wallets alone', () =>
  expect(buildOrder({ ...order, asKey: true })).rejects.toThrow('a key signs orders of signatureType 3'));
