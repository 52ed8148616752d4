/**
 * The single writer: stamps each command with its place and time, lets the engine decide it, and journals the result, a
 * batch at a time. It owns the state, which runs ahead of the journal by the batch being written. So nothing that
 * depends on a batch (answers, refusals, the record itself) leaves before its append resolves. Commands that arrive
 * meanwhile form the next batch. It has no thread, socket or timer: its owner calls `pump` when something has arrived or
 * may be due.
 *
 * If the journal was decided by older rules, the very first command adopts the rules of this program. Timers are commands
 * that the sequencer issues itself. Quotes of the house follow each entry that moves them. A batch begins with at most
 * one settlement step. Each other timer that is due (expired orders, ended markets, ended windows of results, ended keys,
 * missed heartbeats, suspended accounts) goes before the next user command, a few steps a batch, so that
 * neither timers nor users keep the other waiting. Keys that were armed when the run began miss nothing until `open` has
 * given them a period in which their clients can beat. Any error (a failed append, a broken invariant) is final: the
 * sequencer accepts nothing more, and its process must end.
 */
import {
  type AcceptedDecision,
  applyEntry,
  assert,
  assertAfter,
  type Command,
  type Decision,
  decide,
  decodeCommand,
  endOfKeysIsDue,
  endOfTradingIsDue,
  heartbeatsAreDue,
  nextExpiration,
  nextSettlement,
  openingIsDue,
  quotesAreDue,
  RULES_VERSION,
  resultsAreDue,
  rulesAreDue,
  rulesTooNew,
  type Stamp,
  type State,
  sweepIsDue,
} from '@bellwether/engine';
import { NO_STORED_ORDERS, SealedArchive } from '@bellwether/ledger/log/order-archive.ts';
import { RecordWriter } from '@bellwether/ledger/record/record-bytes.ts';
import { ExchangeUnavailable } from '@bellwether/ports/exchange.ts';
import type { JournalHead, JournalRecord } from '@bellwether/ports/journal.ts';
import type { Log } from '@bellwether/ports/log.ts';
import { NO_CHAIN, type QueuedCommand, type ReleasedBatch, type SequencedOutcome } from './batch.ts';
import { BATCH_COMMANDS_MAX, BATCH_PAYLOAD_MAX, QUEUE_DEPTH_MAX, TIMER_STEPS_PER_BATCH_MAX } from './limits.ts';

export interface SequencerOptions {
  /** State at `head`; the sequencer owns it from now on. */
  readonly state: State;
  readonly head: JournalHead;
  readonly log: Pick<Log, 'append' | 'head'>;
  /** Unix milliseconds; may go back, but stamps never do. */
  readonly clock: () => number;
  /** Called with each batch once it is durable, in order. */
  readonly release: (batch: ReleasedBatch) => void;
  /** Closed orders that the state has handed out before. Empty by default. */
  readonly archive?: SealedArchive;
  readonly queueDepthMax?: number;
  /** Time has stood still since the journal's end: armed keys have missed nothing. */
  readonly timeStoodStill?: boolean;
  /** True if the disk has space for more than `ROOM_IS_KEPT_FOR`; called once a batch. Always true by default. */
  readonly hasRoom?: () => boolean;
  /** Submits the commands that have arrived meanwhile; called by `pump` before each batch. */
  readonly gather?: () => void;
}

/** Commands that may use the last space on the disk: they only take away, or keep what there is. */
const ROOM_IS_KEPT_FOR: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'CancelOrders',
  'CancelMatching',
  'Beat',
  'RevokeApiKey',
  'RevokeKey',
  'RevokeToken',
  'SuspendAccount',
  'ReleaseWallets',
  'SetMode',
]);

