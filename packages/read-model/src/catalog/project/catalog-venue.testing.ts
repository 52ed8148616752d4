/** A venue whose clock stands still between commands, with its read store, for tests of the catalog. */
import { createHash } from 'node:crypto';
import type { AddToCatalog, Command, Event } from '@bellwether/engine';
import type { ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import { parseAdminEvent } from '@bellwether/wire/catalog-input/admin.ts';
import { RecordedVenue } from '../../testing/recorded-venue.ts';
import { openTestStore } from '../../testing/test-store.ts';

export type CatalogVenue = ReturnType<typeof createCatalogVenue>;

export function createCatalogVenue() {
  const recorded = new RecordedVenue(0);
  recorded.timeMs = Date.UTC(2026, 5, 1);
  const { store, database, planOf, project, close } = openTestStore();
  let drawn = 0;
  const randomBytes = (count: number) => createHash('shake256', { outputLength: count }).update(`${drawn++}`).digest();
  return {
    state: recorded.state,
    /** All accepted entries so far. */
    entries: recorded.entries,
    database,
    planOf,
    /** The store's writer: figures that a test needs without trading. */
    store,
    /** Timestamp of the next command, in Unix milliseconds. */
    get nowMs(): number {
      return recorded.timeMs;
    },
    set nowMs(timeMs: number) {
      recorded.timeMs = timeMs;
    },
    async submit(command: Command): Promise<ExchangeOutcome> {
      const outcome = recorded.outcomeOf(command);
      project(recorded);
      return outcome;
    },
    /** Like `submit`, for commands that must be accepted. */
    async must(command: Command): Promise<void> {
      recorded.must(command);
      project(recorded);
    },
    /** Adds the event of a body of `POST /admin/events`; returns its command. */
    async addEvent(body: object): Promise<AddToCatalog> {
      const parsed = parseAdminEvent(body, { state: recorded.state, nowMs: recorded.timeMs, randomBytes });
      if (parsed.kind === 'invalid') throw new Error(`${parsed.path}: ${parsed.message}`);
      await this.must(parsed.value);
      return parsed.value;
    },
    /** Adds an event that no current command causes, as a journal under older rules may contain it. */
    force(event: Event): void {
      recorded.record({ kind: 'SetMode', mode: recorded.state.mode }, [event]);
      project(recorded);
    },
    close,
  };
}
