import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { openUnlocked } from '@bellwether/ledger/log/testing/journal-of.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import { EXPORT_FORMATS, type ExportFormat } from '@bellwether/ports/exports.ts';
import { openStore } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { queryOf } from '@bellwether/read-model/exports/query/data-set.ts';
import { DATA_SETS } from '@bellwether/read-model/exports/query/data-sets.ts';
import { createProjectionRunner } from '@bellwether/read-model/runner.ts';
import { distance } from '@bellwether/read-model/testing/naive-portfolio.ts';
import type { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { openTestStore } from '@bellwether/read-model/testing/test-store.ts';
import { expect, test } from 'vitest';
import { Opened } from '../compose/opened.ts';
import { openPeopleOf } from '../compose/people.ts';
import { readConfig } from '../config.ts';
import { MACHINE } from '../runtime/machine.ts';
import { type ExportPlan, readExportPlan, runDataExport } from './export-command.ts';
import {
  expectedPositions,
  expectedPrices,
  expectedTrades,
  exportedVenue,
  HARD_TEXTS,
} from './testing/exported-venue.ts';
import { readBack } from './testing/read-back.ts';

const ALL = ['trades', 'prices', 'positions', 'results', 'comments'] as const;
const venue = exportedVenue();

/** A data folder with the journal of the venue, up to an entry. */
async function folderOf({ records }: RecordedVenue, upTo = records.length): Promise<string> {
  const dataDir = newFolder();
  const journal = openUnlocked(dataDir);
  for (const record of records.slice(0, upTo)) await journal.append(record);
  await journal.close();
  return dataDir;
}

/** The read store of a stopped venue, up to an entry. */
function writeStore(dataDir: string, { entries, state, prices }: RecordedVenue, upTo = entries.length): void {
  const store = openStore(join(dataDir, STORE_FILE));
  createProjectionRunner(store, ALL_PROJECTIONS).write(entries.slice(0, upTo), '0'.repeat(64), { state, prices });
  store.close();
}

async function run(dataDir: string, changes: Partial<ExportPlan> & { format: ExportFormat }, out = newFolder()) {
  const lines: string[] = [];
  const plan = { what: ALL, fromMs: null, toMs: null, ...changes };
  const print = (line: string): unknown => lines.push(line);
  await runDataExport({
    dataDir,
    elsewhere: null,
    openPeople: async () => null,
    plan,
    out,
    timers: MACHINE.timers,
    print: (line) => void print(line),
  });
  return {
    out,
    lines,
    read: (what: (typeof ALL)[number]) => readBack(what, plan.format, join(out, `${what}.${plan.format}`)),
  };
}

test.each(EXPORT_FORMATS)(
  'export as %s: every value as another program computes it from the journal',
  async (format) => {
    const { read } = await run(await folderOf(venue), { format });
    const trades = expectedTrades(venue);
    expect(trades.length).toBeGreaterThan(200);
    expect(await read('trades')).toEqual(trades);
    const positions = await read('positions');
    const expected = expectedPositions(venue);
    expect(positions.length).toBe(expected.size);
    for (const row of positions) {
      const position = expected.get(`${row['wallet']} ${row['condition_id']} ${row['outcome']}`);
      if (position === undefined) throw new Error(`no trade explains ${JSON.stringify(row)}`);
      const { shares, bought, fees, steps } = position;
      expect(row).toMatchObject({ shares, bought, fees });
      expect(distance(position.cost, Number(row['cost']))).toBeLessThanOrEqual(steps);
      expect(distance(position.realized, Number(row['realized']))).toBeLessThanOrEqual(steps);
    }
    const comments = await read('comments');
    expect(comments.map(({ text }) => text)).toEqual([null, ...HARD_TEXTS.slice(1)]);
    expect(comments.map(({ removed }) => removed)).toEqual([true, ...HARD_TEXTS.slice(1).map(() => false)]);
    const results = await read('results');
    expect(results.map(({ status, outcome, payout }) => [status, outcome, payout])).toEqual([
      ['proposed', 'Yes', 1_000_000],
      ['resolved', 'Yes', 1_000_000],
    ]);
    expect(results[0]).toMatchObject({
      source: 'https://example.org/?a=1,2',
      note: '=HYPERLINK("x")',
      refunded: false,
    });
    const prices = (await read('prices')).filter(({ seconds }) => seconds === 60);
    const ids = venue.state.markets.map(({ conditionId }) => conditionId as unknown);
    expect(prices.map(({ condition_id: id, time, price }) => ({ question: ids.indexOf(id), time, price }))).toEqual(
      expectedPrices(venue),
    );
  },
);

test('export: a spreadsheet has nothing to run, and no text is changed for good', async () => {
  const { out, read } = await run(await folderOf(venue), { format: 'csv', what: ['comments', 'results'] });
  for (const file of ['comments.csv', 'results.csv']) {
    // Cells as a spreadsheet splits them.
    for (const [cell] of readFileSync(join(out, file), 'utf8').matchAll(/(?<=^|,|\n)(?:"(?:[^"]|"")*"|[^",\n]*)/g))
      expect(cell.replace(/^"/, '')).not.toMatch(/^[=+@\t\r＝＋－＠]|^-(?!\d)/);
  }
  expect((await read('comments')).at(-1)?.['text']).toBe(HARD_TEXTS.at(-1));
});

