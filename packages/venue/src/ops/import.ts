/**
 * `bellwether import FILE…`: reads recorded catalog payloads and submits each file as one command, so that a file is
 * imported whole or not at all. If no venue runs on the data folder, the files go directly into its journal. Otherwise
 * they go through its admin API, with the token from the folder.
 */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ImportAnswer } from '@bellwether/contract';
import type { AddToCatalog } from '@bellwether/engine';
import { OPERATOR_BODY, parseJson } from '@bellwether/gateway/http/plugins/body.ts';
import { ADMIN_TOKEN_FILE } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { readHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { DataFolderInUse } from '@bellwether/ports/data-folder.ts';
import type { Exchange, ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import type { Clock } from '@bellwether/ports/runtime.ts';
import { describeInvalid } from '@bellwether/wire/catalog-input/fields.ts';
import { importAnswer, parseImport } from '@bellwether/wire/catalog-input/import.ts';
import type { Config } from '../config.ts';

/** The file is in the catalog, with the number of new items by kind. */
interface FileImported extends ImportAnswer {
  readonly kind: 'imported';
  readonly file: string;
}

/** Nothing of the file was imported; `message` names the file and position. */
type FileRefused = { readonly kind: 'refused'; readonly file: string; readonly message: string };

export type FileImport = FileImported | FileRefused;

interface ImportOptions {
  /** Submits a command and resolves once its outcome is durable. */
  submit(command: AddToCatalog): Promise<ExchangeOutcome>;
  /** Unix milliseconds that replace missing creation dates of records. */
  readonly nowMs: number;
  /** True if markets of version v2 are accepted. */
  readonly hasVersions: boolean;
}

/**
 * Imports files one after the other; a refused file does not stop those after it. A file that cannot be read is
 * refused.
 */
export function importFiles(
  files: readonly string[],
  options: ImportOptions,
  onDone?: (result: FileImport) => void,
): Promise<FileImport[]> {
  return oneByOne(files, (file) => importFile(file, options), onDone);
}

/** Calls `onDone` after each file, so that people know which were taken when a later one ends it. */
async function oneByOne(
  files: readonly string[],
  one: (file: string) => Promise<FileImport>,
  onDone: (result: FileImport) => void = () => undefined,
): Promise<FileImport[]> {
  const results: FileImport[] = [];
  for (const [index, file] of files.entries()) {
    try {
      const result = await one(file);
      results.push(result);
      onDone(result);
    } catch (error) {
      const others = files.slice(index + 1).map((other) => basename(other));
      throw new Error(
        `the import ended at ${basename(file)}, which may have been taken: ${messageOf(error)}. ` +
          `${others.length === 0 ? '' : `Not tried: ${others.join(', ')}. `}Run it again: what is there stays as it is`,
        { cause: error },
      );
    }
  }
  return results;
}

async function importFile(file: string, { submit, ...context }: ImportOptions): Promise<FileImport> {
  const name = basename(file);
  const refused = (message: string): FileRefused => ({ kind: 'refused', file, message });
  const read = await readRecords(file);
  if (read.kind === 'unreadable') return refused(`${name}: ${read.problem}`);
  const parsed = parseImport(name, read.value, context);
  if (parsed.kind === 'invalid') return refused(describeInvalid(parsed));
  const { command, positionOf, notes } = parsed.value;
  const outcome = await submit(command);
  if (outcome.kind === 'reject') {
    const reason = String(outcome.details['reason'] ?? outcome.code);
    const position = positionOf(reason);
    return refused(position === '' ? `${name}: ${reason}` : `${name}: ${position}: ${reason}`);
  }
  return { kind: 'imported', file, ...importAnswer(command, outcome, notes) };
}

type ReadRecords =
  | { readonly kind: 'read'; readonly bytes: Buffer; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly problem: string };

const FILE_BYTES_MAX = 128 * 1024 * 1024;

/** Reads a file as `POST /admin/import` reads its body, but says where a problem is. A byte order mark is left out. */
async function readRecords(file: string): Promise<ReadRecords> {
  const unreadable = (problem: string): ReadRecords => ({ kind: 'unreadable', problem });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Pipes are files as well, and may never end.
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > FILE_BYTES_MAX)
        return unreadable(`is larger than ${FILE_BYTES_MAX / 1024 / 1024} MiB: split the file`);
      chunks.push(chunk);
    }
  } catch (error) {
    return unreadable(`cannot be read: ${messageOf(error)}`);
  }
  const whole = Buffer.concat(chunks);
  const bytes = whole.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)) ? whole.subarray(3) : whole;
  if (bytes.length === 0) return unreadable('is empty');
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return unreadable('is packed by gzip: unpack it first');
  if (!isUtf8(bytes)) return unreadable(`is not UTF-8: line ${firstForeignLine(bytes)}`);
  const parsed = parseJson(bytes, OPERATOR_BODY);
  if (parsed.kind === 'json') return { kind: 'read', bytes, value: parsed.value };
  const problem = syntaxProblem(bytes);
  return unreadable(problem === null ? parsed.detail : `is not valid JSON: ${problem}`);
}

