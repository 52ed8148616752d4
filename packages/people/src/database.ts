/** Tables of the store. Tables `user`, `session`, `account` are the sign-in library's. */
import type { ProfileField } from '@bellwether/engine';
import { PeopleUnavailable } from '@bellwether/ports/people.ts';
import { DONE } from '@bellwether/stores/done.ts';
import { openStoreFile } from '@bellwether/stores/open-file.ts';
import { openStoreSchema } from '@bellwether/stores/open-schema.ts';
import type { SideStore, StorePlace } from '@bellwether/stores/side-store.ts';
import { type Format, type Ms, makeTable, type RowOf } from '@bellwether/stores/tables.ts';
import type { Kysely, Transaction } from 'kysely';

interface UserRow {
  id: string;
  name: string;
  /** Unique and never null for the library: people without an address have one that no mail reaches. */
  email: string;
  emailVerified: unknown;
  createdAt: unknown;
  updatedAt: unknown;
  state: string;
  account: string | null;
  roleWish: string | null;
  promised: string | null;
  note: string | null;
  invitedBy: string | null;
  /** Unix milliseconds, as a text. */
  recoveredMs: string | null;
  /** Null: the choice that everyone begins with. */
  digest: string | null;
}

interface SessionRow {
  id: string;
  token: string;
  userId: string;
  expiresAt: unknown;
  createdAt: unknown;
  updatedAt: unknown;
  ipAddress: string | null;
  userAgent: string | null;
  /** Hash of the link that opened it and the browser's nonce. */
  linkUse: string | null;
}

const LINK = {
  id: 'text primary key',
  hash: 'text not null unique',
  kind: 'text not null',
  /** Person that any link but an invitation signs in. */
  person: 'text references "user" (id) on delete cascade',
  email: 'text',
  name: 'text',
  group_name: 'text',
  role: 'text',
  amount: 'text',
  uses: 'integer not null',
  uses_left: 'integer not null check (uses_left >= 0)',
  ends_ms: 'bigint not null',
  created_ms: 'bigint not null',
  made_by: 'text not null',
} as const;
export type LinkRow = RowOf<typeof LINK, { kind: 'invite' | 'recovery' | 'device' | 'email' }>;

const GROUP = { name: 'text primary key', created_ms: 'bigint not null' } as const;
const MEMBER = {
  person: 'text not null references "user" (id) on delete cascade',
  group_name: 'text not null references people_group (name) on delete cascade',
} as const;
const DEVICE = {
  address: 'text not null',
  person: 'text not null references "user" (id) on delete cascade',
  label: 'text not null',
  created_ms: 'bigint not null',
  session: 'text',
} as const;

const CHANGES = { count: 'bigint not null' } as const;

/** Makes what the sign-in library does not. */
export async function ownTables({ db }: PeopleDatabase): Promise<void> {
  await makeTable(db, 'people_changes', CHANGES);
  const counted = await db.selectFrom('people_changes').select('count').executeTakeFirst();
  if (counted === undefined) await db.insertInto('people_changes').values({ count: 0 }).execute();
  await makeTable(db, 'people_link', LINK);
  await makeTable(db, 'people_group', GROUP);
  await makeTable(db, 'people_member', MEMBER, 'constraint people_member_key primary key (person, group_name)');
  await makeTable(db, 'people_device', DEVICE, 'constraint people_device_key primary key (person, address)');
  await makeTable(db, 'people_done', DONE);
}

/**
 * Keeps a provider's subject to one row of the library's. It looks before it adds one, so two nodes may find none at once;
 * it refuses a subject of two rows from then on.
 */
export async function subjectsOnce(db: Db): Promise<void> {
  const first = db
    .selectFrom('account')
    .select(({ fn }) => fn.min('id').as('id'))
    .groupBy(['providerId', 'accountId']);
  await db.deleteFrom('account').where('id', 'not in', first).execute();
  const index = db.schema.createIndex('account_subject').ifNotExists().unique();
  await index.on('account').columns(['providerId', 'accountId']).execute();
}

const TEXT = {
  hash: 'text primary key',
  /** Hex digits. */
  salt: 'text not null',
  text: 'text not null',
  /** Address of the author's account. */
  account: 'text not null',
  kind: 'text not null',
  /** Comment, or entry that changed the profile. Null until the log has it. */
  number: 'bigint',
  created_ms: 'bigint not null',
} as const;
export type TextRow = RowOf<typeof TEXT, { kind: 'comment' | ProfileField; number: Ms | null }>;

/** Looks of the names among the texts. */
const NAME = {
  look: 'text not null',
  hash: 'text not null references people_text (hash) on delete cascade',
} as const;

export async function textTables(db: Db): Promise<void> {
  const known = (await db.introspection.getTables()).find(({ name }) => name === 'people_text');
  // Of a version that kept comments alone.
  if (known?.columns.some(({ name }) => name === 'comment') === true) {
    const older = db.schema.alterTable('people_text');
    await older.renameColumn('comment', 'number').execute();
    await older.addColumn('kind', 'text', (column) => column.notNull().defaultTo('comment')).execute();
  }
  await makeTable(db, 'people_text', TEXT);
  for (const column of ['account', 'number'] as const)
    await db.schema.createIndex(`people_text_${column}`).ifNotExists().on('people_text').column(column).execute();
  await makeTable(db, 'people_name', NAME, 'constraint people_name_key primary key (look, hash)');
}

export interface Tables {
  user: UserRow;
  session: SessionRow;
  account: { id: string; providerId: string; accountId: string };
  people_link: LinkRow;
  people_group: RowOf<typeof GROUP>;
  people_member: RowOf<typeof MEMBER>;
  people_device: RowOf<typeof DEVICE>;
  people_done: RowOf<typeof DONE>;
  passkey: { id: string; userId: string; createdAt: unknown };
  people_text: TextRow;
  people_name: RowOf<typeof NAME>;
  people_format: { format: number };
  people_changes: RowOf<typeof CHANGES>;
}

export type Db = Kysely<Tables> | Transaction<Tables>;

export const PEOPLE: Format = { store: 'people', format: 1 };

/** A moment as the library keeps it: text in a file, a date from a database. */
export const msOf = (moment: unknown): number => new Date(moment as string | Date).getTime();

export type PeopleDatabase = SideStore<Tables>;

/** Key of the advisory lock of PostgreSQL under which the tables are made. */
const LOCK = 7_305_419;

export const openDatabase = (place: StorePlace): PeopleDatabase =>
  'file' in place ? openStoreFile<Tables>(place.file) : openStoreSchema<Tables>(place.database, 'people', LOCK);

/** Runs an operation; its errors that an operator can mend become `PeopleUnavailable`. */
export async function guarded<Value>(database: PeopleDatabase, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    throw database.isUnavailable(error) ? new PeopleUnavailable(error) : error;
  }
}
