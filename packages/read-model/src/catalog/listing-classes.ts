/**
 * Classes and scopes of markets and events in listings. A class is the code of all flags together: every index of a
 * listing begins with it, so that any combination of flags is a merge of a few index ranges. A scope is a named set of
 * markets and events: a tag, a site, a series, the series of one recurrence. Shared by the projection and the queries.
 */

/** The flags that make up a class. */
export interface ListingFlags {
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  /** True if available on every site. */
  readonly everywhere: boolean;
}

const BITS = { active: 1, closed: 2, archived: 4, everywhere: 8 } as const;
/** Number of classes; codes run from 0 to CLASS_COUNT - 1. */
const CLASS_COUNT = 16;

export function classOf(flags: ListingFlags): number {
  return (
    (flags.active ? BITS.active : 0) |
    (flags.closed ? BITS.closed : 0) |
    (flags.archived ? BITS.archived : 0) |
    (flags.everywhere ? BITS.everywhere : 0)
  );
}

/** Class after a change of some flags. */
export function changedClass(
  current: number,
  changes: Partial<Record<keyof ListingFlags, boolean | undefined>>,
): number {
  let changed = current;
  for (const [name, bit] of Object.entries(BITS)) {
    const value = changes[name as keyof ListingFlags];
    if (value !== undefined) changed = value ? changed | bit : changed & ~bit;
  }
  return changed;
}

export function classesWith(wanted: Partial<Record<keyof ListingFlags, boolean | undefined>>): number[] {
  return Array.from({ length: CLASS_COUNT }, (_, code) => code).filter((code) => changedClass(code, wanted) === code);
}

export const isEverywhere = (code: number): boolean => (code & BITS.everywhere) !== 0;

/** Scope of everything, used for counting classes. */
export const SCOPE_ALL = 0;

export const tagScope = (slug: string): string => `tag:${slug}`;
export const siteScope = (site: string): string => `site:${site}`;
export const seriesScope = (slug: string): string => `series:${slug}`;
export const recurrenceScope = (recurrence: string): string => `recurrence:${recurrence}`;

/** Bits of a mask: as many as fit exactly into a JSON number. */
const MASK_BITS = 52;

/**
 * Bit that a scope sets in the masks of its members. Scopes share bits: a mask without the bit proves that a row is no
 * member; a mask with the bit proves nothing.
 */
export const scopeBit = (scope: number): number => 2 ** (scope % MASK_BITS);

export function maskOf(scopes: readonly number[]): number {
  return [...new Set(scopes.map(scopeBit))].reduce((mask, bit) => mask + bit, 0);
}
