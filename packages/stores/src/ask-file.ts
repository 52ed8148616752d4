/** Asks a file of a store, or of the read store, without changing it. */
import { DatabaseSync } from 'node:sqlite';

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Throws if the file is damaged, or no database. */
export function askFile(path: string, queries: readonly string[]): Rows[] {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const [checked] = file.prepare('PRAGMA quick_check(1)').all();
    const problem = String(Object.values(checked ?? {})[0]);
    if (problem !== 'ok') throw new Error(`damaged: ${problem}`);
    return queries.map((query) => file.prepare(query).all());
  } finally {
    file.close();
  }
}
