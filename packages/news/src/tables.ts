/** Tables of the store of news. */
import { DONE } from '@bellwether/stores/done.ts';
import { openStoreFile } from '@bellwether/stores/open-file.ts';
import { openStoreSchema } from '@bellwether/stores/open-schema.ts';
import type { SideStore, StorePlace } from '@bellwether/stores/side-store.ts';
import { makeTable, makeTables, type RowOf } from '@bellwether/stores/tables.ts';
import type { Kysely, Transaction } from 'kysely';

/** Key of the advisory lock of PostgreSQL under which the tables are made. */
const LOCK = 7_305_420;

const HOOK = {
  id: 'text primary key',
  url: 'text not null',
  /** JSON array. */
  kinds: 'text not null',
  /** '' for all questions. */
  tag: 'text not null',
  template: 'text not null',
  /** `whsec_…`. After a renewal also the one before it, and the Unix milliseconds until which that one signs. */
  secret: 'text not null',
  state: 'text not null',
  created_ms: 'bigint not null',
  /** Position up to which its news is in the outbox. */
  sequence: 'bigint not null',
  closing_ms: 'bigint not null',
} as const;
export type HookRow = RowOf<typeof HOOK, { state: 'on' | 'off' | 'gone' }>;

const DELIVERY = {
  /** Id that the receiver gets; the same in each attempt. */
  id: 'text primary key',
  /** Way and receiver, for example `hook:ID`. */
  target: 'text not null',
  kind: 'text not null',
  payload: 'text not null',
  state: 'text not null',
  attempts: 'integer not null',
  /** Time of the next attempt while it waits, of the last one afterwards. */
  time_ms: 'bigint not null',
  /** Reason why the last attempt failed; '' if none did. */
  error: 'text not null',
} as const;
export type DeliveryRow = RowOf<typeof DELIVERY, { state: 'waiting' | 'done' | 'dead' }>;

const DIGEST = {
  every: 'text primary key',
  /** Key of the period whose digests are in the outbox, up to the person `after`, or all. */
  period: 'text not null',
  after: 'text not null',
  ended: 'integer not null',
} as const;

interface Tables {
  news_hook: HookRow;
  news_delivery: DeliveryRow;
  news_digest: RowOf<typeof DIGEST, { every: 'weekly' | 'daily' }>;
}

export type NewsStore = SideStore<Tables>;
export type Db = Kysely<Tables> | Transaction<Tables>;

/** Opens the store, and makes what it lacks. */
export async function openStore(place: StorePlace): Promise<NewsStore> {
  const store =
    'file' in place ? openStoreFile<Tables>(place.file) : openStoreSchema<Tables>(place.database, 'news', LOCK);
  try {
    await store.exclusively(() => migrate(store));
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

const migrate = ({ db }: NewsStore): Promise<void> =>
  makeTables(db, { store: 'news', format: 1 }, async () => {
    await makeTable(db, 'news_hook', HOOK);
    await makeTable(db, 'news_delivery', DELIVERY);
    await makeTable(db, 'news_digest', DIGEST);
    await makeTable(db, 'news_done', DONE);
    const index = (name: string, columns: (keyof DeliveryRow)[]) =>
      db.schema.createIndex(name).ifNotExists().on('news_delivery').columns(columns).execute();
    await index('news_delivery_due', ['state', 'time_ms']);
    await index('news_delivery_of_target', ['target', 'state', 'time_ms']);
  });
