/**
 * The exchange at the far end of a channel: commands arrive as messages; batches, clock and disk are reported as
 * messages. While a batch is being synced its thread is blocked and commands pile up in the channel; all of them go
 * into the next batch, which is what makes group commit. It never answers before the result is durable; on any error it
 * reports the error and stops.
 */
import type { State } from '@bellwether/engine';
import { replaceStored, type SealedArchive } from '@bellwether/ledger/log/order-archive.ts';
import type { JournalHead, JournalRecord } from '@bellwether/ports/journal.ts';
import type { Lease } from '@bellwether/ports/lease.ts';
import type { Log } from '@bellwether/ports/log.ts';
import type { StoredOrders } from '@bellwether/ports/order-archive.ts';
import type { Cancel, Runtime } from '@bellwether/ports/runtime.ts';
import type { StorageState } from '@bellwether/ports/storage.ts';
import { COMMITS_WAIT_MS, LEASE_TOLD_MS_MIN } from './limits.ts';
import type { ExchangeStart, FromExchange, GatewayChannel, ToExchange } from './messages.ts';
import { NO_CHAIN, type QueuedCommand, type ReleasedBatch, type SequencedOutcome } from './sequencer/batch.ts';
import { CLOCK_STEP_MAX_MS, TIMER_INTERVAL_MS } from './sequencer/limits.ts';
import { Sequencer } from './sequencer/sequencer.ts';
import { VenueClock } from './sequencer/venue-clock.ts';

/** The disk under the log. */
export interface StorageWatch {
  /** Queries the disk, and releases a part of the reserve if necessary. */
  look(): StorageState;
  /** Grows the reserve by a step if the last look found space. Never rejects. */
  grow(): Promise<void>;
  /** Sends the present state, and every change from now on. */
  tell(send: (storage: StorageState) => void): void;
}

/** Parts of a recovered exchange that is ready to go on. */
export interface OpenedExchange {
  readonly state: State;
  readonly head: JournalHead;
  /** Details of the recovery. */
  readonly start?: Omit<ExchangeStart, 'head'>;
  readonly log: Log;
  /** Closed orders that the state has handed out, and a loader for those stored with the snapshot of an entry. */
  readonly archive: SealedArchive;
  readonly storedOrders: (sequence: number) => StoredOrders;
  readonly storage: StorageWatch;
  /** Time until which no other node can have the log; no limit by default. */
  readonly lease?: Lease;
  /**
   * Throws when the log is no longer in its place: then nothing may be answered. Called before each answer and when idle.
   */
  readonly checkPlace: () => void;
  readonly close: () => Promise<void>;
}

export interface ServiceOptions {
  readonly exchange: OpenedExchange;
  readonly channel: GatewayChannel;
  /** State of a node that followed another one until now; omitted for a fresh start. */
  readonly taken?: TakenOver;
  readonly runtime: Runtime;
  /** Time has stood still since the journal's end: see `SequencerOptions`. */
  readonly timeStoodStill?: boolean;
  /** Gets every durable record, in order, in addition to the channel. */
  readonly publish?: (record: JournalRecord) => void;
}

/** State that a node takes over when it becomes the leader. */
export interface TakenOver {
  readonly nodes: OtherNodes;
  /** True if clients can reach the node. */
  readonly isOpen: boolean;
  /** Commands that its clients have submitted meanwhile. */
  readonly commands: readonly QueuedCommand[];
}

export interface OtherNodes {
  /**
   * Sends each of them the record and the outcomes of its own commands. The caller may reuse the memory when this returns.
   */
  release(record: JournalRecord | null, chain: Uint8Array, outcomes: readonly SequencedOutcome[]): void;
  /** Hands over the commands of their clients, under ids below 0; the gateway's ids are never below 0. */
  receive(submit: (commands: readonly QueuedCommand[]) => void): void;
  /** Called at least a few times a second, with the end of this node's lease on the monotonic clock. */
  beat(leaseUntilMs: number): void;
  close(): void;
}

