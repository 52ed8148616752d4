/**
 * Plans a page of a listing: the parts that its rows come from and how each is read. A part is a set of classes,
 * possibly inside scopes. Small parts are taken and sorted; a large part is walked in the requested order, skipping
 * rows outside its scopes. The parts are disjoint and are merged. Pure function: counts in, plan out.
 */
import { classesWith, isEverywhere, SCOPE_ALL } from '../listing-classes.ts';

/** Restrictions of a listing by flags and scopes; all must hold. */
export interface ListingScope {
  readonly active?: boolean | undefined;
  readonly closed?: boolean | undefined;
  readonly archived?: boolean | undefined;
  /** Names of scopes that every row belongs to. */
  readonly within: readonly string[];
  /** Name of a site's scope, whose rows are shown in addition to those available everywhere; undefined for all rows. */
  readonly site: string | undefined;
}

/** Number of members by scope name ('' for everything) and class, and the ids of the scopes. */
export interface ScopeCounts {
  readonly ids: ReadonlyMap<string, number>;
  readonly counts: ReadonlyMap<string, ReadonlyMap<number, number>>;
}
/** Scope name under which everything is counted. */
export const EVERYTHING = '';

export type ListingPart =
  /** All rows of a class, in order, skipping those outside `scopes`. */
  | { readonly kind: 'walk'; readonly code: number; readonly scopes: readonly number[] }
  /** All rows of `scope` in these classes, taken and sorted, without those outside `scopes`. */
  | {
      readonly kind: 'take';
      readonly scope: number;
      readonly codes: readonly number[];
      readonly scopes: readonly number[];
    }
  /** Rows of `scope` in a class in order of id, skipping those outside `scopes`. */
  | { readonly kind: 'list'; readonly scope: number; readonly code: number; readonly scopes: readonly number[] };

/** Size up to which a scope is taken and sorted instead of being searched along the order. */
export const TAKE_MAX = 1_000;

/** Disjoint, non-empty parts of the listing. */
export function planListing(
  filter: ListingScope,
  { ids, counts }: ScopeCounts,
  byId: boolean,
  takeMax: number,
): ListingPart[] {
  const parts: ListingPart[] = [];
  /** Parts of the plan, by their scopes; classes with the same scopes share a part. */
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

/** Groups of rows: those available everywhere and those only on the site; or all rows alike. */
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
