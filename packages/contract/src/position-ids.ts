/**
 * Structured ids of markets of version v2. A position id is a 256-bit number: module (8 bits), base hash (128), arity
 * (16), reserved (64, zero), chain of the result (16), condition index (16), outcome (8). A condition id is its first
 * 31 bytes, an event id its first 29.
 */

export const MARKET_VERSIONS = ['v1', 'v2'] as const;
export type MarketVersion = (typeof MARKET_VERSIONS)[number];

const MODULES = { binary: 1, negRisk: 2 } as const;

/** A condition id in 64 digits, of one of the modules 1 to 3: its last byte, the outcome, is zero. */
const STRUCTURED = /^0x0[123][0-9a-f]{36}0{16}[0-9a-f]{8}00$/;
const SHORT_CONDITION_LENGTH = 64;
const RESERVED_BITS = ((1n << 64n) - 1n) << 40n;

/**
 * A condition id as the venue keeps it: lower-case, 64 digits. Ids of 31 bytes are accepted, too, and get their last
 * byte here. Other texts are only lower-cased.
 */
export function conditionIdText(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === SHORT_CONDITION_LENGTH && lower.startsWith('0x') ? `${lower}00` : lower;
}

/** Position ids of a condition id of 64 digits, by outcome. */
export function positionIdsOf(conditionId: string): [string, string] {
  const first = BigInt(conditionId);
  return [first.toString(), (first + 1n).toString()];
}

/** Version of the market with this condition id (lower-case) and token: `v2` if its ids are structured ones. */
export function marketVersion(conditionId: string, tokenId: string): MarketVersion {
  return STRUCTURED.test(conditionId) && positionIdsOf(conditionId).includes(tokenId) ? 'v2' : 'v1';
}

/** True for a token id that public clients take for a position of a market of version v2. */
export function looksLikePosition(tokenId: string): boolean {
  return (BigInt(tokenId) & RESERVED_BITS) === 0n;
}

/**
 * Condition ids of new markets, in their order. A negative-risk event has one base hash, and its number of markets as
 * arity; the index after the last market stands for any other result. Each market of another event has its own hash.
 * `hash` makes 32 bytes in hex, of which the last 16 are used.
 */
export function newConditionIds(count: number, negRisk: boolean, hash: () => string): string[] {
  const base = (): string => hash().slice(-32);
  const shared = base();
  return Array.from({ length: count }, (_, index) => {
    const [module, baseHash, arity] = negRisk ? [MODULES.negRisk, shared, count] : [MODULES.binary, base(), 0];
    return `0x${hex(module, 2)}${baseHash}${hex(arity, 4)}${'0'.repeat(16)}0000${hex(negRisk ? index : 0, 4)}00`;
  });
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Event id of a condition id of 64 digits: 29 bytes. */
export const positionEventId = (conditionId: string): string => conditionId.slice(0, 60);
