/** The address of a private key. */
import secp256k1 from 'secp256k1';
import { createKeccak256, type Keccak } from './keccak.ts';

let hashing: Promise<Keccak> | null = null;

/** Address in lower case. Throws when the 32 bytes are not a valid key. */
export async function addressOfKey(key: Uint8Array): Promise<string> {
  hashing ??= createKeccak256();
  const keccak = await hashing;
  const point = secp256k1.publicKeyCreate(key, false).subarray(1);
  return `0x${Buffer.from(keccak(point).subarray(12)).toString('hex')}`;
}
