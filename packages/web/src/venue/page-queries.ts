/**
 * The page's cache of what it has read. Told that something is no longer true, it reads it again: also what is being read for
 * the first time at that moment. Its answer may be from before the news, and TanStack's own cache would take it for new.
 */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

export class PageQueries extends QueryClient {
  /** First reads that are under way and have become old: each is read again, once, when it is there. */
  readonly #again = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache().findAll(filters).filter(isReadFirst);
    const again = first.map((query) => this.#readAgain(query, filters?.refetchType ?? 'active'));
    await super.invalidateQueries(filters, options);
    await Promise.all(again);
  }

  #readAgain(query: Query, refetchType: NonNullable<InvalidateQueryFilters['refetchType']>): Promise<void> {
    const known = this.#again.get(query);
    if (known !== undefined) return known;
    const again = (query.promise ?? Promise.resolve()).then(
      () => {
        this.#again.delete(query);
        return super.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
      },
      // What failed is shown as failed; the next read of it is a new one anyway.
      () => void this.#again.delete(query),
    );
    this.#again.set(query, again);
    return again;
  }
}

function isReadFirst({ state: { data, fetchStatus } }: Query): boolean {
  return data === undefined && fetchStatus !== 'idle';
}
