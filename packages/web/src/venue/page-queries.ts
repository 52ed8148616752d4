/**
 * The page's query cache. Invalidating a query that is still loading for the first time also refetches it, because its
 * answer may predate the change. TanStack's own cache would treat that answer as fresh.
 */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

export class PageQueries extends QueryClient {
  /** First reads in flight that have been invalidated. Each is refetched once when it completes. */
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
      // A failed read is shown as failed. Its next read is a new one anyway.
      () => void this.#again.delete(query),
    );
    this.#again.set(query, again);
    return again;
  }
}

function isReadFirst({ state: { data, fetchStatus } }: Query): boolean {
  return data === undefined && fetchStatus !== 'idle';
}
