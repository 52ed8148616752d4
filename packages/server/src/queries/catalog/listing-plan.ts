/**
 * Plans a page of a listing: which parts its rows come from and how each is read. A part is a set of classes, perhaps
 * inside scopes. What belongs to few is taken and sorted; a large part is walked in the order that is asked for, and
 * rows outside its scopes are passed over. The parts are disjoint and are merged. Pure: counts in, plan out.
 */
import { classesWith, isEverywhere, SCOPE_ALL } from '../../schema/listing-classes.ts';

/** What a listing is restricted to by flags and scopes; all hold together. */
export interface ListingScope {
  readonly active?: boolean | undefined;
  readonly closed?: boolean | undefined;
  readonly archived?: boolean | undefined;
  /** Names of scopes that every row belongs to. */
  readonly within: readonly string[];
  /** Name of the scope of the site whose rows are shown besides those available everywhere; undefined: all rows. */
  readonly site: string | undefined;
}

/** Members by scope name ('' for everything) and class, and the ids of the scopes. */
export interface ScopeCounts {
  readonly ids: ReadonlyMap<string, number>;
  readonly counts: ReadonlyMap<string, ReadonlyMap<number, number>>;
}
/** The name under which everything is counted. */
export const EVERYTHING = '';

export type ListingPart =
  /** All rows of a class, in order, those outside `scopes` passed over. */
  | { readonly kind: 'walk'; readonly code: number; readonly scopes: readonly number[] }
  /** All rows of `scope` in these classes, taken and sorted, those outside `scopes` left out. */
  | {
      readonly kind: 'take';
      readonly scope: number;
      readonly codes: readonly number[];
      readonly scopes: readonly number[];
    }
  /** The rows of `scope` in a class in order of id, those outside `scopes` passed over. */
  | { readonly kind: 'list'; readonly scope: number; readonly code: number; readonly scopes: readonly number[] };

/** Members up to which a scope is taken and sorted rather than looked for along the order. */
export const TAKE_MAX = 1_000;

/** The disjoint parts of the listing, none of them empty. */
export function planListing(
  filter: ListingScope,
  { ids, counts }: ScopeCounts,
  byId: boolean,
  takeMax: number,
): ListingPart[] {
  const parts: ListingPart[] = [];
  /** What is taken, by its scopes: one part for all classes. */
  const taken = new Map<string, { readonly scope: number; readonly codes: number[]; readonly scopes: number[] }>();
  for (const { codes, names } of groupsOf(filter)) {
    for (const code of codes) {
      const size = (name: string): number => counts.get(name)?.get(code) ?? 0;
      const [smallest = EVERYTHING, ...others] = names.toSorted((a, b) => size(a) - size(b));
      if (size(smallest) === 0) continue;
      const scope = ids.get(smallest) ?? SCOPE_ALL;
      const scopes = others.map((name) => ids.get(name) ?? SCOPE_ALL);
      if (scope === SCOPE_ALL) parts.push({ kind: 'walk', code, scopes: [] });
      else if (byId) parts.push({ kind: 'list', scope, code, scopes });
      else if (size(smallest) > takeMax) parts.push({ kind: 'walk', code, scopes: [scope, ...scopes] });
      else {
        const key = [scope, ...scopes.toSorted()].join();
        const known = taken.get(key);
        if (known === undefined) taken.set(key, { scope, codes: [code], scopes });
        else known.codes.push(code);
      }
    }
  }
  return [...parts, ...[...taken.values()].map((part) => ({ kind: 'take', ...part }) as const)];
}

/** Rows that are available everywhere, and those of the site alone; or all rows alike. */
function groupsOf(filter: ListingScope): { readonly codes: readonly number[]; readonly names: readonly string[] }[] {
  const { active, closed, archived, site } = filter;
  const codes = classesWith({ active, closed, archived });
  const within = [...new Set(filter.within)];
  if (site === undefined) return [{ codes, names: within }];
  return [
    { codes: codes.filter(isEverywhere), names: within },
    { codes: codes.filter((code) => !isEverywhere(code)), names: [...within, site] },
  ];
}
