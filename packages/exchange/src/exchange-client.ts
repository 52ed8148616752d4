/**
 * The gateway's side of the exchange: sends commands, one message per turn of the event loop, and keeps its own view of
 * the state. The view is a follower that takes every published record before the outcomes in it are handed to callers.
 * So a caller with an answer finds the effect in the view, and the view never shows anything that is not durable.
 */
import type { Command, State } from '@bellwether/engine';
import type { Follower } from '@bellwether/ledger/log/follower.ts';
import { replaceStored, type SealedArchive } from '@bellwether/ledger/log/order-archive.ts';
import {
  type Exchange,
  type ExchangeOutcome,
  ExchangeUnavailable,
  MalformedCommand,
  OutcomeUnknown,
  StorageFull,
} from '@bellwether/ports/exchange.ts';
import { type ChainedEntry, JournalCorruption, type JournalHead } from '@bellwether/ports/journal.ts';
import type { NodeStanding } from '@bellwether/ports/nodes.ts';
import type { StoredOrders } from '@bellwether/ports/order-archive.ts';
import type { Cancel, Channel, Runtime } from '@bellwether/ports/runtime.ts';
import type { StorageState } from '@bellwether/ports/storage.ts';
import type { EntryObserver, ObservableView } from '@bellwether/ports/venue-view.ts';
import type { FromExchange, ToExchange } from './messages.ts';
import type { SequencedOutcome } from './sequencer/batch.ts';
import { QUEUE_DEPTH_MAX } from './sequencer/limits.ts';

export interface ExchangeConnection {
  readonly channel: Channel<ToExchange, FromExchange>;
  /** Resolves when the exchange has ended and freed its resources, with a description of how it ended. */
  readonly ended: Promise<string>;
  /** Ends the exchange without waiting for anything. */
  end(): void;
}

export interface ClientOptions {
  readonly connection: ExchangeConnection;
  /** The view, at the entry at which the exchange starts. */
  readonly follower: Follower;
  /**
   * Closed orders that the follower's state has handed out, and a loader for those stored with the snapshot of an entry.
   */
  readonly archive: SealedArchive;
  readonly storedOrders: (sequence: number) => StoredOrders;
  /** Entry of the snapshot that the follower began with; 0 = none. */
  readonly snapshotSequence: number;
  /** Checksum of the journal up to the follower's entry; omitted if unknown. */
  readonly journalSum?: number | null;
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
  /** Time in milliseconds after which a pending command counts as unknown; no limit by default. */
  readonly answerMsMax?: number;
  /** Called when the machine's clock and the venue's time start to differ, differ by another amount, or agree again (0). */
  readonly onClock?: (differenceSeconds: number) => void;
  /** Called when the disk fills up or has space again, and when the reserve shrinks or grows. */
  readonly onStorage?: (storage: StorageState) => void;
  /** Called when commits begin to wait for the journal's database, and when it confirms them again. */
  readonly onCommits?: (wait: boolean) => void;
  /** Called at each report of this node's standing in the venue. */
  readonly onStanding?: (standing: NodeStanding) => void;
  /** Called once when the running exchange fails: nothing more can be acknowledged, and the process must end. */
  readonly onFailure: (message: string) => void;
}

type Waiting = { readonly resolve: (outcome: ExchangeOutcome) => void; readonly reject: (error: Error) => void };

/** Number of latencies kept, the newest. */
const LATENCIES_MAX = 512;

/** The gateway's view of a running exchange. */
export type ExchangeHandle = Pick<ExchangeClient, keyof ExchangeClient>;

