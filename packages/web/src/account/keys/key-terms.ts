/** Choices for a new key of the account, and words for the keys that it has. Pure. */
import type { AccountKey } from '@bellwether/contract';

/** Label of a key's name that its owner left empty. */
export const UNNAMED = 'Key without a name';

/** Longest name of a key, in characters. */
export const NAME_MAX = 64;

const DAY_S = 24 * 60 * 60;

/** Lifetimes in days, as options of a field. */
export const LIVES = [
  ['1', 'In a day'],
  ['7', 'In a week'],
  ['30', 'In 30 days'],
  ['180', 'In 180 days'],
  ['365', 'In a year'],
] as const;

/** Unix seconds of the end of a key with this lifetime. */
export const endAfter = (days: string, nowMs: number): number => Math.floor(nowMs / 1_000) + Number(days) * DAY_S;

/** Words for the scopes: orders need ALL or CLOB. */
export function scopeWords(scopes: AccountKey['scopes']): string {
  if (scopes.includes('ALL')) return 'Everything a key can do';
  const others = scopes.filter((scope) => scope !== 'CLOB').join(', ');
  if (scopes.includes('CLOB')) return others === '' ? 'Places orders' : `Places orders; ${others}`;
  return `Places no orders; ${others}`;
}
