/**
 * `bellwether journal copy FROM TO`: copies a journal record by record, including its chain. Each record is checked
 * before it is written, and the whole copy is read again at the end. Existing entries are never changed. A target
 * continues where it ends if its last entry is in the source's history, also after a kill; otherwise the copy is
 * refused.
 */

import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { looksOf } from '@bellwether/engine';
import { SECRET_FILES } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { checkWholeJournal } from '@bellwether/ledger/log/recovery.ts';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import { PEOPLE_FILE } from '@bellwether/ports/data-folder.ts';
import { JournalCorruption, type JournalHead, type JournalRecord } from '@bellwether/ports/journal.ts';
import { type JournalKind, JournalOfOtherKind } from '@bellwether/ports/journal-kind.ts';
import type { AppendOutcome } from '@bellwether/ports/log.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { StorePlace } from '@bellwether/stores/side-store.ts';
import { peoplePlace } from '../../config/people-place.ts';
import { CONFIG_FILE } from '../../config/venue-settings.ts';
import { count, printKind } from '../print-kind.ts';
import { type CopyLog, type CopySource, type CopyTarget, JournalInUse } from './ends.ts';
import { openFolderSource, openFolderTarget } from './folder-ends.ts';
import { isBegun, withMovedTexts } from './move-texts.ts';

interface JournalCopyOptions {
  readonly from: string;
  readonly to: string;
  readonly print: (line: string) => void;
  readonly runtime: Runtime;
  /** True if texts of comments and profiles move into the store of people beside the copy. */
  readonly movesTexts?: boolean;
  /** True if the copy accepts database settings that could lose a commit; default false. */
  readonly isTest?: boolean;
  /** Maximum number of records per append for targets that support it; default `TOGETHER_MAX`. */
  readonly together?: number;
  /** Called after each durable append in the target, and after each step that follows the last one. */
  readonly onStep?: () => void;
}

/** The target has entries that the source does not have. Nothing was changed. */
export class OtherHistory extends Error {
  override readonly name = 'OtherHistory';
}

const PROGRESS_MS = 1_000;
/** Maximum records per append, and the size in bytes after which an append is full, to keep statements short. */
const TOGETHER_MAX = 256;
const TOGETHER_BYTES = 1024 * 1024;

/**
 * Copies a journal. Throws `OtherHistory`, `JournalOfOtherKind`, `JournalCorruption`, or the reason why an end cannot
 * be used.
 */
export async function runJournalCopy(options: JournalCopyOptions): Promise<void> {
  const { from, to, runtime, isTest = false } = options;
  for (const place of [from, to]) checkPlace(place);
  if (isSamePlace(from, to)) throw new Error('a journal cannot be copied to where it is');
  await using source = closing(await openSource(from, { runtime, isTest }));
  const end = await source.head();
  if (end.sequence === 0) throw new Error(`the journal in ${source.name} holds no entries`);
  await using target = closing(await openTarget(to, { runtime, isTest }));
  if (options.movesTexts === true) await moveTexts(source, target, options);
  else await copy(source, end, target, options);
  const left = isDatabase(from) || isDatabase(to) ? [] : leftBehind(from, to);
  if (left.length > 0) options.print(`not copied: ${left.join(', ')}. A venue needs them in ${target.name}, too`);
}

/** Copies without the texts of comments and profiles, which go into the store of people beside the copy. */
async function moveTexts(source: CopySource, target: CopyTarget, options: JournalCopyOptions): Promise<void> {
  const { from, to, print, runtime } = options;
  const { openTexts } = await import('@bellwether/people/texts');
  const [has, whole] = [await target.head(), await source.head()];
  if (has.sequence > 0 && !(await isBegun(peopleOf(to)))) {
    const isAll = has.sequence === whole.sequence && !isSame(has, whole);
    const told = isAll ? 'as many entries as the source: a copy made there is complete' : 'entries';
    throw new OtherHistory(
      `${target.name} has ${told}, and no copy with --move-texts was cut off there. Nothing was changed`,
    );
  }
  if (!isDatabase(from) && !isDatabase(to)) await copyPeople(from, to);
  await using own = closing((await openTexts(peopleOf(from), 'resting')) ?? NO_TEXTS);
  await using texts = closing(await openTexts(peopleOf(to), 'writing'));
  for await (const page of own.pages()) await texts.add(page, looksOf);
  const moving = await withMovedTexts(source, texts, runtime.random);
  const end = await moving.head();
  await copy(moving, end, target, options);
  await moving.done();
  if (isSame(end, await source.head())) return print('texts of people: the journal has none');
  print(
    'texts of people: in the store of people of the copy, by salted hash. Later trades have other transaction hashes',
  );
}