test('export: the same journal gives the same bytes, with a whole store, one that lags, and none', async () => {
  for (const format of EXPORT_FORMATS) {
    const [whole, lagging, none] = [await folderOf(venue), await folderOf(venue), await folderOf(venue)];
    writeStore(whole, venue);
    writeStore(lagging, venue, 100);
    const [first, ...others] = [
      await run(whole, { format }),
      await run(lagging, { format }),
      await run(none, { format }),
    ];
    const bytes = (out: string) => ALL.map((what) => readFileSync(join(out, `${what}.${format}`)));
    for (const { out } of others)
      expect(bytes(out).map((file, at) => file.equals(bytes(first.out)[at] as Buffer))).toEqual(ALL.map(() => true));
    expect(first.lines).toHaveLength(1);
    expect(others.map(({ lines }) => lines[0])).toEqual(
      Array(2).fill(expect.stringContaining('making a temporary one')),
    );
    for (const { out } of [first, ...others]) expect(readdirSync(out)).toHaveLength(ALL.length);
  }
});

test('export: a store of another journal is not used', async () => {
  const dataDir = await folderOf(venue, 300);
  writeStore(dataDir, exportedVenue(299), 300);
  const { lines } = await run(dataDir, { format: 'jsonl' });
  expect(lines[0]).toContain('making a temporary one of 300 entries');
});

test('export: --from and --to take the rows between them, the first inclusive', async () => {
  const dataDir = await folderOf(venue);
  writeStore(dataDir, venue);
  const all = await run(dataDir, { format: 'jsonl' });
  for (const what of ALL) {
    const column = what === 'positions' ? 'changed' : 'time';
    const rows = await all.read(what);
    const times = rows.map((row) => Date.parse(String(row[column])));
    const [fromMs, toMs] = [times[Math.floor(times.length / 3)] as number, times.at(-1) as number];
    const { read } = await run(dataDir, { format: 'jsonl', what: [what], fromMs, toMs });
    expect(await read(what)).toEqual(
      rows.filter((_, at) => (times[at] as number) >= fromMs && (times[at] as number) < toMs),
    );
  }
});

test('export: an empty venue has files with columns and without rows', async () => {
  const empty = exportedVenue(0);
  for (const format of EXPORT_FORMATS) {
    const { read, out } = await run(await folderOf(empty, 1), { format });
    for (const what of ALL) expect(await read(what)).toEqual([]);
    if (format === 'csv')
      expect(readFileSync(join(out, 'prices.csv'), 'utf8')).toBe('event,condition_id,question,seconds,time,price\n');
  }
});

test('export: files replace those of an earlier export together, or not at all', async () => {
  const [dataDir, out] = [await folderOf(venue), newFolder()];
  writeStore(dataDir, venue);
  writeFileSync(join(out, 'trades.csv'), 'old');
  mkdirSync(join(out, 'results.csv.new'));
  await expect(run(dataDir, { format: 'csv' }, out)).rejects.toThrow(/cannot write .*results\.csv/);
  expect(readFileSync(join(out, 'trades.csv'), 'utf8')).toBe('old');
  expect(readdirSync(out)).toEqual(['results.csv.new', 'trades.csv']);
  await run(dataDir, { format: 'csv', what: ['trades'] }, out);
  expect(statSync(join(out, 'trades.csv')).size).toBeGreaterThan(1_000);
});

test('export: people are refused by name where there is no people store, before anything is written', async () => {
  const out = join(newFolder(), 'made');
  await expect(run(await folderOf(venue, 1), { format: 'csv', what: ['people'] }, out)).rejects.toThrow(
    'this venue has no people store',
  );
  expect(readdirSync(join(out, '..'))).toEqual([]);
});

