/**
 * EIP-712 digests that wallets sign at this venue: orders, orders nested for contract wallets (the form of ERC-7739)
 * and the L1 authentication message. Pure byte work for the worker thread: it knows nothing of signatures or threads.
 *
 * Order of encoded words: https://eips.ethereum.org/EIPS/eip-712 (`hashStruct`, `domainSeparator`).
 */
import type { SigningDomain } from '@bellwether/ports/signatures.ts';
import type { Keccak } from './keccak.ts';

export const WORD_BYTES = 32;
export const ORDER_WORDS = 11;
/** Words of the order that hold `maker`, `signer` and `signatureType`. */
export const MAKER_WORD = 1;
export const SIGNER_WORD = 2;
export const SIGNATURE_TYPE_WORD = 7;

const ORDER_TYPE =
  'Order(uint256 salt,address maker,address signer,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,' +
  'uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder)';
const NESTED_TYPE =
  'TypedDataSign(Order contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)' +
  ORDER_TYPE;
const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
const AUTH_DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId)';
const AUTH_TYPE = 'ClobAuth(address address,string timestamp,uint256 nonce,string message)';

const AUTH_DOMAIN_NAME = 'ClobAuthDomain';
const AUTH_DOMAIN_VERSION = '1';
/** Domain that a deposit wallet claims for itself inside the nested form. */
const WALLET_DOMAIN_NAME = 'DepositWallet';
const WALLET_DOMAIN_VERSION = '1';

/** ASCII of the order type, as a nested signature must repeat it (186 bytes). */
export const ORDER_TYPE_BYTES: Uint8Array = Buffer.from(ORDER_TYPE, 'ascii');

/** Digests under one venue's domain. Inputs are encoded words; results are fresh 32-byte arrays. */
export interface Digests {
  readonly domainSeparator: Uint8Array;
  /** `hashStruct` of an order given as its 11 encoded words (352 bytes). */
  orderStructHash(words: Uint8Array): Uint8Array;
  /** Digest that a wallet signs for an order with that struct hash; also the order id. */
  orderDigest(structHash: Uint8Array): Uint8Array;
  /** Digest that the owner of the contract wallet `walletWord` (32 bytes) signs for an order with that struct hash. */
  nestedDigest(structHash: Uint8Array, walletWord: Uint8Array): Uint8Array;
  /** Digest that a wallet signs to get API credentials. `timestamp` is the ASCII of the header. */
  authDigest(addressWord: Uint8Array, timestamp: Uint8Array, nonceWord: Uint8Array): Uint8Array;
}

/**
 * Precomputes everything that depends only on the venue. `authChainId` is the chain id of the L1 domain, `authMessage`
 * the sentence in the L1 message; wallets show it to their user.
 */
export function createDigests(
  keccak: Keccak,
  domain: SigningDomain,
  authChainId: number,
  authMessage: string,
): Digests {
  const text = (value: string): Uint8Array => keccak(Buffer.from(value, 'utf8'));
  const domainSeparator = keccak(
    Buffer.concat([
      text(DOMAIN_TYPE),
      text(domain.name),
      text(domain.version),
      integerWord(domain.chainId),
      addressWord(domain.verifyingContract),
    ]),
  );
  const authSeparator = keccak(
    Buffer.concat([
      text(AUTH_DOMAIN_TYPE),
      text(AUTH_DOMAIN_NAME),
      text(AUTH_DOMAIN_VERSION),
      integerWord(authChainId),
    ]),
  );

  // Each hashed structure has its own scratch buffer: its constant parts are written once, here.
  const order = new Uint8Array(WORD_BYTES * (1 + ORDER_WORDS));
  order.set(text(ORDER_TYPE), 0);

  const nested = new Uint8Array(WORD_BYTES * 7);
  nested.set(text(NESTED_TYPE), 0);
  nested.set(text(WALLET_DOMAIN_NAME), WORD_BYTES * 2);
  nested.set(text(WALLET_DOMAIN_VERSION), WORD_BYTES * 3);
  nested.set(integerWord(domain.chainId), WORD_BYTES * 4);
  // Words 1 (contents) and 5 (wallet) are written per order; word 6, the salt, stays zero.

  const auth = new Uint8Array(WORD_BYTES * 5);
  auth.set(text(AUTH_TYPE), 0);
  auth.set(text(authMessage), WORD_BYTES * 4);

  const envelope = new Uint8Array(2 + WORD_BYTES * 2);
  envelope[0] = 0x19;
  envelope[1] = 0x01;
  function digest(separator: Uint8Array, structHash: Uint8Array): Uint8Array {
    envelope.set(separator, 2);
    envelope.set(structHash, 2 + WORD_BYTES);
    return keccak(envelope);
  }

  return {
    domainSeparator,
    orderStructHash(words) {
      order.set(words, WORD_BYTES);
      return keccak(order);
    },
    orderDigest: (structHash) => digest(domainSeparator, structHash),
    nestedDigest(structHash, walletWord) {
      nested.set(structHash, WORD_BYTES);
      nested.set(walletWord, WORD_BYTES * 5);
      return digest(domainSeparator, keccak(nested));
    },
    authDigest(signerWord, timestamp, nonceWord) {
      auth.set(signerWord, WORD_BYTES);
      auth.set(keccak(timestamp), WORD_BYTES * 2);
      auth.set(nonceWord, WORD_BYTES * 3);
      return digest(authSeparator, keccak(auth));
    },
  };
}

function integerWord(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a chain id: ${value}`);
  return Buffer.from(value.toString(16).padStart(WORD_BYTES * 2, '0'), 'hex');
}

function addressWord(address: string): Uint8Array {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new RangeError(`not an address: ${address}`);
  return Buffer.from(address.slice(2).padStart(WORD_BYTES * 2, '0'), 'hex');
}
