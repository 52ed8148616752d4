/**
 * Test helper: a venue without journal and threads. The real engine decides commands, applies them to a state and
 * projects them into a real read store in a temporary folder.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type AddToCatalog,
  applyEntry,
  type Command,
  createState,
  decide,
  type Event,
  type State,
} from '@bellwether/engine';
import { Kysely } from 'kysely';
import { openStore, openStoreReader } from '../../adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '../../adapters/store-sqlite/sqlite-dialect.ts';
import type { ExchangeOutcome } from '../../ports/exchange.ts';
import type { ChainedEntry } from '../../ports/journal.ts';
import { GENESIS_HASH } from '../../ports/journal.ts';
import type { StoreWriter } from '../../ports/store.ts';
import type { Database } from '../../queries/database.ts';
import { chainHash } from '../../record/journal-record.ts';
import { parseAdminEvent } from '../../wire/catalog-input/admin.ts';
import { marketStatsProjection } from '../ledger/market-stats.ts';
import { listingsProjection } from '../listings/listings.ts';
import { createProjectionRunner } from '../runner.ts';
import { catalogProjection } from './catalog.ts';
import { searchProjection } from './search.ts';

export interface CatalogVenue {
  readonly state: State;
  /** All accepted entries so far. */
  readonly entries: readonly ChainedEntry[];
  readonly database: Kysely<Database>;
  /** The same store, for plans and raw SQL. */
  readonly reader: DatabaseSync;
  /** The same store for writing: figures that a test needs without trading. */
  readonly store: StoreWriter;
  /** Timestamp of the next command, in Unix milliseconds. */
  nowMs: number;
  submit(command: Command): Promise<ExchangeOutcome>;
  /** Like `submit`, for commands that must be accepted. */
  must(command: Command): Promise<void>;
  /** Adds the event of a body of `POST /admin/events`; returns its command. */
  addEvent(body: object): Promise<AddToCatalog>;
  /** Adds an event that no current command causes, as a journal under older rules may contain it. */
  force(event: Event): void;
  close(): Promise<void>;
}

export function createCatalogVenue(): CatalogVenue {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
  const file = join(folder, 'store.sqlite');
  const store = openStore(file);
  const runner = createProjectionRunner(store, [
    catalogProjection,
    marketStatsProjection,
    listingsProjection,
    searchProjection,
  ]);
  const reader = openStoreReader(file);
  const database = new Kysely<Database>({ dialect: createSqliteDialect(reader) });
  const state = createState();
  const entries: ChainedEntry[] = [];
  let head = GENESIS_HASH;
  let drawn = 0;
  const randomBytes = (count: number) => createHash('shake256', { outputLength: count }).update(`${drawn++}`).digest();
  const write = (timeMs: number, command: Command, events: readonly Event[]): ChainedEntry => {
    const previous = head;
    const facts = { sequence: state.sequence + 1, timeMs, command, events };
    head = chainHash(previous, JSON.stringify(facts));
    const entry: ChainedEntry = { ...facts, hash: head };
    applyEntry(state, entry);
    entries.push(entry);
    runner.write([entry], previous, { state, prices: new Map() });
    return entry;
  };
  return {
    state,
    entries,
    database,
    reader,
    store,
    nowMs: Date.UTC(2026, 5, 1),
    async submit(command) {
      const stamp = { sequence: state.sequence + 1, timeMs: this.nowMs };
      const decision = decide(state, command, stamp);
      if (decision.kind !== 'accepted') return decision;
      const entry = write(stamp.timeMs, command, decision.events);
      return { kind: 'accepted', entry, notCanceled: decision.notCanceled };
    },
    async must(command) {
      const { kind } = await this.submit(command);
      if (kind !== 'accepted') throw new Error(`${command.kind} is ${kind}`);
    },
    async addEvent(body) {
      const parsed = parseAdminEvent(body, { state, nowMs: this.nowMs, randomBytes });
      if (parsed.kind === 'invalid') throw new Error(`${parsed.path}: ${parsed.message}`);
      await this.must(parsed.value);
      return parsed.value;
    },
    force(event) {
      write(this.nowMs, { kind: 'SetMode', mode: state.mode }, [event]);
    },
    async close() {
      await database.destroy();
      reader.close();
      store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
