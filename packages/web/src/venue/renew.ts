/** Reads again what is cached under any of the keys. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

export function renew(cache: QueryClient, ...keys: readonly QueryKey[]): Promise<unknown> {
  return Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
