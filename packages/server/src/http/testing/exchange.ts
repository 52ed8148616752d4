/** The exchange in one thread for tests of the gateway: the real sequencer and engine over a journal in memory. */
import { setTimeout } from 'node:timers/promises';
import { type Command, createState, type State } from '@bellwether/engine';
import { MemoryJournal } from '../../adapters/journal-memory/memory-journal.ts';
import { emptyStart, Follower } from '../../log/follower.ts';
import { type Exchange, type ExchangeOutcome, ExchangeUnavailable } from '../../ports/exchange.ts';
import { GENESIS_HASH } from '../../ports/journal.ts';
import type { ChainedEntry } from '../../ports/journal-record.ts';
import type { EntryObserver, ObservableView } from '../../ports/venue-view.ts';
import { PriceObserver } from '../../prices/observed-prices.ts';
import type { ObservedPrices } from '../../projections/projection.ts';
import type { ReleasedBatch } from '../../sequencer/batch.ts';
import { isUndone, outcomeError } from '../../sequencer/outcome-error.ts';
import { Sequencer } from '../../sequencer/sequencer.ts';

type OnEntries = (entries: readonly ChainedEntry[], previousHash: string, prices: ObservedPrices) => void;

export class InProcessExchange implements Exchange, ObservableView {
  readonly #follower = new Follower(emptyStart());
  readonly #prices = new PriceObserver();
  readonly state: Readonly<State> = this.#follower.state;
  readonly commands: Command[] = [];
  /** Everything that became durable, in order. */
  readonly entries: ChainedEntry[] = [];
  readonly #sequencer: Sequencer;
  readonly #waiting = new Map<number, PromiseWithResolvers<ExchangeOutcome>>();
  readonly #onEntries: OnEntries;
  #nextId = 0;
  #running = false;
  /** Set to refuse everything, as an exchange that is stopping does. */
  unavailable = false;
  /** Unset for a disk that has room for cancels and heartbeats only. */
  hasRoom = true;
  /** Time from a command's arrival until it is decided, when others shall get in between. */
  latencyMs = 0;

  constructor(clock: () => number, onEntries: OnEntries) {
    this.#onEntries = onEntries;
    this.#follower.observe(this.#prices);
    this.#sequencer = new Sequencer({
      state: createState(),
      head: { sequence: 0, hash: GENESIS_HASH },
      log: new MemoryJournal(),
      clock,
      release: (batch) => this.#release(batch),
      hasRoom: () => this.hasRoom,
    });
  }

  async submit(command: Command): Promise<ExchangeOutcome> {
    if (this.unavailable) throw new ExchangeUnavailable('stopping: internal words');
    this.commands.push(command);
    const id = this.#nextId++;
    this.#sequencer.enqueue({ id, json: JSON.stringify(command) });
    const waiting = Promise.withResolvers<ExchangeOutcome>();
    this.#waiting.set(id, waiting);
    waiting.promise.catch(() => undefined);
    if (this.latencyMs > 0) await setTimeout(this.latencyMs);
    if (!this.#running) await this.#run();
    return waiting.promise;
  }

  observe(observer: EntryObserver): () => void {
    return this.#follower.observe(observer);
  }

  /** Runs what has become due, as the real exchange does by itself. */
  async runTimers(): Promise<void> {
    if (!this.#running) await this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#sequencer.hasWork()) await this.#sequencer.step();
    this.#running = false;
  }

  #release({ record, entryHashes, outcomes }: ReleasedBatch): void {
    const entries = record === null ? [] : this.#follower.take({ record, entryHashes });
    this.entries.push(...entries);
    if (record !== null) this.#onEntries(entries, record.previousHash, this.#prices.take());
    for (const outcome of outcomes) {
      const waiting = this.#waiting.get(outcome.id);
      this.#waiting.delete(outcome.id);
      if (isUndone(outcome)) waiting?.reject(outcomeError(outcome));
      else if (outcome.kind !== 'accepted') waiting?.resolve(outcome);
      else {
        const entry = entries.find(({ sequence }) => sequence === outcome.sequence);
        if (entry !== undefined) waiting?.resolve({ kind: 'accepted', entry, notCanceled: outcome.notCanceled });
      }
    }
  }
}
