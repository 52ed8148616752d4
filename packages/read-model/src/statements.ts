/** Cache of prepared statements, and the few forms in which projections of the catalog write rows. */
import type { PreparedStatement, SqlValue, StoreWriter } from '@bellwether/ports/store.ts';

export class Statements {
  readonly #store: StoreWriter;
  readonly #known = new Map<string, PreparedStatement>();

  constructor(store: StoreWriter) {
    this.#store = store;
  }

  /** Statement for this text, prepared once. Texts must come from a small set. */
  prepare(sql: string): PreparedStatement {
    const known = this.#known.get(sql);
    if (known !== undefined) return known;
    const statement = this.#store.prepare(sql);
    this.#known.set(sql, statement);
    return statement;
  }

  insert(table: string, row: object): void {
    const columns = Object.keys(row);
    const marks = columns.map(() => '?').join(', ');
    this.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`).run(...valuesOf(row));
  }

  /** Sets the columns of the row whose `key` is `id`; a no-op without columns. */
  update(table: string, key: string, id: number, columns: object): void {
    const names = Object.keys(columns);
    if (names.length === 0) return;
    const assignments = names.map((column) => `${column} = ?`).join(', ');
    this.prepare(`UPDATE ${table} SET ${assignments} WHERE ${key} = ?`).run(...valuesOf(columns), id);
  }
}

function valuesOf(row: object): SqlValue[] {
  // Row types contain only numbers, text and null.
  return Object.values(row) as SqlValue[];
}
