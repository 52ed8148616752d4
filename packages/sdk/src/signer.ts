/**
 * Signers: a raw key here, or any wallet that signs typed data (a viem account, or a browser or hardware wallet behind
 * EIP-1193). A key never leaves its signer.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { InvalidInputError, SignerError } from './errors.ts';
import { fromHex, isHex, toHex } from './hex.ts';
import type { TypedData } from './wallet-data.ts';

/** Signs raw 32-byte digests; returns `0x` and r, s, v as 65 bytes, with v 27 or 28. */
export interface DigestSigner {
  /** Checksummed address of the wallet. */
  readonly address: string;
  signDigest(digest: Uint8Array): Promise<string> | string;
}

/** Signs EIP-712 data, as viem's accounts do. */
export interface TypedDataSigner {
  readonly address: string;
  signTypedData(data: TypedData): Promise<string>;
}

export type Signer = DigestSigner | TypedDataSigner;

/** A wallet behind EIP-1193, such as `window.ethereum`. */
export interface Eip1193Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** Creates a signer from a raw private key: 32 bytes, or `0x` and 64 hex digits. Throws if the key is invalid. */
export function createSigner(privateKey: string | Uint8Array): DigestSigner {
  const key = typeof privateKey === 'string' ? keyBytes(privateKey) : privateKey.slice();
  const publicKey = secp256k1.getPublicKey(key, false);
  const address = checksumAddress(toHex(keccak_256(publicKey.subarray(1)).subarray(12)));
  return {
    address,
    signDigest: (digest) => {
      // The library puts the recovery bit first, wallets put it last.
      const recovered = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
      const signature = new Uint8Array(65);
      signature.set(recovered.subarray(1));
      signature[64] = 27 + (recovered[0] ?? 0);
      return toHex(signature);
    },
  };
}

/** A mistyped key is almost the key, and errors end in logs: this one repeats nothing of it. */
function keyBytes(privateKey: string): Uint8Array {
  if (isHex(privateKey, 32)) return fromHex(privateKey, 32);
  const hint = isHex(privateKey.trim(), 32) ? '; there is white space around it' : '';
  throw new InvalidInputError(
    `the private key must be 0x and 64 hex digits, 66 characters, and has ${privateKey.length}${hint}`,
  );
}

/** Creates a signer from a browser wallet. Without `address` it asks the wallet for an account. */
export async function createProviderSigner(provider: Eip1193Provider, address?: string): Promise<TypedDataSigner> {
  const account = address ?? (await firstAccount(provider));
  return {
    address: checksumAddress(account),
    signTypedData: async (data) => {
      const signature = await provider.request({ method: 'eth_signTypedData_v4', params: [account, walletJson(data)] });
      if (typeof signature !== 'string') throw new SignerError('the wallet answered with no signature');
      return signature;
    },
  };
}

async function firstAccount(provider: Eip1193Provider): Promise<string> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' });
  const [first]: readonly unknown[] = Array.isArray(accounts) ? accounts : [];
  if (typeof first !== 'string') throw new SignerError('the wallet lends no account');
  return first;
}

/** JSON for `eth_signTypedData_v4`: integers as decimal text, and the domain's own type spelled out. */
function walletJson({ domain, types, primaryType, message }: TypedData): string {
  const EIP712Domain = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    ...(domain.verifyingContract === undefined ? [] : [{ name: 'verifyingContract', type: 'address' }]),
  ];
  return JSON.stringify({ domain, types: { EIP712Domain, ...types }, primaryType, message }, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** Signs by digest if the signer can, else by typed data. The result has v as 27 or 28, as venues expect. */
export async function signWith(signer: Signer, digest: Uint8Array, data: () => TypedData): Promise<string> {
  const signature = await ask(signer, digest, data);
  const bytes = fromHex(signature, 65);
  // Some hardware wallets return the bare recovery bit.
  const v = bytes[64] ?? 0;
  if (v <= 1) bytes[64] = 27 + v;
  return toHex(bytes);
}

async function ask(signer: Signer, digest: Uint8Array, data: () => TypedData): Promise<string> {
  try {
    return 'signDigest' in signer ? await signer.signDigest(digest) : await signer.signTypedData(data());
  } catch (cause) {
    throw cause instanceof SignerError ? cause : new SignerError('the wallet did not sign', { cause });
  }
}

/**
 * The address in mixed case as in EIP-55: capital letters carry a checksum. Throws `InvalidInputError` if it is not an
 * address.
 */
export function checksumAddress(address: string): string {
  const digits = bytesToHex(fromHex(address, 20));
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const cased = Array.from(digits, (digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}
