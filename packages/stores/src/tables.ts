/** Tables of a store, said once: columns for the database, and from them the type of a row. */
import { type Kysely, sql } from 'kysely';

/** Columns by name, as `CREATE TABLE` has them: type first, in small letters. */
type Columns = Readonly<Record<string, string>>;

/** PostgreSQL returns 64-bit numbers as text. */
export type Ms = number | string;

type ValueOf<Column> = Column extends `bigint${string}`
  ? Ms
  : Column extends `integer${string}`
    ? number
    : Column extends `text ${'primary key' | 'not null'}${string}`
      ? string
      : string | null;

/** `Known`: columns with few values. */
export type RowOf<Own extends Columns, Known = unknown> = {
  -readonly [Name in keyof Own]: Name extends keyof Known ? Known[Name] : ValueOf<Own[Name]>;
};

/** Makes a table, unless it is there. */
export async function makeTable(db: object, name: string, columns: Columns, ...constraints: string[]): Promise<void> {
  const parts = [...Object.entries(columns).map(([column, type]) => `"${column}" ${type}`), ...constraints];
  await sql.raw(`CREATE TABLE IF NOT EXISTS ${name} (${parts.join(', ')})`).execute(db as Kysely<unknown>);
}

export interface Format {
  /** Name of the store, which its table of the format begins with. */
  readonly store: string;
  /** Raised when an older program could misread the store. */
  readonly format: number;
}

/** Throws for a store that a newer version wrote, if this one could misread it. */
export function checkFormat({ store, format }: Format, found: number): void {
  if (found > format)
    throw new Error(
      `the store of ${store} has format ${found}, and this version knows only up to ${format}: start the newer version of Bellwether that wrote it`,
    );
}

/** Makes the tables of a store with its format, or throws before anything is changed. */
export async function makeTables(db: object, own: Format, make: () => Promise<void>): Promise<void> {
  const named = db as Kysely<Record<string, { format: number }>>;
  const name = `${own.store}_format`;
  await makeTable(db, name, { format: 'integer not null' });
  const found = await named.selectFrom(name).select('format').executeTakeFirst();
  checkFormat(own, found?.format ?? 0);
  await make();
  if (found === undefined) await named.insertInto(name).values({ format: own.format }).execute();
}