export class Sequencer {
  readonly #state: State;
  readonly #log: Pick<Log, 'append' | 'head'>;
  readonly #clock: () => number;
  readonly #release: (batch: ReleasedBatch) => void;
  readonly #queue: CommandQueue;
  readonly #hasRoom: () => boolean;
  readonly #gather: () => void;
  readonly #archive: SealedArchive;
  readonly #writer: RecordWriter;
  #head: JournalHead;
  #timeMs: number;
  /** Heartbeats of keys armed in an earlier run: on hold until clients can beat again, then renewed once. */
  #heartbeats: 'held' | 'renewing' | 'running';
  #isStopping = false;
  /** Stays false after a step that failed. */
  #idle = true;

  constructor(options: SequencerOptions) {
    assert(options.state.sequence === options.head.sequence, 'state and journal head must stand at the same entry');
    assert(options.state.rules <= RULES_VERSION, rulesTooNew(options.state.rules));
    assert(options.state.orderResults.kept === 'sealed', 'an order that is forgotten must be found again');
    this.#state = options.state;
    this.#archive = options.archive ?? new SealedArchive(NO_STORED_ORDERS);
    this.#head = options.head;
    this.#writer = new RecordWriter(options.head);
    this.#log = options.log;
    this.#clock = options.clock;
    this.#release = options.release;
    this.#queue = new CommandQueue(options.queueDepthMax ?? QUEUE_DEPTH_MAX);
    this.#hasRoom = options.hasRoom ?? (() => true);
    this.#gather = options.gather ?? (() => undefined);
    this.#timeMs = options.state.timeMs;
    this.#heartbeats = options.timeStoodStill !== true && this.#state.heartbeats.size > 0 ? 'held' : 'running';
  }

