/**
 * `bellwether export --what …`: data sets of one moment as files of a folder. Each file is written beside its place and
 * all are renamed at the end: a file of an earlier export stays as it was until then, also if the disk is full.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { OWNER_ONLY, removeIfFile, syncFolder } from '@bellwether/ledger/files/durable-file.ts';
import { inWords, storageError } from '@bellwether/ledger/files/storage-error.ts';
import {
  EXPORT_FORMATS,
  EXPORTED,
  type Exported,
  type ExportFormat,
  type ExportRequest,
} from '@bellwether/ports/exports.ts';
import type { People } from '@bellwether/ports/people.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { isStoreDamage } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { isoDateMs } from '@bellwether/wire/forms/iso-date.ts';
import { type JournalElsewhere, openJournalElsewhere } from '../ops/open-journal.ts';
import { count } from '../ops/print-kind.ts';
import { exportedPeople, exportedPieces, isStored } from './exported-pieces.ts';
import { openMoment } from './moment.ts';

export const EXPORT_OPTIONS = {
  format: { type: 'string', default: 'csv' },
  what: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  out: { type: 'string', default: '.' },
} as const;

export interface ExportPlan {
  readonly what: readonly Exported[];
  readonly format: ExportFormat;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** The plan of the command's options, or what is wrong with them. */
export function readExportPlan(options: Partial<Record<keyof typeof EXPORT_OPTIONS, string>>): ExportPlan | string {
  const what = (options.what ?? '').split(',').map((name) => EXPORTED.find((one) => one === name.trim()));
  if (!what.every((one) => one !== undefined) || new Set(what).size !== what.length)
    return `--what is a list of ${EXPORTED.join(', ')}, each once`;
  const format = EXPORT_FORMATS.find((one) => one === options.format);
  if (format === undefined) return `--format is ${EXPORT_FORMATS.join(', ')}`;
  const [fromMs, toMs] = [isoDateMs(options.from), isoDateMs(options.to)];
  if (fromMs === undefined || toMs === undefined)
    return `--${fromMs === undefined ? 'from' : 'to'} is a day or a time, 2026-01-31 or 2026-01-31T12:00:00Z`;
  if (fromMs !== null && toMs !== null && fromMs >= toMs) return '--to is exclusive and must be after --from';
  return { what, format, fromMs, toMs };
}

interface ExportCommand {
  readonly dataDir: string;
  readonly elsewhere: JournalElsewhere | null;
  /** Returns null for a venue without a store of people. */
  readonly openPeople: () => Promise<People | null>;
  readonly plan: ExportPlan;
  readonly out: string;
  readonly timers: Timers;
  readonly print: (line: string) => void;
}

/** Throws `StorageError`, `JournalCorruption`, or what the venue does not have. */
export async function runDataExport(command: ExportCommand): Promise<void> {
  const { plan, openPeople } = command;
  const people = plan.what.includes('people') ? await openPeople() : null;
  if (people === null && plan.what.includes('people')) throw new Error('this venue has no people store');
  try {
    await writeFiles(command, people);
  } finally {
    await people?.close();
  }
}

async function writeFiles(command: ExportCommand, people: People | null): Promise<void> {
  const { dataDir, elsewhere, plan, out, timers, print } = command;
  const requests: ExportRequest[] = plan.what.map((what) => ({ ...plan, what, account: null }));
  const folder = resolve(out);
  const files = requests.map((request) => ({ request, path: join(folder, `${request.what}.${request.format}`) }));
  mkdirSync(folder, { recursive: true });
  const journal = elsewhere === null ? openJournalReader(dataDir) : await openJournalElsewhere(dataDir, elsewhere);
  try {
    const moment = await openMoment({ dataDir, journal, scratch: folder, timers, print });
    try {
      for (const { request, path } of files) {
        if (isStored(request)) await writeBeside(path, exportedPieces(moment.rows, request));
        else if (people !== null) await writeBeside(path, exportedPeople(people, request));
      }
      for (const { path } of files) put(path);
      syncFolder(folder);
      print(`exported at entry ${count(moment.sequence)}: ${files.map(({ path }) => path).join(', ')}`);
    } finally {
      moment.close();
    }
  } catch (error) {
    // It frees the space; the error that led here is the one to report.
    for (const { path } of files) removeIfFile(besideOf(path));
    if (!isStoreDamage(error)) throw inWords('write', folder, error);
    throw new Error(`the read store in ${dataDir} is damaged: the next start makes it again`, { cause: error });
  } finally {
    await journal.close();
  }
}

const besideOf = (path: string): string => `${path}.new`;

async function writeBeside(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    rmSync(besideOf(path), { force: true });
    await writeFile(besideOf(path), pieces, { flag: 'wx', mode: OWNER_ONLY, flush: true });
  } catch (error) {
    throw isStoreDamage(error) ? error : inWords('write', path, error);
  }
}

function put(path: string): void {
  try {
    renameSync(besideOf(path), path);
  } catch (error) {
    throw storageError('write', path, error);
  }
}
