/** Signing vectors in the form that the pool takes, and a wallet for further signatures. For tests only. */

import type { SignedOrderFields, SigningDomain } from '@bellwether/ports/signatures.ts';
import secp256k1 from 'secp256k1';
import vectors from '../../../auth/fixtures/signing-vectors.json' with { type: 'json' };

export type OrderVector = (typeof vectors.orders)[number];

export function vectorDomain(vector: OrderVector): SigningDomain {
  return { ...vector.domain, verifyingContract: vector.domain.verifyingContract.toLowerCase() };
}

export function vectorOrder(vector: OrderVector): SignedOrderFields {
  const { message } = vector;
  return {
    salt: BigInt(message.salt),
    maker: message.maker.toLowerCase(),
    signer: message.signer.toLowerCase(),
    tokenId: BigInt(message.tokenId),
    makerAmount: BigInt(message.makerAmount),
    takerAmount: BigInt(message.takerAmount),
    side: message.side === 0 ? 0 : 1,
    signatureType: message.signatureType === 3 ? 3 : 0,
    timestamp: BigInt(message.timestamp),
    metadata: message.metadata,
    builder: message.builder,
  };
}

export function vector(label: string): OrderVector {
  const found = vectors.orders.find((candidate) => candidate.label === label);
  if (found === undefined) throw new Error(`no vector ${label}`);
  return found;
}

/** Lower-case address of the key that signed all vectors. */
export const VECTOR_SIGNER = vectors.address.toLowerCase();

/** Signs a digest (0x + hex) with the vectors' key: 0x + 65 bytes. */
export function signDigest(digest: string): string {
  const key = Buffer.from(vectors.privateKey.slice(2), 'hex');
  const { signature, recid } = secp256k1.ecdsaSign(Buffer.from(digest.slice(2), 'hex'), key);
  return `0x${Buffer.from(signature).toString('hex')}${(27 + recid).toString(16)}`;
}
