/** Bounds of what authentication remembers. */

/**
 * Signatures remembered for one API key: more than the request caps let through in the time that a signature lasts
 * (5,000 in 10 s for 66 s), so that the bound is met only where caps are off.
 */
export const USED_PER_KEY_MAX = 40_000;
/** Sign-ins remembered for one wallet. */
export const USED_PER_WALLET_MAX = 64;
/** Of all owners together; past it only owners with few signatures are let in. */
export const USED_IN_ALL_MAX = 200_000;
/** Signatures that an owner may always have, however many the others have. */
export const USED_ALWAYS_MAX = 64;
/** Bytes of first answers kept for one owner, and for all. Past it a signature is still remembered, without its answer. */
export const ANSWER_BYTES_PER_OWNER_MAX = 1_048_576;
export const ANSWER_BYTES_IN_ALL_MAX = 67_108_864;

/** Header names whose meaning is remembered, and their length; every other one is looked at each time. */
export const HEADER_NAMES_MAX = 512;
export const HEADER_NAME_LENGTH_MAX = 64;