export class ExchangeClient implements Exchange, ObservableView {
  /** Entry of the snapshot that the start began with; 0 = it read the whole journal. */
  readonly snapshotSequence: number;
  /** Checksum of the journal up to the entry at which it started; null if unknown. */
  readonly journalSum: number | null;
  /** Closed orders of any age. */
  readonly archive: SealedArchive;
  /** Commands that the exchange could not read, since the start. */
  malformed = 0;
  /** Seconds by which the machine's wall clock is ahead of the venue's time; negative: behind. 0 while they agree. */
  clockDifferenceSeconds = 0;
  /** State of the data folder's disk. */
  storage: StorageState = { isFull: false, reserveBytes: 0 };
  /** True while the journal's database confirms no commit. */
  commitsWait = false;
  /** Standing of this node in the venue; null if it is the only node. */
  standing: NodeStanding | null = null;
  readonly #connection: ExchangeConnection;
  readonly #follower: Follower;
  readonly #options: ClientOptions;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #unsent: string[] = [];
  #running: 'yes' | 'stopping' | 'no' = 'yes';
  #takesMore = true;
  #stopLooking: Cancel = () => undefined;
  readonly #latencies = new Float64Array(LATENCIES_MAX);
  #latenciesCount = 0;
  /** The command that is timed: one at a time, so that a busy venue pays nothing. */
  #timed: { readonly id: number; readonly beganMs: number } | null = null;
  /** Lower ids were still pending at the last sweep. */
  #oldBelow = 0;

