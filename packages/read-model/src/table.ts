/** Tables as values: the type of a table's rows and the SQL that creates it follow from one list of columns. */

export interface Column<Value> {
  readonly sql: string;
  /** Columns of this kind come first and are the table's key together; its rows are stored in that order. */
  readonly isOfKey?: true;
  /** Type of the values; never set. */
  readonly value?: Value;
}

export type Flag = 0 | 1;

export const integer: Column<number> = { sql: 'INTEGER NOT NULL' };
export const integerOrNull: Column<number | null> = { sql: 'INTEGER' };
export const flag: Column<Flag> = { sql: 'INTEGER NOT NULL' };
export const real: Column<number> = { sql: 'REAL NOT NULL' };
export const text: Column<string> = { sql: 'TEXT NOT NULL' };
export const uniqueText: Column<string> = { sql: 'TEXT NOT NULL UNIQUE' };
export const bytes: Column<Uint8Array> = { sql: 'BLOB NOT NULL' };
export const rowId: Column<number> = { sql: 'INTEGER PRIMARY KEY' };
export const textId: Column<string> = { sql: 'TEXT PRIMARY KEY' };
export const key: Column<number> = { sql: 'INTEGER NOT NULL', isOfKey: true };
export const textKey: Column<string> = { sql: 'TEXT NOT NULL', isOfKey: true };

export type Columns = Readonly<Record<string, Column<unknown>>>;
type Tables = Readonly<Record<string, Columns>>;

export type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never;
};
export type Rows<All extends Tables> = { readonly [Name in keyof All]: RowOf<All[Name]> };

export type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

export const camelOf = (column: string): string => column.replace(/_(.)/g, (_, first: string) => first.toUpperCase());

/** A row as answers show it: its columns in camel case, flags as booleans. */
export type Shown<Of extends Columns> = {
  readonly [Name in keyof Of as Camel<Name>]: Of[Name] extends Column<Flag> ? boolean : RowOf<Of>[Name];
};

export function shownBy<Of extends Columns>(columns: Of): (row: RowOf<Of>) => Shown<Of> {
  const names = Object.entries(columns).map(([column, kind]) => [column, camelOf(column), kind === flag] as const);
  return (row) => {
    const shown: Record<string, unknown> = {};
    for (const [column, name, isFlag] of names) shown[name] = isFlag ? row[column] === 1 : row[column];
    return shown as Shown<Of>;
  };
}

/** Inserts a row: its values in the order of the columns. */
export function insertInto<All extends Tables>(tables: All, name: keyof All & string): string {
  const columns = Object.keys(tables[name] ?? {});
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

export function createTables(tables: Tables): string {
  return Object.entries(tables).map(createTable).join('\n  ');
}

function createTable([name, columns]: [string, Tables[string]]): string {
  const all = Object.entries(columns);
  const keys = all.filter(([, { isOfKey }]) => isOfKey).map(([column]) => column);
  const lines = all.map(([column, { sql }]) => `${column} ${sql}`);
  if (keys.length > 0) lines.push(`PRIMARY KEY (${keys.join(', ')})`);
  return `CREATE TABLE ${name} (\n    ${lines.join(',\n    ')}\n  )${keys.length > 0 ? ' WITHOUT ROWID' : ''};`;
}
