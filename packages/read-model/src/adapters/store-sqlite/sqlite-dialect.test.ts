import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { isVersionAtLeast } from './open-store.ts';
import { createSqliteDialect, STATEMENT_CACHE_MAX } from './sqlite-dialect.ts';

type Schema = { readonly pets: { readonly id: number; readonly name: string; readonly chip: Uint8Array | null } };

const connection = new DatabaseSync(':memory:');
connection.exec('CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT NOT NULL, chip BLOB)');
const database = new Kysely<Schema>({ dialect: createSqliteDialect(connection) });
afterEach(() => connection.exec('DELETE FROM pets'));

describe('sqlite dialect', () => {
  test('rows go in and come out with numbers, text, bytes and null', async () => {
    const rows = [
      { id: 1, name: 'Ada', chip: new Uint8Array([1, 255]) },
      { id: 2 ** 53 - 1, name: '', chip: null },
    ];
    await database.insertInto('pets').values(rows).execute();
    expect(await database.selectFrom('pets').selectAll().orderBy('id').execute()).toEqual(rows);
  });

  test('a statement that is run again gives the rows of now', async () => {
    const names = () => database.selectFrom('pets').select('name').execute();
    expect(await names()).toEqual([]);
    await database.insertInto('pets').values({ id: 1, name: 'Ada', chip: null }).execute();
    expect(await names()).toEqual([{ name: 'Ada' }]);
  });

  test('more distinct statements than the cache holds still answer', async () => {
    for (let column = 0; column < STATEMENT_CACHE_MAX + 10; column += 1) {
      const { rows } = await sql.raw<{ value: number }>(`SELECT ${column} AS value`).execute(database);
      expect(rows).toEqual([{ value: column }]);
    }
  });

  test('a transaction that throws leaves nothing behind', async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('pets').values({ id: 1, name: 'Ada', chip: null }).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.selectFrom('pets').selectAll().execute()).toEqual([]);
  });

  test('a long statement is done in steps, between which it can be ended', async () => {
    const rows = Array.from({ length: 250 }, (_, id) => ({ id, name: `pet ${id}`, chip: null }));
    await database.insertInto('pets').values(rows).execute();
    let steps = 0;
    let stepsMax = Number.POSITIVE_INFINITY;
    const betweenSteps = () => {
      steps += 1;
      if (steps > stepsMax) throw new Error('enough');
    };
    const inSteps = new Kysely<Schema>({ dialect: createSqliteDialect(connection, betweenSteps) });
    const all = () => inSteps.selectFrom('pets').selectAll().orderBy('id').execute();
    expect(await all()).toEqual(rows);
    expect(steps, '250 rows').toBe(Math.floor(250 / 16) + 1);
    stepsMax = steps + 4;
    await expect(all()).rejects.toThrow('enough');
    stepsMax = Number.POSITIVE_INFINITY;
    expect(await all(), 'the same statement, from its first row').toEqual(rows);
    steps = 0;
    expect(await inSteps.selectFrom('pets').selectAll().orderBy('id').limit(200).execute()).toEqual(rows.slice(0, 200));
    expect(steps, 'at most 200 rows of three values').toBe(1);
  });
});

test('store: versions of SQLite compare by their numbers', () => {
  const versions = ['3.51.3', '3.100.0', '3.51.2', '3.9.9'];
  expect(versions.map((version) => isVersionAtLeast(version, '3.51.3'))).toEqual([true, true, false, false]);
});