  /** Declares the venue open to clients: the next command gives keys armed in an earlier run one fresh period. */
  open(): void {
    if (this.#heartbeats === 'held') this.#heartbeats = this.#state.heartbeats.size > 0 ? 'renewing' : 'running';
  }

  /** Durable end of the journal. */
  get head(): JournalHead {
    return this.#head;
  }

  /** Queues a command. Throws `ExchangeUnavailable` when the queue is full. */
  enqueue(command: QueuedCommand): void {
    this.#queue.push(command);
  }

  /** Takes a command. Its answer comes through `release`, at once with `busy` when too many wait. */
  submit(command: QueuedCommand): void {
    if (!this.#queue.isFull) this.#queue.push(command);
    else this.#release({ record: null, chain: NO_CHAIN, outcomes: [{ id: command.id, kind: 'busy' }] });
  }

  /** Does all pending work: submitted commands, and timers that are due. One call at a time; an error is final. */
  async pump(): Promise<void> {
    this.#gather();
    while (!this.#isStopping && this.hasWork()) {
      await this.step();
      this.#gather();
    }
  }

  /** Makes a running pump end after its batch. */
  stop(): void {
    this.#isStopping = true;
  }

  /** True if `step` would do something now: a command waits or a timer is due. */
  hasWork(): boolean {
    return (
      this.#queue.depth > 0 ||
      rulesAreDue(this.#state) ||
      nextSettlement(this.#state) !== null ||
      this.#dueTimer(this.#now()) !== null
    );
  }

  /** Decides one batch, makes it durable and releases it. One call at a time. Rejects when the process must end. */
  async step(): Promise<void> {
    assert(this.#idle, 'a batch is being written, or writing one failed');
    this.#idle = false;
    this.#writer.begin(this.#head);
    const outcomes = this.#fill();
    const { record, chain } = this.#writer.finish() ?? { record: null, chain: NO_CHAIN };
    const last = record === null ? null : await this.#append(record);
    this.#head = this.#writer.head;
    this.#release({ record, chain, outcomes });
    if (last !== null) throw last;
    this.#idle = true;
  }

  /** Steps until no user command waits: for a graceful shutdown. An unfinished settlement goes on at the next start. */
  async drain(): Promise<void> {
    while (this.#queue.depth > 0) await this.step();
  }

  /**
   * Returns once the record is durable; with an error if no other record can follow. Throws when the record may be missing.
   */
  async #append(record: JournalRecord): Promise<Error | null> {
    const outcome = await this.#log.append(record);
    if (outcome.kind === 'durable') return null;
    if (outcome.kind === 'unknown' && (await this.#endsWith(record))) return outcome.error;
    throw outcome.error;
  }

  /** True if the log is certain to end with this record. */
  async #endsWith(record: JournalRecord): Promise<boolean> {
    const head = await this.#log.head().catch(() => null);
    return head?.sequence === record.lastSequence && head.hash === record.hash;
  }

  /** Decides commands into the record being written. Returns their outcomes, which wait until it is durable. */
  #fill(): SequencedOutcome[] {
    const outcomes: SequencedOutcome[] = [];
    let decided = 0;
    const hasRoom = this.#hasRoom();
    this.#now();
    const timerSteps = new Map<Command['kind'], number>();
    if (rulesAreDue(this.#state)) {
      this.#runTimer(ADOPT_RULES);
      decided++;
    }
    const settling = nextSettlement(this.#state);
    if (settling !== null) {
      this.#runTimer({ kind: 'SettleMarket', market: settling });
      decided++;
    }
    for (; decided < BATCH_COMMANDS_MAX; decided++) {
      const timer = this.#dueTimer(this.#now(), timerSteps);
      if (timer !== null) {
        if (!this.#runTimer(timer)) break;
        if (timer.kind === 'RenewHeartbeats') this.#heartbeats = 'running';
        timerSteps.set(timer.kind, (timerSteps.get(timer.kind) ?? 0) + 1);
        continue;
      }
      const queued = this.#queue.peek();
      if (queued === null) break;
      const outcome = this.#runQueued(queued, hasRoom);
      if (outcome === null) break;
      outcomes.push(outcome);
      this.#queue.shift();
    }
    return outcomes;
  }

  /** Outcome of a command; null if the batch has no room for its result, and the command was not run. */
  #runQueued({ id, json }: QueuedCommand, hasRoom: boolean): SequencedOutcome | null {
    const decoded = decodeCommand(json);
    if (decoded.kind === 'malformed') return { id, ...decoded };
    const { command } = decoded;
    const stamp = this.#stamp();
    const decision = decide(this.#state, command, stamp, this.#archive.firstResult(this.#state, command));
    if (decision.kind === 'accepted' && !hasRoom) {
      if (!ROOM_IS_KEPT_FOR.has(command.kind)) return { id, kind: 'no_room' };
      // There is no space either to remember that the command was a no-op.
      if (decision.events.every(({ kind }) => kind === 'RequestKept'))
        return { id, kind: 'unchanged', notCanceled: decision.notCanceled };
    }
    if (decision.kind === 'accepted' && !this.#accept(command, json, stamp, decision)) return null;
    return outcomeOf(id, stamp, decision);
  }

  /** Runs a timer. A timer that is due and has no effect would be due forever: that is a broken invariant. */
  #runTimer(command: Command): boolean {
    const stamp = this.#stamp();
    const decision = decide(this.#state, command, stamp);
    assert(decision.kind === 'accepted', `${command.kind} was due and is ${decision.kind}`);
    return this.#accept(command, JSON.stringify(command), stamp, decision);
  }

  #accept(command: Command, json: string, stamp: Stamp, decision: AcceptedDecision): boolean {
    const { sequence, timeMs } = stamp;
    const writer = this.#writer;
    const bytes = writer.write(stamp, command, json, decision.events);
    if (writer.entries > 0 && writer.length + bytes >= BATCH_PAYLOAD_MAX) return false;
    applyEntry(this.#state, { sequence, timeMs, command, events: decision.events });
    assertAfter(this.#state, decision.events);
    this.#archive.take(this.#state);
    writer.keep();
    return true;
  }

  /** Stamp with the time of the last reading: the clock is read once for each command, before the check for due timers. */
  #stamp(): Stamp {
    return { sequence: this.#state.sequence + 1, timeMs: this.#timeMs };
  }

  #now(): number {
    this.#timeMs = Math.max(this.#timeMs, this.#clock());
    return this.#timeMs;
  }

  /** The timer that is due and has steps left in this batch, or null. O(1), since it runs before every command. */
  #dueTimer(nowMs: number, steps: ReadonlyMap<Command['kind'], number> | null = null): Command | null {
    if (this.#heartbeats === 'renewing') return RENEW_HEARTBEATS;
    if (quotesAreDue(this.#state)) return QUOTE_HOUSE;
    const seconds = nextExpiration(this.#state);
    if (seconds !== null && seconds * 1000 <= nowMs && hasSteps(EXPIRE_ORDERS, steps)) return EXPIRE_ORDERS;
    if (endOfTradingIsDue(this.#state, nowMs) && hasSteps(END_TRADING, steps)) return END_TRADING;
    if (resultsAreDue(this.#state, nowMs) && hasSteps(CONFIRM_RESULTS, steps)) return CONFIRM_RESULTS;
    if (openingIsDue(this.#state, nowMs) && hasSteps(OPEN_TRADING, steps)) return OPEN_TRADING;
    if (endOfKeysIsDue(this.#state, nowMs) && hasSteps(END_KEYS, steps)) return END_KEYS;
    if (sweepIsDue(this.#state) && hasSteps(SWEEP_SUSPENDED, steps)) return SWEEP_SUSPENDED;
    const misses = this.#heartbeats === 'running' ? heartbeatsAreDue(this.#state, nowMs) : false;
    return misses && hasSteps(EXPIRE_HEARTBEATS, steps) ? EXPIRE_HEARTBEATS : null;
  }
}

const ADOPT_RULES: Command = { kind: 'AdoptRules', version: RULES_VERSION };
const QUOTE_HOUSE: Command = { kind: 'QuoteHouse' };
const EXPIRE_ORDERS: Command = { kind: 'ExpireOrders' };
const END_TRADING: Command = { kind: 'EndTrading' };
const CONFIRM_RESULTS: Command = { kind: 'ConfirmResults' };
const OPEN_TRADING: Command = { kind: 'OpenTrading' };
const END_KEYS: Command = { kind: 'EndKeys' };
const SWEEP_SUSPENDED: Command = { kind: 'SweepSuspended' };
const EXPIRE_HEARTBEATS: Command = { kind: 'ExpireHeartbeats' };
const RENEW_HEARTBEATS: Command = { kind: 'RenewHeartbeats' };

function hasSteps({ kind }: Command, steps: ReadonlyMap<Command['kind'], number> | null): boolean {
  return steps === null || (steps.get(kind) ?? 0) < TIMER_STEPS_PER_BATCH_MAX;
}

function outcomeOf(id: number, stamp: Stamp, decision: Decision): SequencedOutcome {
  if (decision.kind !== 'accepted') return { id, ...decision };
  return { id, kind: 'accepted', sequence: stamp.sequence, notCanceled: decision.notCanceled };
}

/** Consumed places at which the array is compacted. */
const COMPACT_AT = 4_096;

/** Commands that wait: first in, first out, O(1), bounded. */
class CommandQueue {
  readonly #depthMax: number;
  #items: QueuedCommand[] = [];
  #next = 0;

  constructor(depthMax: number) {
    this.#depthMax = depthMax;
  }

  get depth(): number {
    return this.#items.length - this.#next;
  }

  get isFull(): boolean {
    return this.depth >= this.#depthMax;
  }

  /** Throws `ExchangeUnavailable` when the queue is full. */
  push(command: QueuedCommand): void {
    if (this.isFull) throw new ExchangeUnavailable(`${this.#depthMax} commands are waiting already`);
    this.#items.push(command);
  }

  /** The oldest command, which stays; null if there is none. */
  peek(): QueuedCommand | null {
    return this.#items[this.#next] ?? null;
  }

  /** Removes the oldest command. */
  shift(): void {
    this.#next++;
    if (this.#next === this.#items.length) {
      this.#items = [];
      this.#next = 0;
    } else if (this.#next >= COMPACT_AT) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
  }
}