export class ExchangeService {
  readonly #exchange: OpenedExchange;
  readonly #channel: GatewayChannel;
  readonly #nodes: OtherNodes | null;
  readonly #runtime: Runtime;
  readonly #publish: (record: JournalRecord) => void;
  readonly #clock: VenueClock;
  readonly #sequencer: Sequencer;
  readonly #stopped = Promise.withResolvers<void>();
  #stopTimer: Cancel | null = null;
  #isStopping = false;
  #isPumping = false;
  #differenceSeconds = 0;
  #commitsWait = false;
  /** End of the lease as last announced to the gateway. */
  #toldUntilMs = Number.NEGATIVE_INFINITY;

  /** Sends `ready`, and begins with `start`. */
  constructor(options: ServiceOptions) {
    const { exchange, channel, taken = null, runtime, timeStoodStill = false, publish = () => undefined } = options;
    this.#exchange = exchange;
    this.#channel = channel;
    this.#nodes = taken?.nodes ?? null;
    this.#runtime = runtime;
    this.#publish = publish;
    this.#clock = new VenueClock(runtime.clock, exchange.state.timeMs);
    this.#sequencer = new Sequencer({
      state: exchange.state,
      head: exchange.head,
      log: exchange.log,
      archive: exchange.archive,
      clock: () => this.#clock.now(),
      timeStoodStill,
      hasRoom: () => !exchange.storage.look().isFull,
      release: (batch) => this.#release(batch),
      gather: () => channel.drain(),
    });
    channel.receive((message) => {
      this.#take(message);
      void this.#pump();
    });
    if (taken !== null) this.#goOn(taken);
    else this.#sayReady();
  }

  #sayReady(): void {
    this.#channel.send({
      kind: 'ready',
      head: this.#exchange.head,
      passedOver: [],
      damaged: [],
      savedSequence: 0,
      ...this.#exchange.start,
    });
  }

  /** Resolves when everything sent before `stop` is done and the exchange is closed. */
  get stopped(): Promise<void> {
    return this.#stopped.promise;
  }

  /**
   * Does the work that is due by its clock and resolves once the results are released. For an owner with a manual clock.
   */
  runDue(): Promise<void> {
    return this.#pump(true);
  }

  #take(message: ToExchange): void {
    switch (message.kind) {
      case 'start':
        this.#stopTimer = this.#startTimer();
        this.#tellClock();
        this.#exchange.storage.tell((storage) => this.#channel.send({ kind: 'storage', storage }));
        return;
      case 'commands':
        for (const command of commandsOf(message)) this.#sequencer.submit(command);
        return;
      case 'open':
        this.#sequencer.open();
        return;
      case 'saved':
        replaceStored(this.#exchange.archive, () => this.#exchange.storedOrders(message.sequence));
        return;
      case 'stop':
        this.#isStopping = true;
        this.#sequencer.stop();
        return;
    }
  }

  /** Takes over from a follower: the gateway is at the same entry already, and may have submitted commands. */
  #goOn({ nodes, isOpen, commands }: TakenOver): void {
    nodes.receive((submitted) => {
      for (const command of submitted) this.#sequencer.submit(command);
      void this.#pump();
    });
    this.#take({ kind: 'start' });
    this.#beat();
    if (isOpen) this.#sequencer.open();
    for (const command of commands) this.#sequencer.submit(command);
    void this.#pump();
  }

  #release({ record, chain, outcomes }: ReleasedBatch): void {
    this.#exchange.checkPlace();
    const [ofNodes, own] = [outcomes.filter(({ id }) => id < 0), outcomes.filter(({ id }) => id >= 0)];
    // First, because its clients wait.
    sendBatch(this.#channel, record, chain, own);
    this.#nodes?.release(record, chain, ofNodes);
    if (record !== null) this.#publish({ ...record, chain });
  }

  #tick(): void {
    this.#tellClock();
    this.#beat();
    if (!this.#exchange.storage.look().isFull) void this.#exchange.storage.grow();
    void this.#pump(true);
  }

  #beat(): void {
    this.#toldUntilMs = this.#exchange.lease?.leaseUntilMs ?? Number.POSITIVE_INFINITY;
    this.#nodes?.beat(this.#toldUntilMs);
    const lateMs = this.#runtime.clock.monotonicMs() - this.#toldUntilMs;
    // Infinite for a writer that has ended, which is reported as a failure.
    const wait = lateMs > COMMITS_WAIT_MS && lateMs < Number.POSITIVE_INFINITY;
    if (wait === this.#commitsWait) return;
    this.#commitsWait = wait;
    this.#channel.send({ kind: 'commits', wait });
  }

  /**
   * Announces a renewed lease early if the announced one is nearly over. After a standstill, or a commit that has
   * waited, this node would otherwise answer no client until the next beat, although it leads.
   */
  #renewed(): void {
    if (this.#toldUntilMs - this.#runtime.clock.monotonicMs() < LEASE_TOLD_MS_MIN) this.#beat();
  }

  #startTimer(): Cancel {
    const stopTicks = this.#runtime.timers.every(TIMER_INTERVAL_MS, () => this.#tick());
    const stopHearing = this.#exchange.lease?.onRenewed(() => this.#renewed());
    return () => {
      stopTicks();
      stopHearing?.();
    };
  }

  /** Reports the clock difference in whole steps: small differences are normal and not reported. */
  #tellClock(): void {
    const now = Math.trunc(this.#clock.differenceMs / CLOCK_STEP_MAX_MS);
    if (now === this.#differenceSeconds) return;
    this.#differenceSeconds = now;
    this.#channel.send({ kind: 'clock', differenceSeconds: now });
  }

  async #pump(isTick = false): Promise<void> {
    if (this.#isPumping || this.#stopTimer === null) return;
    this.#isPumping = true;
    try {
      // An idle venue notices a lost place too, and not only with the next order.
      if (isTick) this.#exchange.checkPlace();
      await this.#sequencer.pump();
      if (this.#isStopping) await this.#stop();
    } catch (error) {
      this.#fail(error);
      return;
    }
    // After a stop nothing more is pumped.
    this.#isPumping = this.#isStopping;
  }

  async #stop(): Promise<void> {
    this.#stopTimer?.();
    await this.#sequencer.drain();
    await this.#exchange.close();
    this.#nodes?.close();
    this.#channel.send({ kind: 'stopped' });
    this.#channel.close();
    this.#stopped.resolve();
  }

  /** Nothing may run after this: the other end ends the process. */
  #fail(error: unknown): void {
    this.#stopTimer?.();
    this.#channel.send(failed(error));
    this.#channel.receive(() => undefined);
  }
}

/** Message for the other end about an error: error classes do not survive between threads. */
export function failed(error: unknown): FromExchange {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return { kind: 'failed', name, message };
}

/** Commands of a message, under their ids. */
export const commandsOf = ({ firstId, lines }: Extract<ToExchange, { readonly kind: 'commands' }>): QueuedCommand[] =>
  lines.split('\n').map((json, index) => ({ id: firstId + index, json }));

/** Sends a batch. `chain` holds the chain values of the record's entries. */
export function sendBatch(
  channel: GatewayChannel,
  record: JournalRecord | null,
  chain: Uint8Array<ArrayBuffer>,
  outcomes: readonly SequencedOutcome[],
): void {
  if (record === null && outcomes.length === 0) return;
  channel.send({ kind: 'batch', record, chain, outcomes: JSON.stringify(outcomes) });
}

/** Sends outcomes without a record. */
export const sendOutcomes = (channel: GatewayChannel, outcomes: readonly SequencedOutcome[]): void =>
  sendBatch(channel, null, NO_CHAIN, outcomes);
