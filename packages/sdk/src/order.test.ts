import { expect, test } from 'vitest';
import vectors from './fixtures/signing-vectors.json' with { type: 'json' };
import { buildOrder, type OrderContext, randomSalt, signOrder } from './order.ts';
import { createSigner } from './signer.ts';
import { ZERO_BYTES32 } from './typed-data.ts';

const WALLET = '0x1111111111111111111111111111111111111111';
const verifyingContract = '0x00000000000000000000000000000000000b0b0b';
const domain = { name: 'Bellwether Exchange', version: '1', chainId: 31_337, verifyingContract };
const signer = createSigner(vectors.privateKey);
const context: OrderContext = { domain, signer, owner: 'key', nowMs: 1_700_000_000_000 };
const limit = { tokenId: '1234', side: 'BUY', price: '0.55', size: '100' } as const;

test('order: a resting order carries everything that was signed', async () => {
  const { orderId, body } = await buildOrder({ ...context, ...limit, conditionId: ZERO_BYTES32, postOnly: true });
  const { salt, signature, ...order } = body.order;
  const blank = { metadata: ZERO_BYTES32, builder: ZERO_BYTES32 };
  expect(order).toEqual({
    ...{ maker: vectors.address, signer: vectors.address, tokenId: '1234', conditionId: ZERO_BYTES32, ...blank },
    ...{ makerAmount: '55000000', takerAmount: '100000000', side: 'BUY', signatureType: 0 },
    ...{ expiration: '0', timestamp: '1700000000000' },
  });
  expect(body).toMatchObject({ owner: 'key', orderType: 'GTC', postOnly: true });
  const integers = { salt: BigInt(salt), tokenId: 1234n, makerAmount: 55_000_000n, takerAmount: 100_000_000n };
  const terms = { side: 'BUY', signatureType: 0, timestamp: 1_700_000_000_000n } as const;
  const message = { ...order, ...integers, ...terms, ...blank };
  expect(await signOrder(message, domain, signer)).toEqual({ orderId, signature });
});

test('order: GTD carries its expiration unsigned, other types send 0', async () => {
  const { body } = await buildOrder({ ...context, ...limit, type: 'GTD', expiration: 1_700_000_100 });
  expect(body).toMatchObject({ orderType: 'GTD', order: { expiration: '1700000100' } });
  const fak = await buildOrder({ ...context, ...limit, type: 'FAK', amount: '10', tick: '0.01' });
  expect(fak.body).toMatchObject({ orderType: 'FAK', order: { expiration: '0', makerAmount: '10000000' } });
  expect(fak.body).not.toHaveProperty('postOnly');
});

test('order: a contract wallet is maker and signer, an owned wallet only maker, and a type that fits another wallet is not signed [S60]', async () => {
  const nested = await buildOrder({ ...context, ...limit, wallet: WALLET, signatureType: 3 });
  expect(nested.body.order).toMatchObject({ maker: WALLET, signer: WALLET, signatureType: 3 });
  expect(nested.body.order.signature).toHaveLength(2 + 2 * 317);
  const owned = await buildOrder({ ...context, ...limit, wallet: WALLET, signatureType: 1 });
  expect(owned.body.order).toMatchObject({ maker: WALLET, signer: vectors.address, signatureType: 1 });
  expect(owned.body.order.signature).toHaveLength(2 + 2 * 65);
  for (const wallet of [undefined, signer.address, signer.address.toLowerCase()])
    await expect(
      buildOrder({ ...context, ...limit, ...(wallet !== undefined && { wallet }), signatureType: 3 }),
    ).rejects.toThrow('signatureType 3 needs a wallet that is not the signer');
  await expect(buildOrder({ ...context, ...limit, wallet: WALLET })).rejects.toThrow('use 1, 2 or 3');
});

test('order: salts are safe integers and differ', () => {
  const salts = Array.from({ length: 1_000 }, randomSalt);
  expect(salts.every((salt) => Number.isSafeInteger(salt) && salt >= 0)).toBe(true);
  expect(new Set(salts).size).toBe(salts.length);
  expect(salts.some((salt) => salt > 2 ** 48)).toBe(true);
});
