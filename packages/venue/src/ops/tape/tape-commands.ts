/** `bellwether record` and `bellwether tape`. */
import { existsSync } from 'node:fs';
import { closing } from '@bellwether/ledger/files/closing.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { checkedLines } from '../../tape/checked-tape.ts';
import { record } from '../../tape/recorder.ts';
import { TapeReader } from '../../tape/tape-reader.ts';
import type { JournalReader } from '../open-journal.ts';
import { awaitStop } from '../shutdown.ts';
import { tapeOfJournal } from './journal-tape.ts';

type RecordArguments = { readonly market: readonly string[]; readonly feed?: string | undefined; readonly out: string };

/** Records until a signal stops it; resolves to the exit code. The caller keeps the process alive. */
export async function runRecord(
  url: string,
  { market, feed, out }: RecordArguments,
  { runtime, print, end }: { runtime: Runtime; print: (line: string) => void; end: (message: string) => void },
): Promise<number> {
  const stopped = awaitStop({ runtime, stillOpen: () => ['recorder'], end });
  const { messages, gaps, hash, notKept } = await record({
    url,
    feed: feed ?? null,
    markets: market,
    path: out,
    runtime,
    print,
    stopped,
  });
  print(`${out}: ${counted(messages, 'message')} and ${counted(gaps, 'gap')} were added, hash ${hash}`);
  const kinds = [...notKept].map(([kind, count]) => `${kind} (${counted(count, 'message')})`);
  if (kinds.length > 0) print(`${out}: not kept: ${kinds.join(', ')}`);
  return 0;
}

interface TapeArguments {
  readonly 'from-journal': boolean;
  readonly market: readonly string[];
  readonly without?: string | undefined;
}

/** Inspects a tape, or makes one from a journal. */
export async function runTape(
  path: string,
  { 'from-journal': fromJournal, market, without }: TapeArguments,
  openJournal: () => Promise<JournalReader>,
  print: (line: string) => void,
): Promise<void> {
  if (!fromJournal) return inspectTape(path, print);
  await using journal = closing(await openJournal());
  const made = await tapeOfJournal(journal, { path, markets: market, without: without ?? null });
  print(`${path}: ${counted(made.messages, 'message')} of ${counted(made.markets, 'market')}, hash ${made.hash}`);
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Prints a summary of a tape. Throws `TapeDamaged`, or the disk's error. */
export function inspectTape(path: string, print: (line: string) => void): void {
  if (!existsSync(path)) throw new Error(`there is no file ${path}`);
  using reader = closing(new TapeReader(path));
  const counts = new Map<string, number>();
  const gaps: string[] = [];
  const known = new Set(reader.header.markets.map(({ condition_id }) => condition_id));
  let [messages, unknown, firstMs, lastMs, isEnded] = [0, 0, reader.header.time_ms, 0, false];
  for (const line of checkedLines(reader)) {
    isEnded = line.kind === 'end';
    if (line.kind === 'gap') {
      gaps.push(`  gap         ${iso(line.from_ms)} to ${iso(line.to_ms)}: ${line.why} ${line.market ?? ''}`.trimEnd());
    }
    if (line.kind !== 'message') continue;
    const { event_type, market } = line.message;
    if (!known.has(market)) unknown++;
    counts.set(event_type, (counts.get(event_type) ?? 0) + 1);
    if (messages === 0) firstMs = line.time_ms;
    lastMs = Math.max(lastMs, line.time_ms);
    messages++;
  }
  const { source, markets } = reader.header;
  print(
    `${path} is whole: ${counted(messages, 'message')} of ${counted(markets.length, 'market')}, recorded from ${source}`,
  );
  print(`  hash        ${reader.hash}`);
  print(`  time        ${iso(firstMs)} to ${iso(Math.max(firstMs, lastMs))}`);
  for (const { slug, condition_id } of markets) print(`  market      ${slug} ${condition_id}`);
  for (const [kind, count] of counts) print(`  ${kind.padEnd(18)} ${count}`);
  if (unknown > 0) print(`  unknown     ${counted(unknown, 'message')} of markets that the tape does not describe`);
  for (const gap of gaps) print(gap);
  if (reader.tornBytes > 0) print(`  torn        ${reader.tornBytes} bytes of a block that was never finished`);
  if (!isEnded) print('  end         none: it was not stopped in order, or is being recorded');
}

const iso = (timeMs: number): string => new Date(timeMs).toISOString();
