/**
 * Form of a batch's signature by a key of a deposit wallet instead of its owner, in words of 32 bytes: the key's address,
 * zero, the place and the length of its 65-byte signature, the signature with padding, and a mark.
 */
export interface KeySignature {
  /** Lower-case address. */
  readonly key: string;
  /** The key's own signature: 0x + 65 bytes in hex. */
  readonly signature: string;
}

const LENGTH = 2 + 2 * 256;
const FORM = /^0x0{24}([0-9a-f]{40})0{64}0{62}600{62}41([0-9a-f]{130})0{62}(?:6492){16}$/;

/** True for a signature as long as one by a key. */
export const isKeySized = (signature: string): boolean => signature.length === LENGTH;

/** Splits such a signature; null if anything in it is other than the form says. */
export function readKeySignature(text: string): KeySignature | null {
  const [, key, signature] = FORM.exec(text.toLowerCase()) ?? [];
  return key === undefined || signature === undefined ? null : { key: `0x${key}`, signature: `0x${signature}` };
}
