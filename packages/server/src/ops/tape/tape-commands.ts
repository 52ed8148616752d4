/** `bellwether record` and `bellwether tape`. */
import type { Runtime } from '../../ports/runtime.ts';
import { record } from '../../tape/recorder.ts';
import type { JournalReader } from '../open-journal.ts';
import { awaitStop } from '../shutdown.ts';
import { inspectTape } from './inspect-tape.ts';
import { tapeOfJournal } from './journal-tape.ts';

export interface RecordArguments {
  readonly market: readonly string[];
  readonly feed?: string | undefined;
  readonly out: string;
}

/** Records until a signal stops it; resolves to the exit code. The caller keeps the process alive. */
export async function runRecord(
  url: string,
  { market, feed, out }: RecordArguments,
  { runtime, print, end }: { runtime: Runtime; print: (line: string) => void; end: (message: string) => void },
): Promise<number> {
  const stopped = awaitStop({ runtime, stillOpen: () => ['recorder'], end });
  const { messages, gaps, hash } = await record({
    url,
    feed: feed ?? null,
    markets: market,
    path: out,
    runtime,
    print,
    stopped,
  });
  print(`${out}: ${messages} messages and ${gaps} gaps were added, hash ${hash}`);
  return 0;
}

export interface TapeArguments {
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
  const journal = await openJournal();
  try {
    const made = await tapeOfJournal(journal, { path, markets: market, without: without ?? null });
    print(`${path}: ${made.messages} messages of ${made.markets} markets, hash ${made.hash}`);
  } finally {
    await journal.close();
  }
}
