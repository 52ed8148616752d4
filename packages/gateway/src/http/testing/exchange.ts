/**
 * The exchange for tests of the gateway: the real client, host and engine over a log in memory. They are connected by a
 * channel of a manual runtime, in which nothing happens by itself.
 */
import { setTimeout } from 'node:timers/promises';
import type { Command, State } from '@bellwether/engine';
import { ExchangeClient } from '@bellwether/exchange/exchange-client.ts';
import { ExchangeService } from '@bellwether/exchange/exchange-service.ts';
import type { FromExchange, ToExchange } from '@bellwether/exchange/messages.ts';
import { TIMER_INTERVAL_MS } from '@bellwether/exchange/sequencer/limits.ts';
import { MemoryJournal } from '@bellwether/ledger/adapters/testing/memory-journal.ts';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { NO_STORED_ORDERS, SealedArchive } from '@bellwether/ledger/log/order-archive.ts';
import {
  type Exchange,
  type ExchangeOutcome,
  ExchangeUnavailable,
  OutcomeUnknown,
} from '@bellwether/ports/exchange.ts';
import { type History, readEntryText, writeEntryText } from '@bellwether/ports/history.ts';
import type { ChainedEntry, JournalRecord } from '@bellwether/ports/journal.ts';
import type { Channel } from '@bellwether/ports/runtime.ts';
import type { EntryObserver, ObservableView } from '@bellwether/ports/venue-view.ts';
import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';

export class InProcessExchange implements Exchange, History, ObservableView {
  readonly state: Readonly<State>;
  readonly archive = new SealedArchive(NO_STORED_ORDERS);
  readonly commands: Command[] = [];
  /** All durable entries, in order. */
  readonly entries: ChainedEntry[] = [];
  readonly journal = new MemoryJournal();
  readonly client: ExchangeClient;
  readonly #runtime = new ManualRuntime();
  /** Awaited after each command. */
  afterwards: () => Promise<void> = () => Promise.resolve();
  /** Set to refuse everything, like an exchange that is stopping. */
  unavailable = false;
  /** Set to accept commands while the log does not answer. */
  isSilent = false;
  /** Set to false for a disk that has room for cancels and heartbeats only. */
  hasRoom = true;
  readonly commitsWait = false;
  /** Delay before a command is sent, so that others can get in between. */
  latencyMs = 0;

  /** `publish` gets each durable record. */
  constructor(clock: () => number, publish: (record: JournalRecord) => void = () => undefined) {
    const follower = new Follower(emptyStart());
    this.state = follower.state;
    follower.observe(this.archive);
    follower.observe({ published: (entries) => this.entries.push(...entries) });
    const [channel, far] = this.#runtime.channel<ToExchange, FromExchange>();
    const service = new ExchangeService({
      exchange: {
        ...emptyStart(),
        log: this.journal,
        archive: new SealedArchive(NO_STORED_ORDERS),
        storedOrders: () => NO_STORED_ORDERS,
        storage: {
          look: () => ({ isFull: !this.hasRoom, reserveBytes: 0 }),
          grow: () => Promise.resolve(),
          tell: () => undefined,
        },
        checkPlace: () => undefined,
        close: () => Promise.resolve(),
      },
      channel: far,
      publish,
      // The test's clock.
      runtime: { ...this.#runtime, clock: { wallMs: clock, monotonicMs: clock, sinceBootMs: clock } },
    });
    this.client = new ExchangeClient({
      connection: { channel, ended: service.stopped.then(() => 'it was stopped'), end: () => undefined },
      follower,
      archive: this.archive,
      storedOrders: () => NO_STORED_ORDERS,
      snapshotSequence: 0,
      runtime: { timers: this.#runtime.timers, clock: { ...this.#runtime.clock, monotonicMs: clock } },
      onFailure: (message) => {
        throw new Error(`the exchange has stopped: ${message}`);
      },
    });
  }

  async submit(command: Command): Promise<ExchangeOutcome> {
    if (this.unavailable) throw new ExchangeUnavailable('stopping: internal words');
    if (this.isSilent) throw new OutcomeUnknown();
    this.commands.push(command);
    if (this.latencyMs > 0) await setTimeout(this.latencyMs);
    const outcome = this.client.submit(command);
    outcome.catch(() => undefined);
    await this.#runtime.runPending();
    await this.afterwards();
    return outcome;
  }

  /** A channel on which nothing arrives by itself, but with each command. */
  connect<Left, Right>(): readonly [Channel<Left, Right>, Channel<Right, Left>] {
    return this.#runtime.channel();
  }

  async entry(sequence: number): Promise<ChainedEntry> {
    const entry = this.entries[sequence - 1];
    if (entry === undefined) throw new Error(`there is no entry ${sequence}`);
    return readEntryText(writeEntryText(entry));
  }

  /** The view of a process that has just read the log, as after a kill or a takeover. It does not go on. */
  readAnew(): ObservableView {
    const follower = new Follower(emptyStart());
    const archive = new SealedArchive(NO_STORED_ORDERS);
    follower.observe(archive);
    follower.fold(
      this.entries.map((entry) => readEntryText(writeEntryText(entry))),
      follower.head.hash,
    );
    return Object.assign(follower, { archive });
  }

  observe(observer: EntryObserver): () => void {
    return this.client.observe(observer);
  }

  get pending(): number {
    return this.client.pending;
  }

  get malformed(): number {
    return this.client.malformed;
  }

  get latencies(): Float64Array {
    return this.client.latencies;
  }

  /** Runs due timers, which the real exchange does by itself. */
  runTimers(): Promise<void> {
    return this.#runtime.advance(TIMER_INTERVAL_MS);
  }
}
