/** `bellwether report`: a page, or its document as JSON, about a journal, a replay or an examination. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { writeFileDurably } from '@bellwether/ledger/files/durable-file.ts';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { openJournalBeside } from '../open-journal.ts';
import { currentFolderOf } from '../sandbox-folder.ts';
import type { Report } from './document.ts';
import { journalReport } from './journal-report.ts';
import { reportPage } from './page/page.ts';
import { readReportFile } from './read-file.ts';

const PAGE_FILE = 'report.html';

interface ReportArguments {
  readonly user?: string | undefined;
  readonly out?: string | undefined;
  readonly json: boolean;
}

/**
 * Writes the page to `out`, by default `report.html`; with `json` prints the document, and writes a page only to a named
 * `out`. `path`: a data folder, a sandbox's folder or a file; null for the journal of the settings.
 */
export async function runReport(
  path: string | null,
  { user, out, json }: ReportArguments,
  place: JournalPlace,
  runtime: Runtime,
  print: (line: string) => void,
): Promise<void> {
  const pagePath = out ?? (json ? null : PAGE_FILE);
  if (pagePath !== null) checkPlace(pagePath);
  const report = await readReport(path, user ?? null, place, runtime);
  if (pagePath !== null) writeFileDurably(pagePath, [Buffer.from(reportPage(report))]);
  if (json) print(JSON.stringify(report));
  else print(`${pagePath} is written`);
}

/** Refuses a page that could not be written, before a long journal is read. */
function checkPlace(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new Error(`--out ${path}: there is no folder ${folder}`);
  if (existsSync(path) && !statSync(path).isFile()) throw new Error(`--out ${path} is not a file`);
}

async function readReport(
  path: string | null,
  user: string | null,
  place: JournalPlace,
  runtime: Runtime,
): Promise<Report> {
  if (path !== null && !existsSync(path)) throw new Error(`there is no folder or file ${path}`);
  const isFile = path !== null && statSync(path).isFile();
  if (isFile && basename(path) !== JOURNAL_FILE) {
    if (user !== null) throw new Error(`--user is for a journal, and ${path} is about one bot or about all clients`);
    return readReportFile(path);
  }
  const folder = isFile ? dirname(path) : path;
  const from = folder === null ? place : { dataDir: folder, database: null };
  const dataDir = currentFolderOf(from.dataDir);
  await using journal = closing(await openJournalBeside({ ...from, dataDir }, runtime));
  return await journalReport(journal, dataDir, user);
}
