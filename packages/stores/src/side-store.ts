/** A small store beside the log: one file of the data folder, or a schema of the venue's PostgreSQL. */
import type { Kysely } from 'kysely';

/** Path of the file, or the database's address. */
export type StorePlace = { readonly file: string } | { readonly database: string };

export interface SideStore<Tables> {
  readonly db: Kysely<Tables>;
  readonly type: 'sqlite' | 'postgres';
  /** Runs `make` while no other node does. */
  exclusively(make: () => Promise<void>): Promise<void>;
  /** True for errors of the machine or the network, not of the program. */
  isUnavailable(error: unknown): boolean;
  /** Takes what was deleted out of the files, too: now, or once no other program reads them. Never fails. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
