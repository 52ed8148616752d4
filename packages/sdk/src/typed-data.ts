/**
 * EIP-712 hashing of the data that wallets sign: orders, their nested form for contract wallets, and the message that
 * creates an API key. Pure functions from fields to digests; signers sign them.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { InvalidInputError } from './errors.ts';
import { fromHex, toHex } from './hex.ts';

/** EIP-712 domain of exchange orders, as `GET /venue` states it. */
export interface SigningDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly verifyingContract: string;
}

export type Side = 'BUY' | 'SELL';

/** 0: a plain wallet. 1, 2: a wallet owned by the signer. 3: a contract wallet that is both maker and signer. */
export type SignatureType = 0 | 1 | 2 | 3;

/** The eleven signed fields of an order. Integers in 0..2^256-1, amounts in millionths, timestamp in Unix ms. */
export interface OrderMessage {
  readonly salt: bigint;
  readonly maker: string;
  readonly signer: string;
  readonly tokenId: bigint;
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
  readonly side: Side;
  readonly signatureType: SignatureType;
  readonly timestamp: bigint;
  /** 32 bytes in hex. */
  readonly metadata: string;
  /** 32 bytes in hex. */
  readonly builder: string;
}

/** Message that a wallet signs to create or derive an API key. */
export interface AuthenticationMessage {
  readonly address: string;
  readonly chainId: number;
  /** The venue's own text: `authMessage` of `GET /venue`. */
  readonly text: string;
  /** Unix seconds in decimal, the same text as in the header. */
  readonly timestamp: string;
  readonly nonce: bigint;
}

export const ZERO_BYTES32 = `0x${'0'.repeat(64)}`;

const ORDER_TYPE =
  'Order(uint256 salt,address maker,address signer,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,' +
  'uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder)';
const NESTED_TYPE =
  'TypedDataSign(Order contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)';

const hashText = (text: string): Uint8Array => keccak_256(utf8ToBytes(text));

const ORDER_TYPE_BYTES = utf8ToBytes(ORDER_TYPE);
const ORDER_TYPE_HASH = hashText(ORDER_TYPE);
const NESTED_TYPE_HASH = hashText(NESTED_TYPE + ORDER_TYPE);
const DOMAIN_TYPE_HASH = hashText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
const AUTHENTICATION_DOMAIN_TYPE_HASH = hashText('EIP712Domain(string name,string version,uint256 chainId)');
const AUTHENTICATION_TYPE_HASH = hashText('ClobAuth(address address,string timestamp,uint256 nonce,string message)');
/** The contract wallet's own domain; the nested form repeats its fields. */
export const WALLET_DOMAIN = { name: 'DepositWallet', version: '1' } as const;
const WALLET_NAME_HASH = hashText(WALLET_DOMAIN.name);
const WALLET_VERSION_HASH = hashText(WALLET_DOMAIN.version);
const DIGEST_PREFIX = Uint8Array.of(0x19, 0x01);
const ZERO_WORD = new Uint8Array(32);

export function domainSeparator(domain: SigningDomain): Uint8Array {
  return hashWords(
    DOMAIN_TYPE_HASH,
    hashText(domain.name),
    hashText(domain.version),
    integerWord(BigInt(domain.chainId)),
    addressWord(domain.verifyingContract),
  );
}

/** EIP-712 struct hash of an order. Throws `InvalidInputError` for a field out of range. */
export function orderStructHash(order: OrderMessage): Uint8Array {
  return hashWords(
    ORDER_TYPE_HASH,
    integerWord(order.salt),
    addressWord(order.maker),
    addressWord(order.signer),
    integerWord(order.tokenId),
    integerWord(order.makerAmount),
    integerWord(order.takerAmount),
    integerWord(order.side === 'BUY' ? 0n : 1n),
    integerWord(BigInt(order.signatureType)),
    integerWord(order.timestamp),
    fromHex(order.metadata, 32, 'metadata'),
    fromHex(order.builder, 32, 'builder'),
  );
}

/** Digest of a struct under a domain. For an order this is the order id, and signature types 0 to 2 sign it. */
export function typedDataDigest(separator: Uint8Array, structHash: Uint8Array): Uint8Array {
  return keccak_256(concatBytes(DIGEST_PREFIX, separator, structHash));
}

/**
 * Digest that the owner of a contract wallet signs (type 3): the order inside `TypedDataSign`, under the venue's
 * domain.
 */
export function nestedOrderDigest(
  separator: Uint8Array,
  structHash: Uint8Array,
  chainId: number,
  wallet: string,
): Uint8Array {
  const nested = hashWords(
    NESTED_TYPE_HASH,
    structHash,
    WALLET_NAME_HASH,
    WALLET_VERSION_HASH,
    integerWord(BigInt(chainId)),
    addressWord(wallet),
    ZERO_WORD,
  );
  return typedDataDigest(separator, nested);
}

/** The 317 bytes sent as a type 3 signature: the inner signature and everything that it commits to. */
export function nestedOrderSignature(innerSignature: string, separator: Uint8Array, structHash: Uint8Array): string {
  const length = Uint8Array.of(ORDER_TYPE_BYTES.length >> 8, ORDER_TYPE_BYTES.length & 0xff);
  return toHex(concatBytes(fromHex(innerSignature, 65), separator, structHash, ORDER_TYPE_BYTES, length));
}

/** Mark at the end of a signature that a key of a wallet made. */
const KEY_MARK = new Uint8Array(32).map((_, place) => (place % 2 === 0 ? 0x64 : 0x92));

/** The 480 bytes sent if a key of a contract wallet signs in place of its owner; `nested` is the key's own signature. */
export function keyOrderSignature(nested: string, key: string): string {
  const bytes = fromHex(nested, nested.length / 2 - 1);
  const [place, length] = [96n, BigInt(bytes.length)].map(integerWord) as [Uint8Array, Uint8Array];
  const padding = new Uint8Array((32 - (bytes.length % 32)) % 32);
  return toHex(concatBytes(addressWord(key), ZERO_WORD, place, length, bytes, padding, KEY_MARK));
}

/** Digest of the `ClobAuth` message of wallet authentication. */
export function authenticationDigest(message: AuthenticationMessage): Uint8Array {
  const separator = hashWords(
    AUTHENTICATION_DOMAIN_TYPE_HASH,
    hashText('ClobAuthDomain'),
    hashText('1'),
    integerWord(BigInt(message.chainId)),
  );
  const structHash = hashWords(
    AUTHENTICATION_TYPE_HASH,
    addressWord(message.address),
    hashText(message.timestamp),
    integerWord(message.nonce),
    hashText(message.text),
  );
  return typedDataDigest(separator, structHash);
}

function hashWords(...words: readonly Uint8Array[]): Uint8Array {
  return keccak_256(concatBytes(...words));
}

function integerWord(value: bigint): Uint8Array {
  if (value < 0n || value >= 1n << 256n) throw new InvalidInputError(`not an unsigned 256-bit integer: ${value}`);
  return fromHex(`0x${value.toString(16).padStart(64, '0')}`, 32);
}

function addressWord(address: string): Uint8Array {
  const word = new Uint8Array(32);
  word.set(fromHex(address, 20), 12);
  return word;
}
