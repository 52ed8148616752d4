/**
 * How listings sort markets and events into classes and scopes. A class is the code of all flags together: every index
 * of a listing begins with it, so that any choice of flags is a few index ranges that are merged. A scope is a named set
 * of markets and events: a tag, a site, a series. Shared by the projection that writes them and the queries.
 */

/** The flags that make up a class. */
export interface ListingFlags {
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  /** Available on every site. */
  readonly everywhere: boolean;
}

const BITS = { active: 1, closed: 2, archived: 4, everywhere: 8 } as const;
/** Classes are 0 .. CLASS_COUNT - 1. */
const CLASS_COUNT = 16;

export function classOf(flags: ListingFlags): number {
  return (
    (flags.active ? BITS.active : 0) |
    (flags.closed ? BITS.closed : 0) |
    (flags.archived ? BITS.archived : 0) |
    (flags.everywhere ? BITS.everywhere : 0)
  );
}

/** The class after some flags changed. */
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

/** All classes in which the given flags are as wanted. */
export function classesWith(wanted: Partial<Record<keyof ListingFlags, boolean | undefined>>): number[] {
  return Array.from({ length: CLASS_COUNT }, (_, code) => code).filter((code) => changedClass(code, wanted) === code);
}

export const isEverywhere = (code: number): boolean => (code & BITS.everywhere) !== 0;

/** The scope of everything, in which classes are counted. */
export const SCOPE_ALL = 0;

export const tagScope = (slug: string): string => `tag:${slug}`;
export const siteScope = (site: string): string => `site:${site}`;
export const seriesScope = (slug: string): string => `series:${slug}`;

/** Bits of a mask: all that fit exactly into a JSON number. */
const MASK_BITS = 52;

/**
 * The bit that a scope sets in the masks of its members. Scopes share bits: a mask without the bit proves that a row is
 * no member, one with it proves nothing.
 */
export const scopeBit = (scope: number): number => 2 ** (scope % MASK_BITS);

/** The mask of a member of `scopes`. */
export function maskOf(scopes: readonly number[]): number {
  return [...new Set(scopes.map(scopeBit))].reduce((mask, bit) => mask + bit, 0);
}
