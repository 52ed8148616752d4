/**
 * Texts of comments and profiles, which the log knows by a salted hash alone: without the salt, a text cannot even be
 * guessed. A text is kept before the log has its hash, and erased for good.
 */
import { createHash } from 'node:crypto';
import type { Address, ProfileField } from '@bellwether/engine';
import type { ErasableTexts, KeptText, ProfileFields, TextsToDrop } from '@bellwether/ports/people.ts';
import { sql } from 'kysely';
import { type Db, guarded, type PeopleDatabase, type TextRow } from './database.ts';

const SALT_BYTES = 16;
/** Rows or hashes in a statement. */
const AT_ONCE = 500;

/** Hex SHA-256 of the salt, in hex digits, and the text. */
export const hashOfText = (salt: string, text: string): string =>
  createHash('sha256').update(Buffer.from(salt, 'hex')).update(text).digest('hex');

export async function textsOf(db: Db, hashes: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    const query = db.selectFrom('people_text').select(['hash', 'text']);
    for (const { hash, text } of await query.where('hash', 'in', hashes.slice(at, at + AT_ONCE)).execute())
      found.set(hash, text);
  }
  return found;
}

/** Adds texts, and the looks of names among them; those that are there stay. */
export async function addTexts(
  db: Db,
  rows: readonly TextRow[],
  looksOf: (name: string) => Iterable<string>,
): Promise<void> {
  const named = rows.filter(({ kind }) => kind === 'name');
  const looks = named.flatMap(({ hash, text }) => [...looksOf(text)].map((look) => ({ look, hash })));
  if (rows.length > 0)
    await db
      .insertInto('people_text')
      .values([...rows])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (looks.length > 0)
    await db
      .insertInto('people_name')
      .values(looks)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** All rows by hash, or those of an account's profile, a page at a time. */
export async function* textPages(db: Db, profile?: Address): AsyncGenerator<readonly TextRow[]> {
  for (let after = ''; ; ) {
    let query = db.selectFrom('people_text').selectAll().where('hash', '>', after).orderBy('hash').limit(AT_ONCE);
    if (profile !== undefined) query = query.where('account', '=', profile).where('kind', '!=', 'comment');
    const rows = await query.execute();
    yield rows.map(renewed);
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.hash ?? '';
  }
}

/** A row as it is now, of a store that no start has renewed yet, too: it keeps comments alone. */
const renewed = ({ comment = null, kind = 'comment', number = comment, ...row }: OlderRow): TextRow => {
  return { ...row, kind, number };
};
type OlderRow = Omit<TextRow, 'kind' | 'number'> & Partial<TextRow> & { readonly comment?: TextRow['number'] };

type Looks = readonly string[];

interface TextOptions {
  readonly clock: () => number;
  readonly bytes: (count: number) => Uint8Array;
}

export class KeptTexts implements ErasableTexts {
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

  keep(account: Address, text: string): Promise<string> {
    return this.#run((db) => this.#insert(db, account, 'comment', text, []));
  }

  async #insert(db: Db, account: Address, kind: TextRow['kind'], text: string, looks: Looks): Promise<string> {
    const salt = Buffer.from(this.#options.bytes(SALT_BYTES)).toString('hex');
    const hash = hashOfText(salt, text);
    const row = { hash, salt, text, account, kind, number: null, created_ms: this.#options.clock() };
    await addTexts(db, [row], () => looks);
    return hash;
  }

  async name(hashes: readonly string[], number: number): Promise<void> {
    if (hashes.length > 0)
      await this.#run((db) => db.updateTable('people_text').set({ number }).where('hash', 'in', hashes).execute());
  }

  keepProfile(account: Address, fields: ProfileFields, looks: Looks): Promise<ProfileFields | null> {
    return this.#run((db) =>
      db.transaction().execute(async (tx) => {
        if (looks.length > 0 && (await this.#isTaken(tx, account, looks))) return null;
        const hashes: Record<string, string> = {};
        for (const [kind, text] of Object.entries(fields) as [ProfileField, string][])
          hashes[kind] = await this.#insert(tx, account, kind, text, looks);
        return hashes;
      }),
    );
  }

  async #isTaken(tx: Db, account: Address, looks: Looks): Promise<boolean> {
    // Two people may want one name at two nodes. A file has one connection.
    if (this.#database.type === 'postgres') await sql`LOCK TABLE people_name IN EXCLUSIVE MODE`.execute(tx);
    const others = tx
      .selectFrom('people_name')
      .innerJoin('people_text', 'people_text.hash', 'people_name.hash')
      .select('look')
      .where('look', 'in', looks)
      .where('account', '!=', account);
    return (await others.executeTakeFirst()) !== undefined;
  }

  async refuse(hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await this.#run(async (db) => {
      await db.deleteFrom('people_text').where('hash', 'in', hashes).execute();
      await this.#database.scrub();
    });
  }

  async drop({ account, comments = [] }: TextsToDrop): Promise<void> {
    await this.#run(async (db) => {
      const drop = db.deleteFrom('people_text');
      if (account !== undefined) await drop.where('account', '=', account).execute();
      if (comments.length > 0) await drop.where('kind', '=', 'comment').where('number', 'in', comments).execute();
      await this.#database.scrub();
    });
  }

  async *kept(profile?: Address): AsyncGenerator<readonly KeptText[]> {
    for await (const page of textPages(this.#database.db, profile)) yield page.map(keptOf);
  }
}

const keptOf = ({ hash, kind, number, created_ms: createdMs }: TextRow): KeptText => ({
  hash,
  isComment: kind === 'comment',
  number: number === null ? null : Number(number),
  createdMs: Number(createdMs),
});
