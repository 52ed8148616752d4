/**
 * The exchange as the gateway has it: sends commands, one message per turn of the event loop, and keeps this side's own
 * view of the state, a follower that takes every published record before anyone hears the outcomes in it. So a caller that was
 * answered finds the effect in the view, and the view never shows what is not durable.
 */
import type { Command, State } from '@bellwether/engine';
import type { Follower } from '../log/follower.ts';
import { replaceStored, type SealedArchive } from '../log/order-archive.ts';
import { type Exchange, type ExchangeOutcome, ExchangeUnavailable, OutcomeUnknown } from '../ports/exchange.ts';
import type { ChainedEntry, JournalHead } from '../ports/journal.ts';
import type { NodeStanding } from '../ports/nodes.ts';
import type { StoredOrders } from '../ports/order-archive.ts';
import type { Cancel, Channel, Timers } from '../ports/runtime.ts';
import type { StorageState } from '../ports/storage.ts';
import type { EntryObserver, ObservableView } from '../ports/venue-view.ts';
import type { SequencedOutcome } from '../sequencer/batch.ts';
import { QUEUE_DEPTH_MAX } from '../sequencer/limits.ts';
import type { FromExchange, ToExchange } from './messages.ts';
import { isUndone, outcomeError, toOutcome } from './outcomes.ts';

/** The way to an exchange. */
export interface ExchangeConnection {
  readonly channel: Channel<ToExchange, FromExchange>;
  /** Resolves when the exchange is gone and all it had is free, with how it went. */
  readonly ended: Promise<string>;
  /** Ends it without waiting for anything. */
  end(): void;
}

export interface ClientOptions {
  readonly connection: ExchangeConnection;
  /** The view: at the entry at which the exchange is when it starts. */
  readonly follower: Follower;
  /** Closed orders that the follower's state has handed out, and those that are stored with the snapshot of an entry. */
  readonly archive: SealedArchive;
  readonly storedOrders: (sequence: number) => StoredOrders;
  /** Entry of the snapshot that the follower began with; 0 = none. */
  readonly snapshotSequence: number;
  /** Checksum of the journal up to the follower's entry; left out where it is not known. */
  readonly journalSum?: number | null;
  readonly timers: Timers;
  /** How long a command may be without an outcome before it is said that no one knows it; without end by default. */
  readonly answerMsMax?: number;
  /** Called when the machine's clock and the venue's time begin to differ, differ otherwise, or agree again (0). */
  readonly onClock?: (differenceSeconds: number) => void;
  /** Called when the disk is full or has room again, and when the reserve shrinks or grows. */
  readonly onStorage?: (storage: StorageState) => void;
  /** Called when this node's standing among those of the venue is told again. */
  readonly onStanding?: (standing: NodeStanding) => void;
  /** Called once when the running exchange fails: nothing more can be acknowledged, and the process must end. */
  readonly onFailure: (message: string) => void;
}

export interface ExchangeHandle extends Exchange, ObservableView {
  /** Where the journal ends for certain, as this side knows. */
  readonly head: JournalHead;
  /** Closed orders of any age. */
  readonly archive: SealedArchive;
  /** Entry of the snapshot that the start began with; 0 = it read the whole journal. */
  readonly snapshotSequence: number;
  /** Checksum of the journal up to the entry at which it started; null where it is not known. */
  readonly journalSum: number | null;
  /** Commands without an outcome yet. */
  readonly pending: number;
  /** Commands that the exchange could not read, since the start. */
  readonly malformed: number;
  /** Seconds by which the machine's wall clock is ahead of the venue's time; negative: behind. 0 while they agree. */
  readonly clockDifferenceSeconds: number;
  /** How the disk of the data folder is. */
  readonly storage: StorageState;
  /** What this node is among those of the venue; null where it is the only one. */
  readonly standing: NodeStanding | null;
  /** There is a snapshot of this entry: closed orders that are stored with it need not be in memory any longer. */
  saved(sequence: number): void;
  /** Clients can reach the venue from now on: API keys that were armed before the restart get one fresh period. */
  open(): void;
  /** Takes no more commands, and goes on with those it has: who submits one from now on is asked to come again. */
  takeNoMore(): void;
  /**
   * Takes no more commands, finishes those it has, closes the journal. Resolves when the exchange is gone and the data
   * folder is free; after a failure too.
   */
  stop(): Promise<void>;
}

