/**
 * Who signs: a wallet behind an interface, so that a hardware wallet, a browser wallet or a faster library can stand in
 * for the raw-key signer here. A key never leaves its signer.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromHex, toHex } from './hex.ts';

export interface Signer {
  /** Checksummed address of the wallet. */
  readonly address: string;
  /** Signs 32 bytes as they are: `0x` and r, s, v in 65 bytes, v being 27 or 28. */
  signDigest(digest: Uint8Array): Promise<string> | string;
}

/** A signer from a raw private key: 32 bytes, or `0x` and 64 hex digits. Throws when it is no valid key. */
export function createSigner(privateKey: string | Uint8Array): Signer {
  const key = typeof privateKey === 'string' ? fromHex(privateKey, 32) : privateKey.slice();
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

/** The address in mixed case as EIP-55 says: capital letters carry a checksum. Throws `RangeError` for no address. */
export function checksumAddress(address: string): string {
  const digits = bytesToHex(fromHex(address, 20));
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const cased = Array.from(digits, (digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}
