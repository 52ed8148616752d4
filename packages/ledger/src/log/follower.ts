/**
 * A follower: a state that is kept by folding the events of a log, entry by entry, with observers. Recovery, the
 * gateway's view, the projector, snapshots and `verify` are all this class, with different observers; nothing else in
 * the server folds. It accepts only records that continue its own, in sequence and in the hash chain. It folds events
 * only: code that needs the commands reads them itself.
 */
import { applyEntry, createState, type Keeps, type State } from '@bellwether/engine';
import {
  type ChainedEntry,
  GENESIS_HASH,
  JournalCorruption,
  type JournalHead,
  type JournalRecord,
} from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { EntryObserver, ObservableView } from '@bellwether/ports/venue-view.ts';
import { entriesOfRecord } from '../record/journal-record.ts';
import { checkRecordContinues, entriesChained } from '../record/record-bytes.ts';

/** A state and the entry up to which it is folded. */
export interface FollowerStart {
  /** The follower owns it from now on. */
  readonly state: State;
  readonly head: JournalHead;
}

/** A start before the first entry. `keeps` says what the follower will keep. */
export const emptyStart = (keeps: Keeps = {}): FollowerStart => ({
  state: createState(keeps),
  head: { sequence: 0, hash: GENESIS_HASH },
});

/** A record as the exchange publishes it once it is durable. */
export interface Published {
  readonly record: JournalRecord;
  /** Chain value of each of its entries, 32 bytes each, in order, from the exchange that computed them. */
  readonly chain: Uint8Array;
}

type Barrier = { readonly sequence: number; readonly reached: () => void };

export class Follower implements Omit<ObservableView, 'archive'> {
  readonly #state: State;
  #head: JournalHead;
  #observers: readonly EntryObserver[] = [];
  #barriers: Barrier[] = [];

  constructor({ state, head }: FollowerStart) {
    this.#state = state;
    this.#head = head;
  }

  get state(): Readonly<State> {
    return this.#state;
  }

  /** The last folded entry. */
  get head(): JournalHead {
    return this.#head;
  }

  observe(observer: EntryObserver): () => void {
    this.#observers = [...this.#observers, observer];
    return () => {
      this.#observers = this.#observers.filter((other) => other !== observer);
    };
  }

  /**
   * Folds the entries of a logged record that are beyond the head, and returns all of its entries. Checks its place,
   * every line and the whole chain. Throws `JournalCorruption`, or the error of `applyEntry` or of an observer.
   */
  foldRecord(record: JournalRecord): readonly ChainedEntry[] {
    const entries = entriesOfRecord(record, null);
    this.fold(entries, record.previousHash, record);
    return entries;
  }

  /** Folds a record that the exchange published: this process has just computed its chain, so it is not hashed again. */
  foldPublished(published: Published): readonly ChainedEntry[] {
    checkRecordContinues(published.record, this.#head);
    const entries = entriesChained(published.record, published.chain);
    this.fold(entries, published.record.previousHash, published.record);
    return entries;
  }

  /**
   * Folds those of consecutive entries that are beyond the head; `previousHash` is the chain value before the first entry.
   */
  fold(entries: readonly ChainedEntry[], previousHash: string, record: JournalRecord | null = null): void {
    const known = this.#knownOf(entries, previousHash);
    if (known === entries.length) return;
    const observers = this.#observers;
    for (let index = known; index < entries.length; index++) {
      const entry = entries[index];
      if (entry?.sequence !== this.#head.sequence + 1) throw doesNotContinue(entry?.sequence, this.#head);
      for (const observer of observers) watched(observer, tellBefore, entry, this.#state);
      applyEntry(this.#state, entry);
      this.#head = entry;
      for (const observer of observers) watched(observer, tellAfter, entry, this.#state);
    }
    const { sequence, hash } = this.#head;
    this.#head = { sequence, hash };
    const folded = known === 0 ? entries : entries.slice(known);
    const tellPublished: Tell<readonly ChainedEntry[]> = (observer, what, state) =>
      observer.published?.(what, state, record);
    for (const observer of observers) watched(observer, tellPublished, folded, this.#state);
    this.#openBarriers();
  }

  /**
   * Folds a log, up to the end of the record that holds entry `until`. The first record that it reads is the one that
   * holds the head, whose entry must be as it was folded. Returns the number of records read. Throws as `foldRecord` does.
   */
  async catchUp(log: LogRecords, until = Number.POSITIVE_INFINITY): Promise<number> {
    let records = 0;
    for await (const record of log.read(Math.max(1, this.#head.sequence))) {
      this.foldRecord(record);
      records++;
      if (this.#head.sequence >= until) break;
    }
    return records;
  }

  /** Resolves once entry `sequence` is folded; never, if it never is. */
  reached(sequence: number): Promise<void> {
    if (this.#head.sequence >= sequence) return Promise.resolve();
    return new Promise((reached) => this.#barriers.push({ sequence, reached }));
  }

  /** Number of the entries that are folded already. Throws `JournalCorruption` when they do not join on to the head. */
  #knownOf(entries: readonly ChainedEntry[], previousHash: string): number {
    const [first] = entries;
    if (first === undefined) return 0;
    const known = this.#head.sequence - first.sequence + 1;
    // All entries are older than the head: only the end could be compared.
    if (known > entries.length) return entries.length;
    if (known < 0) throw doesNotContinue(first.sequence, this.#head);
    const joint = known === 0 ? previousHash : entries[known - 1]?.hash;
    if (joint !== this.#head.hash) throw otherChain(this.#head, joint);
    return known;
  }

  #openBarriers(): void {
    if (this.#barriers.length === 0) return;
    const { sequence } = this.#head;
    const opened = this.#barriers.filter((barrier) => barrier.sequence <= sequence);
    this.#barriers = this.#barriers.filter((barrier) => barrier.sequence > sequence);
    for (const { reached } of opened) reached();
  }
}

type Tell<What> = (observer: EntryObserver, what: What, state: Readonly<State>) => void;

const tellBefore: Tell<ChainedEntry> = (observer, entry, state) => observer.before?.(entry, state);
const tellAfter: Tell<ChainedEntry> = (observer, entry, state) => observer.after?.(entry, state);

/**
 * Calls an observer. Errors of an observer with a `failed` method go there and cannot stop the fold; any other error ends
 * it. `what` is passed through, because a closure for each entry and observer would be most of the memory used by folding.
 */
function watched<What>(observer: EntryObserver, tell: Tell<What>, what: What, state: Readonly<State>): void {
  try {
    tell(observer, what, state);
  } catch (error) {
    if (observer.failed === undefined) throw error;
    try {
      observer.failed(error);
    } catch {
      // There is nothing left to report it to.
    }
  }
}

function doesNotContinue(sequence: number | undefined, head: JournalHead): JournalCorruption {
  return new JournalCorruption(`entry ${sequence} does not continue entry ${head.sequence}`);
}

function otherChain({ sequence, hash }: JournalHead, found: string | undefined): JournalCorruption {
  return new JournalCorruption(
    `journal entry ${sequence} has hash ${found ?? 'none'}, what was folded up to there has ${hash}: ` +
      'one of them is damaged or of another venue',
  );
}
