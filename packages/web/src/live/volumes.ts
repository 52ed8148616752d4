/** Refetches venue totals such as volumes after trades, throttled, for visible data only. */
import type { QueryClient } from '@tanstack/react-query';
import { KEYS } from '../venue/keys.ts';

/** Delays before refetching. An event or market is a small read, a list of events a large one. */
const OPEN_PAGE_MS = 3_000;
const LIST_MS = 20_000;

export class Volumes {
  readonly #queries: QueryClient;
  readonly #waiting = new Set<string>();

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  /** Schedules the refetches after a trade. */
  ask(): void {
    this.#later('event', ['event'], OPEN_PAGE_MS);
    this.#later('events', KEYS.events, LIST_MS);
  }

  #later(name: string, queryKey: readonly string[], delayMs: number): void {
    if (this.#waiting.has(name)) return;
    this.#waiting.add(name);
    setTimeout(() => {
      this.#waiting.delete(name);
      void this.#queries.invalidateQueries({ queryKey });
    }, delayMs);
  }
}