interface Waiting {
  readonly resolve: (outcome: ExchangeOutcome) => void;
  readonly reject: (error: Error) => void;
}

export class ExchangeClient implements ExchangeHandle {
  readonly snapshotSequence: number;
  readonly journalSum: number | null;
  readonly archive: SealedArchive;
  readonly #connection: ExchangeConnection;
  readonly #follower: Follower;
  readonly #options: ClientOptions;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #malformed = 0;
  #unsent: string[] = [];
  #running: 'yes' | 'stopping' | 'no' = 'yes';
  #takesMore = true;
  #clockDifferenceSeconds = 0;
  #stopLooking: Cancel = () => undefined;
  /** Those below had no outcome when it was looked last. */
  #oldBelow = 0;
  #storage: StorageState = { isFull: false, reserveBytes: 0 };
  #standing: NodeStanding | null = null;

  /** Starts the exchange, which waits for it. */
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
      this.#stopLooking = options.timers.every(answerMsMax, () => this.#giveUpOld());
    }
    this.#send({ kind: 'start' });
  }

  get state(): Readonly<State> {
    return this.#follower.state;
  }

  get head(): JournalHead {
    return this.#follower.head;
  }

  get pending(): number {
    return this.#waiting.size;
  }

  get malformed(): number {
    return this.#malformed;
  }

  get storage(): StorageState {
    return this.#storage;
  }

  get standing(): NodeStanding | null {
    return this.#standing;
  }

  get clockDifferenceSeconds(): number {
    return this.#clockDifferenceSeconds;
  }

  submit(command: Command): Promise<ExchangeOutcome> {
    if (this.#running !== 'yes' || !this.#takesMore)
      return Promise.reject(new ExchangeUnavailable('the exchange is stopping'));
    if (this.#waiting.size >= QUEUE_DEPTH_MAX) {
      return Promise.reject(new ExchangeUnavailable(`${QUEUE_DEPTH_MAX} commands are waiting already`));
    }
    // Everything submitted in this turn of the event loop goes in one message at its end.
    if (this.#unsent.length === 0) this.#options.timers.soon(() => this.#flush());
    this.#unsent.push(JSON.stringify(command));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  observe(observer: EntryObserver): () => void {
    return this.#follower.observe(observer);
  }

  saved(sequence: number): void {
    if (this.#running !== 'yes') return;
    replaceStored(this.archive, () => this.#options.storedOrders(sequence));
    this.#send({ kind: 'saved', sequence });
  }

  takeNoMore(): void {
    this.#takesMore = false;
  }

  open(): void {
    if (this.#running === 'yes') this.#send({ kind: 'open' });
  }

  /** Those that were waiting the last time as well: after one to two times `answerMsMax`. */
  #giveUpOld(): void {
    for (const [id, { reject }] of this.#waiting) {
      if (id >= this.#oldBelow) break;
      this.#waiting.delete(id);
      reject(new OutcomeUnknown());
    }
    this.#oldBelow = this.#nextId;
  }

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
          this.#settle(outcomes, record === null ? [] : this.#follower.take({ record, chain }));
        });
      case 'clock':
        this.#clockDifferenceSeconds = message.differenceSeconds;
        this.#options.onClock?.(message.differenceSeconds);
        return;
      case 'storage':
        this.#storage = message.storage;
        this.#options.onStorage?.(message.storage);
        return;
      case 'standing':
        this.#standing = message.standing;
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

  #settle(outcomes: string, entries: readonly ChainedEntry[]): void {
    for (const outcome of JSON.parse(outcomes) as SequencedOutcome[]) {
      const waiting = this.#waiting.get(outcome.id);
      this.#waiting.delete(outcome.id);
      if (outcome.kind === 'malformed') this.#malformed++;
      if (isUndone(outcome)) waiting?.reject(outcomeError(outcome));
      else waiting?.resolve(toOutcome(outcome, entries));
    }
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
    // Whether these commands are durable is not known here; the restarted venue answers a repeated order by what became of it.
    const error = new ExchangeUnavailable(`the exchange has stopped: ${message}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#options.onFailure(message);
    this.#connection.end();
  }
}
