/**
 * Changes of the store, whole or not at all. They are counted in it and in a file of the data folder: a store that a backup
 * brought back has fewer than the file says, and in it whatever has ended since.
 */
import type { Transaction } from 'kysely';
import { ChangeCount } from './change-count.ts';
import type { PeopleDatabase, Tables } from './database.ts';
import type { Moment } from './links.ts';

export type Change<Value> = (db: Transaction<Tables>, moment: Moment) => Promise<Value>;

interface ChangesOptions {
  readonly clock: () => number;
  readonly bytes: Moment['bytes'];
  readonly countFile?: string;
}

export class Changes {
  readonly #database: PeopleDatabase;
  readonly #options: ChangesOptions;
  readonly #count: ChangeCount | null;

  constructor(database: PeopleDatabase, options: ChangesOptions) {
    this.#database = database;
    this.#options = options;
    this.#count = options.countFile === undefined ? null : new ChangeCount(options.countFile);
  }

  /** Afterwards, what was deleted, or was there before, is in no file. */
  async make<Value>(run: Change<Value>): Promise<Value> {
    const moment = { nowMs: this.#options.clock(), bytes: this.#options.bytes };
    let count = 0;
    const made = await this.#database.db.transaction().execute(async (db) => {
      const next = db.updateTable('people_changes').set(({ eb }) => ({ count: eb('count', '+', 1) }));
      count = Number((await next.returning('count').executeTakeFirstOrThrow()).count);
      this.#count?.begun(count);
      return run(db, moment);
    });
    this.#count?.done(count);
    await this.#database.scrub();
    return made;
  }

  /** In a store that is older than its last use here, people have to sign in again; accounts, money and rights are the log's. */
  async compare(warn: (problem: string) => unknown): Promise<void> {
    const { least } = this.#count ?? { least: 0 };
    const { count } = await this.#database.db.selectFrom('people_changes').select('count').executeTakeFirstOrThrow();
    if (Number(count) >= least) return;
    const now = Number.isFinite(least) ? least : Number(count);
    // Not begun in the file: if this is cut off, the next start does it.
    await this.#database.db.transaction().execute((db) => endAll(db, now));
    await this.#database.scrub();
    this.#count?.done(now);
    warn(
      'the store of people is older than its last use: sessions, links and passkeys have ended, and people sign in again. Erase again those whom you erased since.',
    );
  }

  close(): void {
    this.#count?.close();
  }
}

/** Ends everything that may have ended since. */
async function endAll(db: Transaction<Tables>, count: number): Promise<void> {
  for (const table of ['session', 'people_link', 'passkey'] as const) await db.deleteFrom(table).execute();
  // Who has an account by now got what was promised.
  await db.updateTable('user').set({ promised: null, roleWish: null }).where('account', 'is', null).execute();
  await db.updateTable('people_changes').set({ count }).execute();
}
