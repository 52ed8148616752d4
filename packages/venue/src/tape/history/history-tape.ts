/**
 * A tape from files of rows. A tape begins with its markets, so all rows are read twice: to know markets and losses,
 * and to write. The tape gets its name when it is whole.
 */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { syncFolder } from '@bellwether/ledger/files/durable-file.ts';
import { inWords } from '@bellwether/ledger/files/storage-error.ts';
import { headerProblem } from '../checked-tape.ts';
import { TAPE_FORMAT, type TapeMarket } from '../tape-line.ts';
import { TapeWriter } from '../tape-writer.ts';
import { csvTable } from './csv-table.ts';
import { historyMessages } from './history-messages.ts';
import { Losses } from './losses.ts';
import { Markets } from './markets.ts';
import { parquetTable } from './parquet-table.ts';
import { type Plan, ROLES, type Role } from './plan.ts';
import { type Row, readRow } from './read-row.ts';
import { inOrder, merged } from './row-order.ts';
import { cellText, type Table } from './table.ts';

/** Rows held for sorting: of all files together, and at least of each. */
const WINDOW = { all: 100_000, each: 10_000 } as const;

interface HistoryOptions {
  readonly files: readonly string[];
  readonly path: string;
  readonly plan: Plan;
  readonly described: readonly TapeMarket[];
  /** Markets to keep, as the files name them; none: those described, or all. */
  readonly only: readonly string[];
  /** True: nothing is written if a row is lost. */
  readonly isStrict: boolean;
}

/** Makes a tape; `hash` is null if it was not written. Throws if the files cannot be a tape, and errors of the disk. */
export async function tapeOfHistory(options: HistoryOptions) {
  const { files, path, described, only, isStrict } = options;
  const missing = files.find((file) => !statSync(file, { throwIfNoEntry: false })?.isFile());
  if (missing !== undefined) throw new Error(`there is no file ${missing}`);
  if (existsSync(path)) throw new Error(`${path} is there already: name another --out, or move it away`);
  const found = new Markets(described, only);
  const first = await readAll(options, found, null);
  const { told, losses } = first;
  if (told.rows === 0) throw new Error(['no row can be on a tape', ...losses.lines()].join('; '));
  const markets = found.describe();
  // A tape of the same rows is the same, whichever kind of file they come from.
  const source = `files: ${[...new Set(files.map(stemOf))].join(', ')}`;
  const header = { kind: 'tape', format: TAPE_FORMAT, source, time_ms: told.firstMs, markets } as const;
  const problem = headerProblem(header);
  if (problem !== null) throw new Error(`the files have markets that a tape cannot have: ${problem}`);
  if (isStrict && losses.total > 0) return { ...first, markets, hash: null };
  const beside = `${path}.new`;
  try {
    rmSync(beside, { force: true });
    using tape = closing(TapeWriter.create(beside, header));
    const again = await readAll(options, found, tape);
    if (again.told.messages !== told.messages) throw new Error('the files changed while they were read');
    tape.end(told.lastMs);
    tape.flush();
    renameSync(beside, path);
    syncFolder(dirname(path));
    return { ...first, markets, hash: tape.hash };
  } catch (error) {
    rmSync(beside, { force: true });
    throw inWords('write', path, error);
  }
}

const stemOf = (path: string): string => basename(path).split('.')[0] ?? '';

/** Reads all files once. `out`: null to know markets and losses only. */
async function readAll({ files, plan, described }: HistoryOptions, markets: Markets, out: TapeWriter | null) {
  const losses = new Losses(files);
  const { told, take, finish } = historyMessages(markets, plan, losses, out);
  const counts = { read: 0, leftOut: 0 };
  let hasFlags = plan.columns.snapshot === undefined;
  // Files that name no market are about one.
  const only = (described.length === 1 ? described[0]?.condition_id : undefined) ?? stemOf(files[0] ?? '');

  async function* rowsOf(path: string, file: number): AsyncGenerator<readonly Row[]> {
    try {
      const table = await openTable(path);
      const places = placesOf(table.columns, plan.columns);
      const isFlagged = places.has('snapshot');
      hasFlags ||= isFlagged;
      const rows = isFlagged && plan.rows === 'trades' ? 'changes' : plan.rows;
      const of = places.get('market') ?? places.get('token') ?? -1;
      const columns = [...places.keys()].map((role) => plan.columns[role] ?? '');
      for await (const batch of table.batches(columns, of, (cell) => markets.wants(cell))) {
        const kept: Row[] = [];
        for (let at = 0; at < batch.length; at++) {
          counts.read++;
          const market = of < 0 ? only : cellText(batch.cell(at, of));
          const facts = { file, number: batch.first + at, market };
          if (of >= 0 && !markets.wants(market)) {
            counts.leftOut++;
            continue;
          }
          const cells = (role: Role): unknown => batch.cell(at, places.get(role) ?? -1);
          const row = batch.isWhole(at) ? readRow(cells, facts, plan, rows) : 'other cells than names';
          if (typeof row === 'string') losses.add(row, facts);
          else kept.push(row);
        }
        yield kept;
      }
    } catch (error) {
      throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
    }
  }

  const window = Math.max(WINDOW.each, Math.floor(WINDOW.all / files.length));
  const late = (row: Row, ms: number): void => losses.add('out of order', row, `, ${ms} ms late`);
  const streams = files.map((path, file) => inOrder(rowsOf(path, file), window, late));
  await merged(streams, take);
  finish();
  if (!hasFlags) throw new Error(`no file has a column ${plan.columns.snapshot} (--snapshot)`);
  return { ...counts, losses, told };
}

/** Places of columns by what they mean. Not every file needs the column that flags snapshots. */
function placesOf(names: readonly string[], columns: Plan['columns']): Map<Role, number> {
  const roles = ROLES.filter((role) => columns[role] !== undefined);
  const missing = roles.find((role) => role !== 'snapshot' && !names.includes(columns[role] ?? ''));
  if (missing !== undefined)
    throw new Error(`it has no column ${columns[missing]} (--${missing}), but ${names.join(', ') || 'none'}`);
  const twice = roles.find((role) => names.indexOf(columns[role] ?? '') !== names.lastIndexOf(columns[role] ?? ''));
  if (twice !== undefined) throw new Error(`it has the column ${columns[twice]} (--${twice}) twice`);
  return new Map(roles.filter((role) => names.includes(columns[role] ?? '')).map((role, at) => [role, at]));
}

/** Opens a file by its first bytes. */
async function openTable(path: string): Promise<Table> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.toString() === 'PAR1' ? parquetTable(path) : csvTable(path, buffer.readUInt16BE() === 0x1f8b);
}