  /** Starts the exchange, which waits until then. */
  constructor(options: ClientOptions) {
    const { connection, follower, snapshotSequence, journalSum = null } = options;
    this.snapshotSequence = snapshotSequence;
    this.journalSum = journalSum;
    this.archive = options.archive;
    this.#connection = connection;
    this.#follower = follower;
    this.#options = options;
    connection.channel.receive((message) => this.#receive(message));
    void connection.ended.then((how) => this.#fail(how));
    const { answerMsMax } = options;
    if (answerMsMax !== undefined) {
      this.#stopLooking = options.runtime.timers.every(answerMsMax, () => this.#giveUpOld());
    }
    this.#send({ kind: 'start' });
  }

  get state(): Readonly<State> {
    return this.#follower.state;
  }

  /** Durable end of the journal, as known to this side. */
  get head(): JournalHead {
    return this.#follower.head;
  }

  /** Commands without an outcome yet, those given up included. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Milliseconds from recent commands to their durable outcome, at most `LATENCIES_MAX`, in no order. */
  get latencies(): Float64Array {
    return this.#latencies.slice(0, Math.min(this.#latenciesCount, LATENCIES_MAX));
  }

  submit(command: Command): Promise<ExchangeOutcome> {
    if (this.#running !== 'yes' || !this.#takesMore)
      return Promise.reject(new ExchangeUnavailable('the exchange is stopping'));
    if (this.#waiting.size >= QUEUE_DEPTH_MAX) {
      return Promise.reject(new ExchangeUnavailable(`${QUEUE_DEPTH_MAX} commands are waiting already`));
    }
    // Everything submitted in this turn of the event loop goes in one message at its end.
    if (this.#unsent.length === 0) this.#options.runtime.timers.soon(() => this.#flush());
    this.#unsent.push(JSON.stringify(command));
    const id = this.#nextId++;
    this.#timed ??= { id, beganMs: this.#options.runtime.clock.monotonicMs() };
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  observe(observer: EntryObserver): () => void {
    return this.#follower.observe(observer);
  }

  /** Reports a snapshot of this entry: closed orders that are stored with it may leave memory. */
  saved(sequence: number): void {
    if (this.#running !== 'yes') return;
    replaceStored(this.archive, () => this.#options.storedOrders(sequence));
    this.#send({ kind: 'saved', sequence });
  }

  /** Accepts no more commands and goes on with the pending ones; later commands are rejected with `ExchangeUnavailable`. */
  takeNoMore(): void {
    this.#takesMore = false;
  }

  /** Declares the venue open to clients: API keys that were armed before the restart get one fresh period. */
  open(): void {
    if (this.#running === 'yes') this.#send({ kind: 'open' });
  }

  /**
   * Answers callers whose commands were already pending at the last sweep: after one to two times `answerMsMax`. The
   * commands stay pending, because the exchange still has them.
   */
  #giveUpOld(): void {
    const unknown = new OutcomeUnknown();
    for (const [id, { reject }] of this.#waiting) {
      if (id >= this.#oldBelow) break;
      reject(unknown);
    }
    this.#oldBelow = this.#nextId;
  }

  /**
   * Accepts no more commands, finishes the pending ones and closes the journal. Resolves when the exchange has ended
   * and the data folder is free; after a failure too.
   */
  async stop(): Promise<void> {
    this.#stopLooking();
    if (this.#running === 'yes') {
      this.#running = 'stopping';
      this.#flush();
      this.#send({ kind: 'stop' });
    }
    await this.#connection.ended;
    this.archive.close();
  }

  #flush(): void {
    if (this.#unsent.length === 0) return;
    const lines = this.#unsent.join('\n');
    this.#send({ kind: 'commands', firstId: this.#nextId - this.#unsent.length, lines });
    this.#unsent = [];
  }

  #send(message: ToExchange): void {
    this.#connection.channel.send(message);
  }

  #receive(message: FromExchange): void {
    switch (message.kind) {
      case 'batch':
        return this.#orFail(() => {
          const { record, chain, outcomes } = message;
          this.#deliver(outcomes, record === null ? [] : this.#follower.foldPublished({ record, chain }));
        });
      case 'clock':
        this.clockDifferenceSeconds = message.differenceSeconds;
        this.#options.onClock?.(message.differenceSeconds);
        return;
      case 'storage':
        this.storage = message.storage;
        this.#options.onStorage?.(message.storage);
        return;
      case 'commits':
        this.commitsWait = message.wait;
        this.#options.onCommits?.(message.wait);
        return;
      case 'standing':
        this.standing = message.standing;
        this.#options.onStanding?.(message.standing);
        return;
      case 'stopped':
        this.#running = 'no';
        return;
      case 'failed':
        this.#fail(message.message);
        return;
      case 'ready':
        return;
    }
  }

  #deliver(outcomes: string, entries: readonly ChainedEntry[]): void {
    for (const outcome of JSON.parse(outcomes) as SequencedOutcome[]) {
      const waiting = this.#waiting.get(outcome.id);
      this.#waiting.delete(outcome.id);
      if (outcome.kind === 'malformed') this.malformed++;
      if (outcome.id === this.#timed?.id) this.#endTiming(outcome);
      if (waiting !== undefined) deliver(waiting, outcome, entries);
    }
  }

  /** Keeps the latency of the timed command if the exchange decided it. */
  #endTiming({ kind }: SequencedOutcome): void {
    const { beganMs = 0 } = this.#timed ?? {};
    this.#timed = null;
    if (UNDECIDED.has(kind)) return;
    this.#latencies[this.#latenciesCount++ % LATENCIES_MAX] = this.#options.runtime.clock.monotonicMs() - beganMs;
  }

  #orFail(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  #fail(message: string): void {
    if (this.#running === 'no') return;
    this.#running = 'no';
    // This side does not know whether these commands are durable; the restarted venue answers a repeated order with its
    // outcome.
    const error = new ExchangeUnavailable(`the exchange has stopped: ${message}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#options.onFailure(message);
    this.#connection.end();
  }
}

/** Outcomes that become errors. */
const UNDECIDED: ReadonlySet<SequencedOutcome['kind']> = new Set<SequencedOutcome['kind']>([
  'no_room',
  'busy',
  'no_leader',
  'unknown',
  'malformed',
]);

/**
 * Gives a submitter its outcome, or an error if that is neither a refusal by the rules nor a known success. `entries`
 * have no gap and include the entry of the outcome.
 */
function deliver({ resolve, reject }: Waiting, outcome: SequencedOutcome, entries: readonly ChainedEntry[]): void {
  switch (outcome.kind) {
    case 'accepted': {
      const entry = entries[outcome.sequence - (entries[0]?.sequence ?? 0)];
      if (entry === undefined)
        throw new JournalCorruption(`entry ${outcome.sequence} was acknowledged but not published`);
      return resolve({ kind: 'accepted', entry, notCanceled: outcome.notCanceled });
    }
    case 'unchanged':
    case 'duplicate':
    case 'repeated':
    case 'reject': {
      const { id: _id, ...decision } = outcome;
      return resolve(decision);
    }
    case 'no_room':
      return reject(new StorageFull());
    case 'busy':
      return reject(new ExchangeUnavailable('too many commands are waiting already'));
    case 'no_leader':
      return reject(new ExchangeUnavailable('no node of the venue leads'));
    case 'unknown':
      return reject(new OutcomeUnknown());
    case 'malformed':
      return reject(new MalformedCommand(outcome.problem));
  }
}
