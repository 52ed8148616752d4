/** Tables of the store of news. */
import { openStoreFile } from '@bellwether/stores/open-file.ts';
import { openStoreSchema } from '@bellwether/stores/open-schema.ts';
import type { SideStore, StorePlace } from '@bellwether/stores/side-store.ts';
import type { Kysely, Transaction } from 'kysely';

/** Number of the store's format; raised when an older program could misread it. */
const FORMAT = 1;
/** Key of the advisory lock of PostgreSQL under which the tables are made. */
const LOCK = 7_305_420;

/** PostgreSQL returns 64-bit numbers as text. */
type Ms = number | string;

export interface HookRow {
  id: string;
  url: string;
  /** JSON array. */
  kinds: string;
  /** '' for all questions. */
  tag: string;
  template: string;
  secret: string;
  state: 'on' | 'off' | 'gone';
  created_ms: Ms;
  /** Position up to which its news is in the outbox. */
  sequence: Ms;
  closing_ms: Ms;
}

export interface DeliveryRow {
  /** Id that the receiver gets; the same in each attempt. */
  id: string;
  /** Way and receiver, for example `hook:ID`. */
  target: string;
  kind: string;
  payload: string;
  state: 'waiting' | 'done' | 'dead';
  attempts: number;
  /** Time of the next attempt while it waits, of the last one afterwards. */
  time_ms: Ms;
  /** Reason why the last attempt failed; '' if none did. */
  error: string;
}

export interface DigestRow {
  every: 'weekly' | 'daily';
  /** Key of the period whose digests are in the outbox, up to the person `after`, or all. */
  period: string;
  after: string;
  ended: number;
}

export interface Tables {
  news_format: { format: number };
  news_hook: HookRow;
  news_delivery: DeliveryRow;
  news_digest: DigestRow;
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

async function migrate({ db }: NewsStore): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('news_format')
    .ifNotExists()
    .addColumn('format', 'integer', (column) => column.notNull())
    .execute();
  const found = await db.selectFrom('news_format').select('format').executeTakeFirst();
  if (found !== undefined && found.format > FORMAT)
    throw new Error(
      `the store of news has format ${found.format}, and this version knows only up to ${FORMAT}: start the newer version of Bellwether that wrote it`,
    );
  await schema
    .createTable('news_hook')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('kinds', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('template', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('closing_ms', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('news_delivery')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('time_ms', 'bigint', (column) => column.notNull())
    .addColumn('error', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('news_delivery_due')
    .ifNotExists()
    .on('news_delivery')
    .columns(['state', 'time_ms'])
    .execute();
  await schema
    .createIndex('news_delivery_of_target')
    .ifNotExists()
    .on('news_delivery')
    .columns(['target', 'state', 'time_ms'])
    .execute();
  await schema
    .createTable('news_digest')
    .ifNotExists()
    .addColumn('every', 'text', (column) => column.primaryKey())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .addColumn('ended', 'integer', (column) => column.notNull())
    .execute();
  if (found === undefined) await db.insertInto('news_format').values({ format: FORMAT }).execute();
}
