/** Tables of the store. Tables `user`, `session` are the sign-in library's. */
import type { ProfileField } from '@bellwether/engine';
import { PeopleUnavailable } from '@bellwether/ports/people.ts';
import { openStoreFile } from '@bellwether/stores/open-file.ts';
import { openStoreSchema } from '@bellwether/stores/open-schema.ts';
import type { SideStore, StorePlace } from '@bellwether/stores/side-store.ts';
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

export interface LinkRow {
  id: string;
  hash: string;
  kind: 'invite' | 'recovery' | 'device' | 'email';
  /** Person that any link but an invitation signs in. */
  person: string | null;
  email: string | null;
  name: string | null;
  group_name: string | null;
  role: string | null;
  amount: string | null;
  uses: number;
  uses_left: number;
  ends_ms: number | string;
  created_ms: number | string;
  made_by: string;
}

export interface TextRow {
  hash: string;
  /** Hex digits. */
  salt: string;
  text: string;
  /** Address of the author's account. */
  account: string;
  kind: 'comment' | ProfileField;
  /** Comment, or entry that changed the profile. Null until the log has it. */
  number: number | string | null;
  created_ms: number | string;
}

export interface Tables {
  user: UserRow;
  session: SessionRow;
  people_link: LinkRow;
  people_group: { name: string; created_ms: number | string };
  people_member: { person: string; group_name: string };
  people_device: {
    address: string;
    person: string;
    label: string;
    created_ms: number | string;
    session: string | null;
  };
  passkey: { id: string; userId: string; createdAt: unknown };
  people_text: TextRow;
  /** Looks of the names among them. */
  people_name: { look: string; hash: string };
  people_format: { format: number };
}

export type Db = Kysely<Tables> | Transaction<Tables>;

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
