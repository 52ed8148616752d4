/**
 * Texts of comments, which the log knows by a salted hash alone: without the salt, a text cannot even be guessed. A text
 * is kept before the log has its hash, and erased for good.
 */
import { createHash } from 'node:crypto';
import type { Address, CommentId } from '@bellwether/engine';
import type { CommentTexts, KeptText, TextsToDrop } from '@bellwether/ports/people.ts';
import type { Kysely } from 'kysely';
import { type Db, guarded, type PeopleDatabase, type TextRow } from './database.ts';

const SALT_BYTES = 16;
/** Rows or hashes in a statement. */
const AT_ONCE = 500;

/** Hex SHA-256 of the salt, in hex digits, and the text. */
export const hashOfText = (salt: string, text: string): string =>
  createHash('sha256').update(Buffer.from(salt, 'hex')).update(text).digest('hex');

export async function textTable({ schema }: Pick<Kysely<unknown>, 'schema'>): Promise<void> {
  await schema
    .createTable('people_text')
    .ifNotExists()
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('comment', 'bigint')
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .execute();
  for (const column of ['account', 'comment'])
    await schema.createIndex(`people_text_${column}`).ifNotExists().on('people_text').column(column).execute();
}

export async function textsOf(db: Db, hashes: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    const query = db.selectFrom('people_text').select(['hash', 'text']);
    for (const { hash, text } of await query.where('hash', 'in', hashes.slice(at, at + AT_ONCE)).execute())
      found.set(hash, text);
  }
  return found;
}

/** All rows by hash, a page at a time. */
export async function* textPages(db: Db): AsyncGenerator<readonly TextRow[]> {
  for (let after = ''; ; ) {
    const query = db.selectFrom('people_text').selectAll().where('hash', '>', after).orderBy('hash').limit(AT_ONCE);
    const rows = await query.execute();
    yield rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.hash ?? '';
  }
}

interface TextOptions {
  readonly clock: () => number;
  readonly bytes: (count: number) => Uint8Array;
  readonly soon?: (work: () => void) => void;
}

export class KeptTexts implements CommentTexts {
  readonly #database: PeopleDatabase;
  readonly #options: TextOptions;

  constructor(database: PeopleDatabase, options: TextOptions) {
    this.#database = database;
    this.#options = options;
  }

  #run<Value>(run: (db: Db) => Promise<Value>): Promise<Value> {
    return guarded(this.#database, () => run(this.#database.db));
  }

  textsOf(hashes: readonly string[]) {
    return this.#run((db) => textsOf(db, hashes));
  }

  async keep(account: Address, text: string): Promise<string> {
    const salt = Buffer.from(this.#options.bytes(SALT_BYTES)).toString('hex');
    const hash = hashOfText(salt, text);
    const row = { hash, salt, text, account, comment: null, created_ms: this.#options.clock() };
    await this.#run((db) => db.insertInto('people_text').values(row).execute());
    return hash;
  }

  async name(hash: string, comment: CommentId): Promise<void> {
    await this.#run((db) => db.updateTable('people_text').set({ comment }).where('hash', '=', hash).execute());
  }

  async refuse(hash: string): Promise<void> {
    await this.#run((db) => db.deleteFrom('people_text').where('hash', '=', hash).execute());
  }

  async drop({ account, comments = [] }: TextsToDrop): Promise<void> {
    await this.#run(async (db) => {
      const drop = db.deleteFrom('people_text');
      if (account !== undefined) await drop.where('account', '=', account).execute();
      if (comments.length > 0) await drop.where('comment', 'in', comments).execute();
      await this.#database.scrub();
    });
  }

  async sweep(isGone: (text: KeptText) => boolean): Promise<void> {
    const { soon = setImmediate } = this.#options;
    await this.#run(async (db) => {
      for await (const page of textPages(db)) {
        const gone = page.filter((row) => isGone(keptOf(row))).map(({ hash }) => hash);
        if (gone.length > 0) await db.deleteFrom('people_text').where('hash', 'in', gone).execute();
        // Requests go on between two pages.
        await new Promise<void>((resolve) => void soon(resolve));
      }
      await this.#database.scrub();
    });
  }
}

const keptOf = ({ account, comment, created_ms: createdMs }: TextRow): KeptText => ({
  account: account as Address,
  comment: comment === null ? null : (Number(comment) as CommentId),
  createdMs: Number(createdMs),
});