test.each([
  [
    { what: 'trades,people', format: 'csv' },
    { what: ['trades', 'people'], format: 'csv', fromMs: null, toMs: null },
  ],
  [
    { what: 'prices', format: 'parquet', from: '2026-01-31', to: '2026-02-01T00:00:00+01:00' },
    { what: ['prices'], format: 'parquet', fromMs: Date.UTC(2026, 0, 31), toMs: Date.UTC(2026, 0, 31, 23) },
  ],
  [{ format: 'csv' }, /^--what is a list of trades/],
  [{ what: 'trades,trades', format: 'csv' }, /each once$/],
  [{ what: 'orders', format: 'csv' }, /^--what/],
  [{ what: 'trades', format: 'xlsx' }, '--format is csv, parquet, jsonl'],
  [{ what: 'trades', format: 'csv', from: '2026-02-31' }, /^--from is a day/],
  [{ what: 'trades', format: 'csv', from: '2026-01-01T25:00' }, /^--from/],
  [{ what: 'trades', format: 'csv', to: 'yesterday' }, /^--to/],
  [{ what: 'trades', format: 'csv', from: '2026-01-02', to: '2026-01-02' }, /^--to is exclusive/],
])('export: options %j', (options, expected) => {
  const plan = readExportPlan(options);
  if (expected instanceof RegExp) expect(plan).toMatch(expected);
  else expect(plan).toEqual(expected);
});

test('export: every data set is read in the order of its table, without sorting', () => {
  using store = openTestStore();
  for (const [name, set] of Object.entries(DATA_SETS)) {
    for (const account of set.owned === null ? [null] : [null, '0x01']) {
      const { sql, parameters } = queryOf(set, { fromMs: 1, toMs: 2, account });
      const plan = store
        .query(`EXPLAIN QUERY PLAN ${sql}`, ...(parameters as never[]))
        .map(({ detail }) => String(detail));
      expect(plan[0], name).toMatch(/^SCAN r/);
      expect(
        plan.filter((step) => step.includes('TEMP B-TREE FOR ORDER')),
        name,
      ).toEqual([]);
    }
  }
});

test('export: people come from their store, in files of their own', async () => {
  const dataDir = await folderOf(venue, 1);
  const config = readConfig({ BELLWETHER_DATA_DIR: dataDir, BELLWETHER_JOIN: 'invite' }, false);
  const open = () => openPeopleOf(config, MACHINE, new Uint8Array(32), new Opened(), () => undefined);
  const people = await open();
  const wish = { uses: 1, hours: 1, role: null, amount: null, by: 'root' };
  for (const [name, email, group] of [
    ['=Ada, "A"', 'ada@example.org', 'Sales'],
    ['Bob', null, null],
  ] as const) {
    const [made] = (await people?.invite([{ ...wish, name, email, group }])) ?? [];
    const token = made?.url.split('#')[1] ?? '';
    await people?.join({ token, name: null, note: null, cookie: undefined, agent: undefined });
  }
  const found = (await people?.list({ limit: 10, offset: 0 }))?.people ?? [];
  await people?.close();
  const out = newFolder();
  const plan = { what: ['people', 'comments'], format: 'jsonl', fromMs: null, toMs: null } as const;
  const command = { dataDir, elsewhere: null, openPeople: open, out, timers: MACHINE.timers, print: () => undefined };
  await runDataExport({ ...command, plan });
  const rows = readFileSync(join(out, 'people.jsonl'), 'utf8').split('\n').slice(0, -1);
  expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(
    found.map(({ id, createdMs }, at) => ({
      ...(at === 0 ? { name: '=Ada, "A"', email: 'ada@example.org' } : { name: 'Bob', email: null }),
      ...{ person: id, state: 'joined', account: null, groups: at === 0 ? 'Sales' : '' },
      time: new Date(createdMs).toISOString(),
    })),
  );
  await runDataExport({ ...command, plan: { ...plan, what: ['people'], format: 'csv' } });
  expect(readFileSync(join(out, 'people.csv'), 'utf8')).toContain('"\'=Ada, ""A""",ada@example.org,joined,,Sales,');
  const later = {
    ...plan,
    what: ['people'],
    fromMs: Math.max(...found.map(({ createdMs }) => createdMs)) + 1,
  } as const;
  await runDataExport({ ...command, plan: later });
  expect(readFileSync(join(out, 'people.jsonl'), 'utf8')).toBe('');
});
