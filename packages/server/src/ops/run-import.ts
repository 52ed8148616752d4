/**
 * `bellwether import FILE…`. If no venue runs on the data folder, the files go directly into its journal. Otherwise
 * they go through its admin API, with the token from the folder.
 */

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ImportAnswer } from '@bellwether/contract';
import { ADMIN_TOKEN_FILE } from '../adapters/data-folder/install-secrets.ts';
import { readHolder } from '../adapters/data-folder/lock.ts';
import type { Config } from '../config.ts';
import { DataFolderInUse } from '../ports/data-folder.ts';
import type { Exchange } from '../ports/exchange.ts';
import type { Clock } from '../ports/runtime.ts';
import { describeImport, type FileImport, importFiles } from './import.ts';

/** An exchange on the data folder; `stop` releases the folder. */
export interface FolderExchange extends Exchange {
  stop(): Promise<void>;
}

export interface RunImportOptions {
  readonly config: Config;
  readonly files: readonly string[];
  readonly print: (line: string) => void;
  readonly clock: Clock;
  /** Opens the data folder for writing; rejects with `DataFolderInUse` while a venue has it. */
  readonly openFolder: (dataDir: string) => Promise<FolderExchange>;
}

/** Imports the files and prints one line for each. Resolves to the exit code: 1 if a file was refused. */
export async function runImport({ config, files, print, clock, openFolder }: RunImportOptions): Promise<number> {
  const results = await openFolder(config.dataDir).then(
    (exchange) => importIntoFolder(exchange, files, clock),
    (error: unknown) => {
      if (error instanceof DataFolderInUse) return importThroughVenue(config, files, error);
      throw error;
    },
  );
  for (const result of results) print(describeImport(result));
  return results.some((result) => result.kind === 'refused') ? 1 : 0;
}

async function importIntoFolder(
  exchange: FolderExchange,
  files: readonly string[],
  clock: Clock,
): Promise<FileImport[]> {
  try {
    return await importFiles(files, { submit: (command) => exchange.submit(command), nowMs: clock.wallMs() });
  } finally {
    await exchange.stop();
  }
}

async function importThroughVenue(
  config: Config,
  files: readonly string[],
  inUse: DataFolderInUse,
): Promise<FileImport[]> {
  const url = readHolder(config.dataDir)?.url;
  if (url === undefined || url === null) throw inUse;
  const token = config.adminToken ?? (await readFile(join(config.dataDir, ADMIN_TOKEN_FILE), 'utf8')).trim();
  const results: FileImport[] = [];
  for (const file of files) results.push(await postFile(url, token, file));
  return results;
}

async function postFile(url: string, token: string, file: string): Promise<FileImport> {
  const name = basename(file);
  const payload = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${name}: cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const response = await fetch(`${url}/admin/import?file=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: payload,
  });
  const answer = (await response.json()) as ImportAnswer & { readonly error?: string };
  if (!response.ok) return { kind: 'refused', file, message: answer.error ?? `the venue answered ${response.status}` };
  const { tags, series, events, markets, notes } = answer;
  return { kind: 'imported', file, tags, series, events, markets, notes };
}
