/** Signed data compared with recorded vectors; data shown by wallets, hashed as in EIP-712, with the SDK's digests. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { walletHeaders } from './authentication.ts';
import { SignerError } from './errors.ts';
import vectors from './fixtures/signing-vectors.json' with { type: 'json' };
import { fromHex, toHex } from './hex.ts';
import { buildOrder, signOrder } from './order.ts';
import { createProviderSigner, createSigner, type TypedDataSigner } from './signer.ts';
import { type OrderMessage, orderStructHash } from './typed-data.ts';
import { orderTypedData, type TypedData } from './wallet-data.ts';

const verifyingContract = '0x00000000000000000000000000000000000b0b0b';
const domain = { name: 'Bellwether Exchange', version: '1', chainId: 31_337, verifyingContract };
const key = createSigner(vectors.privateKey);

type Types = TypedData['types'];

/** EIP-712 encoding as specified: any struct of atomic fields, text, and structs. */
function structHash(types: Types, name: string, value: Readonly<Record<string, unknown>>): Uint8Array {
  const fields = types[name] ?? [];
  const text = (type: string) => `${type}(${types[type]?.map((field) => `${field.type} ${field.name}`).join(',')})`;
  const others = fields.map(({ type }) => type).filter((type) => types[type] !== undefined);
  const words = fields.map((field) => encode(types, field.type, value[field.name]));
  return keccak_256(concatBytes(keccak_256(utf8ToBytes([name, ...others].map(text).join(''))), ...words));
}

function encode(types: Types, type: string, value: unknown): Uint8Array {
  if (types[type] !== undefined) return structHash(types, type, value as Record<string, unknown>);
  if (type === 'string') return keccak_256(utf8ToBytes(String(value)));
  const digits = String(value).startsWith('0x') ? String(value).slice(2) : BigInt(String(value)).toString(16);
  return fromHex(`0x${digits.padStart(64, '0')}`, 32);
}

function digestOf({ domain: signed, types, primaryType, message }: TypedData): Uint8Array {
  const EIP712Domain = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    ...(signed.verifyingContract === undefined ? [] : [{ name: 'verifyingContract', type: 'address' }]),
  ];
  const separator = structHash({ EIP712Domain }, 'EIP712Domain', { ...signed });
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), separator, structHash(types, primaryType, message)));
}

const wallet: TypedDataSigner = {
  address: key.address,
  signTypedData: async (data) => String(await key.signDigest(digestOf(data))),
};
/** A browser wallet: gets JSON and returns the bare recovery bit, as some wallets do. */
const provider = {
  request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }): Promise<unknown> => {
    if (method === 'eth_requestAccounts') return [key.address.toLowerCase()];
    expect(method).toBe('eth_signTypedData_v4');
    const bytes = fromHex(await wallet.signTypedData(JSON.parse(String(params[1])) as TypedData), 65);
    bytes[64] = (bytes[64] ?? 27) - 27;
    return toHex(bytes);
  },
};

const messageOf = ({ message }: (typeof vectors.orders)[number]): OrderMessage => ({
  ...message,
  salt: BigInt(message.salt),
  tokenId: BigInt(message.tokenId),
  makerAmount: BigInt(message.makerAmount),
  takerAmount: BigInt(message.takerAmount),
  side: message.side === 0 ? 'BUY' : 'SELL',
  signatureType: message.signatureType === 3 ? 3 : 0,
  timestamp: BigInt(message.timestamp),
});

test.each(vectors.orders)('typed data: $label has the recorded id and signature', async (vector) => {
  const { orderId, signature } = vector;
  expect(await signOrder(messageOf(vector), vector.domain, key)).toEqual({ orderId, signature });
});

test.each([{ salt: 1n << 256n }, { makerAmount: -1n }, { maker: '0x12' }, { builder: '' }])(
  'typed data: the field of %o is out of range and refused',
  (field) => expect(() => orderStructHash({ ...messageOf(vectors.orders[0]!), ...field })).toThrow(RangeError),
);

test('signer: a key of zero or of the wrong length is refused', () => {
  expect(() => createSigner(`0x${'0'.repeat(64)}`)).toThrow();
  expect(() => createSigner('0x1234')).toThrow(RangeError);
});

test.each([0, 1, 2, 3] as const)('wallet data: type %s is signed as with the raw key', async (signatureType) => {
  const order = { tokenId: '1234', side: 'SELL', price: '0.55', size: '100' } as const;
  const of = (signer: Parameters<typeof buildOrder>[0]['signer']) =>
    buildOrder({
      ...{ ...order, domain, signer, owner: 'k', signatureType, nowMs: 1 },
      ...(signatureType !== 0 && { wallet: '0x1111111111111111111111111111111111111111' }),
    });
  for (const signer of [wallet, await createProviderSigner(provider)]) {
    let digest = '';
    const watched: TypedDataSigner = {
      address: signer.address,
      signTypedData: async (data) => {
        digest = toHex(digestOf(data));
        return signer.signTypedData(data);
      },
    };
    const salted = await of(watched);
    expect(signer.address).toBe(key.address);
    // Types 0 to 2 sign the order id itself; type 3 signs an envelope, which the recorded vectors cover.
    if (signatureType !== 3) expect(digest).toBe(salted.orderId);
    expect(salted.body.order.signature.slice(0, 132)).toBe(await key.signDigest(fromHex(digest, 32)));
  }
});

test('wallet data: the envelope of a contract wallet is the recorded one', () => {
  const vector = vectors.orders.find(({ message }) => message.signatureType === 3)!;
  expect(toHex(digestOf(orderTypedData(messageOf(vector), vector.domain)))).toBe(vector.typedDataSignDigest);
});

const TERMS = { chainId: 80_002, authMessage: vectors.l1.message.message };
test('wallet data: a wallet proves itself as a raw key does', async () => {
  const headers = await walletHeaders(key, TERMS, 10_000_000, 23);
  expect(await walletHeaders(wallet, TERMS, 10_000_000, 23)).toEqual(headers);
  expect(headers['SERVICE_SIGNATURE']).toBe(vectors.l1.signature);
});

test('wallet data: an owner who says no is a typed error', async () => {
  const refusing = { ...wallet, signTypedData: () => Promise.reject(new Error('User rejected the request')) };
  const order = { tokenId: '1', side: 'BUY', price: '0.5', size: '5' } as const;
  const signed = buildOrder({ ...order, domain, signer: refusing, owner: 'k' });
  await expect(signed).rejects.toBeInstanceOf(SignerError);
});