/** Number of the first line that is not UTF-8. */
function firstForeignLine(bytes: Buffer): number {
  let line = 1;
  for (let at = 0; ; line++) {
    const end = bytes.indexOf('\n', at);
    if (end < 0 || !isUtf8(bytes.subarray(at, end))) return line;
    at = end + 1;
  }
}

/** The parser's message, which has the position; null if the text is JSON and breaks another rule. */
function syntaxProblem(bytes: Buffer): string | null {
  try {
    JSON.parse(bytes.toString());
    return null;
  } catch (error) {
    // It quotes the text, which may move the terminal's cursor.
    return messageOf(error).replaceAll(/\p{Cc}/gu, ' ');
  }
}

/** Text for the terminal: one line, followed by one line per note. */
export function describeImport(result: FileImport): string {
  if (result.kind === 'refused') return `refused, nothing imported: ${result.message}`;
  const parts = (['events', 'markets', 'tags', 'series'] as const)
    .filter((kind) => result[kind].added + result[kind].unchanged > 0)
    .map((kind) => `${kind}: ${result[kind].added} added, ${result[kind].unchanged} unchanged`);
  const counts = parts.length === 0 ? 'nothing to import' : parts.join('; ');
  return [`${basename(result.file)}: ${counts}`, ...result.notes.map((note) => `  ${note}`)].join('\n');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An exchange on the data folder; `stop` releases the folder. */
interface FolderExchange extends Exchange {
  stop(): Promise<void>;
}

interface RunImportOptions {
  readonly config: Config;
  readonly files: readonly string[];
  readonly print: (line: string) => void;
  readonly clock: Clock;
  /** Opens the data folder for writing; rejects with `DataFolderInUse` while a venue has it. */
  readonly openFolder: (dataDir: string) => Promise<FolderExchange>;
}

/** Imports the files and prints one line for each. Resolves to the exit code: 1 if a file was refused. */
export async function runImport({ config, files, print, clock, openFolder }: RunImportOptions): Promise<number> {
  const tell = (result: FileImport): void => print(describeImport(result));
  const results = await openFolder(config.dataDir).then(
    (exchange) => {
      const hasVersions = config.differences.has('market-version');
      return importIntoFolder(exchange, files, { nowMs: clock.wallMs(), hasVersions }, tell);
    },
    (error: unknown) => {
      if (error instanceof DataFolderInUse) return importThroughVenue(config, files, error, tell);
      throw error;
    },
  );
  return results.some((result) => result.kind === 'refused') ? 1 : 0;
}

async function importIntoFolder(
  exchange: FolderExchange,
  files: readonly string[],
  context: Omit<ImportOptions, 'submit'>,
  onDone: (result: FileImport) => void,
) {
  try {
    return await importFiles(files, { submit: (command) => exchange.submit(command), ...context }, onDone);
  } finally {
    await exchange.stop();
  }
}

async function importThroughVenue(
  config: Config,
  files: readonly string[],
  inUse: DataFolderInUse,
  onDone: (result: FileImport) => void,
) {
  const url = readHolder(config.dataDir)?.url;
  if (url === undefined || url === null) throw inUse;
  const token = config.adminToken ?? (await readFile(join(config.dataDir, ADMIN_TOKEN_FILE), 'utf8')).trim();
  return oneByOne(files, (file) => postFile(url, token, file), onDone);
}

async function postFile(url: string, token: string, file: string): Promise<FileImport> {
  const name = basename(file);
  const read = await readRecords(file);
  if (read.kind === 'unreadable') return { kind: 'refused', file, message: `${name}: ${read.problem}` };
  const response = await fetch(`${url}/admin/import?file=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: new Uint8Array(read.bytes),
  });
  const answer = (await response.json()) as ImportAnswer & { readonly error?: string };
  if (!response.ok) return { kind: 'refused', file, message: answer.error ?? `the venue answered ${response.status}` };
  const { tags, series, events, markets, notes } = answer;
  return { kind: 'imported', file, tags, series, events, markets, notes };
}