const NO_TEXTS = { pages: async function* () {}, close: async () => undefined };

const peopleOf = (place: string): StorePlace => peoplePlace(resolve(place), isDatabase(place) ? { url: place } : null);

/** The store of people goes along, unless the target has one. */
async function copyPeople(from: string, to: string): Promise<void> {
  const [source, target] = [join(from, PEOPLE_FILE), join(to, PEOPLE_FILE)];
  if (!existsSync(source) || existsSync(target)) return;
  const { copyStoreFile } = await import('@bellwether/stores/copy-file.ts');
  rmSync(`${target}-part`, { force: true });
  await copyStoreFile(source, `${target}-part`);
  renameSync(`${target}-part`, target);
}

/** Files that are no part of a journal. Without its settings, a venue for listed addresses would be open to everyone. */
function leftBehind(from: string, to: string): readonly string[] {
  const files = [...SECRET_FILES, CONFIG_FILE].filter((name) => existsSync(join(from, name)));
  return files.filter((name) => !existsSync(join(to, name)));
}

async function copy(
  source: CopySource,
  end: JournalHead,
  target: CopyTarget,
  { print, runtime, together = TOGETHER_MAX, onStep = () => undefined }: JournalCopyOptions,
): Promise<void> {
  checkSameKind(source, target.name, await target.kind());
  const start = await target.head();
  await checkHistory(source, end, target.name, start);
  const startedMs = runtime.clock.monotonicMs();
  print(`from ${source.name}: ${count(end.sequence)} entries`);
  print(`to ${target.name}: ${start.sequence === 0 ? 'new' : `goes on after entry ${count(start.sequence)}`}`);
  printKind(source.kind, print);
  const log = await target.open(source.kind);
  try {
    if (!isSame(await log.head(), start)) throw new JournalInUse(`${target.name} went on meanwhile: it is in use`);
    await copyRecords(source, start, end, log, { print, runtime, together, onStep });
    print('reading the copy again');
    const copied = await checkWholeJournal(log);
    if (!isSame(copied, end))
      throw new JournalCorruption(`the copy ends at ${inWords(copied)}, not at ${inWords(end)}`);
  } finally {
    await log.close();
  }
  const endNow = await source.head();
  if (!isSame(endNow, end)) {
    throw new Error(
      `${source.name} went on to entry ${endNow.sequence} meanwhile. Stop the venue that runs on it and run this again`,
    );
  }
  onStep();
  await target.finish();
  onStep();
  const tookMs = Math.round(runtime.clock.monotonicMs() - startedMs);
  print(
    `copied: ${count(end.sequence - start.sequence)} entries in ${count(tookMs)} ms; hash chain whole up to ${end.hash}`,
  );
}

/** Refuses to mix journals of a venue and a sandbox. Throws `JournalOfOtherKind`. */
function checkSameKind(source: CopySource, target: string, kind: JournalKind | null): void {
  if (kind === null || kind === source.kind) return;
  throw new JournalOfOtherKind(
    `the journal in ${target} is a ${kind}'s, the one in ${source.name} a ${source.kind}'s: nothing was changed`,
  );
}

/** Throws `OtherHistory` unless the target's last entry is in the source and ends a record there. */
async function checkHistory(source: CopySource, end: JournalHead, target: string, start: JournalHead): Promise<void> {
  if (start.sequence === 0) return;
  if (start.sequence > end.sequence) {
    throw new OtherHistory(
      `${target} has ${count(start.sequence)} entries, more than the ${count(end.sequence)} of ${source.name}: nothing was ` +
        'changed. Is it meant to be copied the other way round?',
    );
  }
  for await (const record of source.read(start.sequence)) {
    const entry = entriesOfRecord(record, null).find(({ sequence }) => sequence === start.sequence);
    if (entry?.hash === start.hash && record.lastSequence === start.sequence) return;
    break;
  }
  throw new OtherHistory(
    `${target} has another history: its entry ${count(start.sequence)} is not the one of ${source.name}. Nothing was changed`,
  );
}

