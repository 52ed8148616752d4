/**
 * The objects of an SQLite file, compared with those that this program creates. A foreign trigger, view, column or index
 * could change, drop or refuse acknowledged rows without an error.
 */

/** A row of `sqlite_schema`. */
export type SchemaObject = Readonly<Record<'type' | 'name' | 'sql', unknown>>;

/** SQLite's own tables of statistics and of counters. */
const OWN_TABLE = /^sqlite_(?:stat[1-4]|sequence)$/;

export const schemaOf = (database: { prepare(sql: string): { all(): unknown[] } }): readonly SchemaObject[] =>
  database.prepare('SELECT type, name, sql FROM sqlite_schema').all() as SchemaObject[];

/** Tables that these statements create. */
export function tablesMadeBy(statements: string): readonly SchemaObject[] {
  return Array.from(statements.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?((\w+)[^;]*)/g), ([, rest, name]) => ({
    type: 'table',
    name,
    sql: `CREATE TABLE ${rest}`,
  }));
}

/** First difference between the found and the expected objects, as the end of a sentence about the file; null if none. */
export function schemaDifference(found: readonly SchemaObject[], expected: readonly SchemaObject[]): string | null {
  const missing = new Map(expected.filter(isMade).map((one) => [nameOf(one), textOf(one)]));
  for (const one of found.filter(isMade)) {
    const text = missing.get(nameOf(one));
    if (text === undefined) return `has ${nameOf(one)}, which this program does not create`;
    if (text !== textOf(one)) return `has ${nameOf(one)} in another form than this program creates it`;
    missing.delete(nameOf(one));
  }
  const [first] = missing.keys();
  return first === undefined ? null : `does not have ${first}`;
}

/** False for objects that SQLite makes by itself: they follow from the others. */
const isMade = ({ type, name, sql }: SchemaObject): boolean =>
  !(type === 'index' ? sql === null : type === 'table' && OWN_TABLE.test(String(name)));

const nameOf = ({ type, name }: SchemaObject): string => `the ${String(type)} "${String(name)}"`;

/** The statement without comments and optional spaces: they differ between versions, and after a column was added. */
const textOf = ({ sql }: SchemaObject): string =>
  String(sql)
    .replaceAll(/--.*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim();