async function copyRecords(
  source: CopySource,
  start: JournalHead,
  end: JournalHead,
  target: CopyLog,
  {
    print,
    runtime: { clock },
    together,
    onStep,
  }: Required<Pick<JournalCopyOptions, 'print' | 'runtime' | 'together' | 'onStep'>>,
): Promise<void> {
  let head = start;
  let toldMs = clock.monotonicMs();
  if (head.sequence < end.sequence) {
    for await (const records of inGroups(checked(source, start), target.appendAll === undefined ? 1 : together)) {
      const outcome = await appendTo(target, records);
      if (outcome.kind !== 'durable') {
        throw new Error(
          `the copy ended at entry ${count(head.sequence)}: ${outcome.error.message}. Run this again to go on from there`,
          { cause: outcome.error },
        );
      }
      head = headAfter(records) ?? head;
      onStep();
      const nowMs = clock.monotonicMs();
      if (nowMs - toldMs >= PROGRESS_MS) {
        toldMs = nowMs;
        const percent = Math.floor((100 * head.sequence) / end.sequence);
        print(`${count(head.sequence)} of ${count(end.sequence)} entries (${percent} %)`);
      }
    }
  }
  if (!isSame(head, end)) {
    throw new JournalCorruption(
      `the journal in ${source.name} must end at ${inWords(end)}, it ends at ${inWords(head)}`,
    );
  }
}

/** Records of the source after `start`, with content and chain checked. Throws `JournalCorruption`. */
async function* checked(source: CopySource, start: JournalHead): AsyncGenerator<JournalRecord> {
  let head = start;
  for await (const record of source.read(start.sequence + 1)) {
    entriesOfRecord(record, head);
    head = { sequence: record.lastSequence, hash: record.hash };
    yield record;
  }
}

/** Groups records for appending. Yields the sound records before a damaged one, then throws. */
async function* inGroups(records: AsyncIterable<JournalRecord>, most: number): AsyncGenerator<JournalRecord[]> {
  let group: JournalRecord[] = [];
  let bytes = 0;
  try {
    for await (const record of records) {
      group.push(record);
      bytes += record.payload.length;
      if (group.length < most && bytes < TOGETHER_BYTES) continue;
      yield group;
      [group, bytes] = [[], 0];
    }
  } catch (error) {
    if (group.length > 0) yield group;
    throw error;
  }
  if (group.length > 0) yield group;
}

async function appendTo(target: CopyLog, records: readonly JournalRecord[]): Promise<AppendOutcome> {
  if (target.appendAll !== undefined) return target.appendAll(records);
  for (const record of records) {
    const outcome = await target.append(record);
    if (outcome.kind !== 'durable') return outcome;
  }
  return { kind: 'durable' };
}

function headAfter(records: readonly JournalRecord[]): JournalHead | null {
  const last = records.at(-1);
  return last === undefined ? null : { sequence: last.lastSequence, hash: last.hash };
}

const isSame = (one: JournalHead, other: JournalHead): boolean =>
  one.sequence === other.sequence && one.hash === other.hash;

const inWords = ({ sequence, hash }: JournalHead): string => `entry ${sequence} (hash ${hash})`;

interface CopySettings {
  readonly runtime: Runtime;
  /** True if database settings that could lose a commit are accepted: for tests. */
  readonly isTest: boolean;
}

/**
 * Opens the source. Throws `DataFolderInUse`, `JournalInUse`, `JournalCorruption`, or an error if there is no journal.
 */
async function openSource(place: string, settings: CopySettings): Promise<CopySource> {
  if (!isDatabase(place)) return openFolderSource(resolve(place));
  const { openPostgresSource } = await import('./postgres-ends.ts');
  return openPostgresSource({ url: place, ...settings });
}

/**
 * Opens the target; a folder may be missing. Throws `DataFolderInUse`, `JournalInUse`, `JournalMissing` or
 * `JournalCorruption`.
 */
async function openTarget(place: string, settings: CopySettings): Promise<CopyTarget> {
  if (!isDatabase(place)) return openFolderTarget(resolve(place), settings.runtime.random);
  const { openPostgresTarget } = await import('./postgres-ends.ts');
  return openPostgresTarget({ url: place, ...settings });
}

/** Refuses a mistyped address: a folder of that name would have its password. */
function checkPlace(place: string): void {
  // A single letter is a drive of Windows.
  if (isDatabase(place) || !/^[a-z][a-z\d+.-]+:\//i.test(place)) return;
  throw new Error('a journal is in a data folder, or at postgres://user:password@host:port/database');
}

/** True if both name the same journal. */
function isSamePlace(one: string, other: string): boolean {
  const places = [one, other].map((place) => (isDatabase(place) ? place : resolve(place)));
  return places[0] === places[1];
}

const isDatabase = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);
