/**
 * The leader's log, over a network that may not reach the database. Like `PostgresLog`, it holds an append back until
 * it can be sent and asks for the outcome if the answer is lost. Its lease counts from the sending of the statement
 * that renews it.
 */
import { LEASE_MS, RENEW_MS } from '@bellwether/ledger/adapters/log-postgres/limits.ts';
import type { LeaderLog } from '@bellwether/nodes/leadership.ts';
import { JournalFenced, type JournalHead, type JournalRecord, JournalWriteFailure } from '@bellwether/ports/journal.ts';
import type { AppendOutcome } from '@bellwether/ports/log.ts';
import type { Cancel } from '@bellwether/ports/runtime.ts';
import { createSerialRunner } from '@bellwether/ports/serial-runner.ts';
import { diskServiceOf, SimLog } from '../log/sim-log.ts';
import type { HostedNode } from '../venue/hosted.ts';
import type { World } from '../world.ts';
import type { VenueDatabase } from './sim-election.ts';
import { addressOf } from './sim-network.ts';

/** Time to look for a database that answers before giving up with an unknown outcome. */
const PATIENCE_MS = 60_000;

export class SimLeadersLog extends SimLog implements LeaderLog {
  readonly #node: HostedNode;
  readonly #database: VenueDatabase;
  readonly #stopRenewing: () => void;
  readonly #hearers = new Set<() => void>();
  #known: JournalHead;
  #renewedMs: number;
  #committedMs: number;
  #ended: Error | null = null;
  #isUntold = false;
  /** One statement at a time. */
  readonly #inTurn = createSerialRunner();
  #isRenewing = false;

  /** Takes over the log and records the leader in the database. */
  static async open(world: World, node: HostedNode, database: VenueDatabase): Promise<SimLeadersLog> {
    await database.reach(node);
    const log = new SimLeadersLog(world, node, database);
    database.leader = { name: `node ${node.index}`, address: addressOf(node.member), epoch: log.epoch };
    database.extend();
    return log;
  }

  private constructor(world: World, node: HostedNode, database: VenueDatabase) {
    const { process, index } = node;
    super(world.disk, process, index, diskServiceOf(world, node), world.keepsUnsynced());
    this.#node = node;
    this.#database = database;
    this.#known = database.disk.head;
    this.#renewedMs = process.clock.monotonicMs();
    this.#committedMs = this.#renewedMs;
    this.#stopRenewing = process.timers.every(RENEW_MS, () => this.#renewInTurn());
  }

  get leaseUntilMs(): number {
    return this.#ended === null ? this.#renewedMs + LEASE_MS : Number.NEGATIVE_INFINITY;
  }

  onRenewed(hear: () => void): Cancel {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  checkPlace(): void {
    if (this.#ended !== null) throw this.#ended;
  }

  override async head(): Promise<JournalHead> {
    if (!this.#isUntold) return this.#known;
    throw new JournalWriteFailure('only who has the journal next can tell what the last append left');
  }

  override append(record: JournalRecord): Promise<AppendOutcome> {
    return this.#inTurn(async () => {
      if (this.#ended !== null) return { kind: 'failed', error: this.#ended };
      const outcome = await this.#append(record);
      if (outcome.kind === 'durable') {
        this.#known = { sequence: record.lastSequence, hash: record.hash };
        this.#committedMs = this.#nowMs;
        this.#tellRenewed();
      } else {
        this.#ended = outcome.error;
        this.#isUntold = outcome.kind === 'unknown';
      }
      return outcome;
    });
  }

  override async close(): Promise<void> {
    this.#stopRenewing();
    if (this.#ended === null && this.#database.isReachable(this.#node.member) && this.#isLast)
      this.#database.leaseUntilMs = Number.NEGATIVE_INFINITY;
    this.#ended ??= new JournalWriteFailure('the journal is closed');
    await super.close();
  }

  get #nowMs(): number {
    return this.#node.process.clock.monotonicMs();
  }

  /** True if no one has taken over the log. */
  get #isLast(): boolean {
    return this.#database.disk.epoch === this.epoch;
  }

  async #append(record: JournalRecord): Promise<AppendOutcome> {
    try {
      await this.#database.reach(this.#node, PATIENCE_MS);
    } catch (error) {
      this.#node.doomed ??= 'no database';
      return { kind: 'failed', error: error as Error };
    }
    const sentMs = this.#nowMs;
    const outcome = await super.append(record);
    if (!this.#database.isReachable(this.#node.member)) return this.#asked(record);
    if (outcome.kind === 'unknown') return this.#asked(record, outcome);
    if (outcome.kind === 'durable') this.#renewed(sentMs);
    return outcome;
  }

  /** The answer was lost: asks whether the record is there, as soon as that is possible. */
  async #asked({ hash }: JournalRecord, untold: AppendOutcome | null = null): Promise<AppendOutcome> {
    try {
      await this.#database.reach(this.#node, PATIENCE_MS);
      // After a cancelled sync this rejects, and the outcome stays unknown.
      if (untold !== null) await super.head();
    } catch (error) {
      this.#node.doomed ??= 'no database';
      return untold ?? { kind: 'unknown', error: error as Error };
    }
    const sentMs = this.#nowMs;
    if (!this.#isLast) return { kind: 'unknown', error: this.#fenced() };
    if (this.#database.disk.head.hash !== hash) {
      this.#node.doomed ??= 'lost append';
      return { kind: 'failed', error: new JournalWriteFailure('it was never written') };
    }
    this.#renewed(sentMs);
    this.goOn();
    return { kind: 'durable' };
  }

  #renewed(sentMs: number): void {
    this.#renewedMs = sentMs;
    if (this.#isLast) this.#database.extend();
  }

  #tellRenewed(): void {
    for (const hear of this.#hearers) hear();
  }

  #renewInTurn(): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    void this.#inTurn(() => this.#renew()).then(() => {
      this.#isRenewing = false;
    });
  }

  async #renew(): Promise<void> {
    const sentMs = this.#nowMs;
    const beforeMs = this.#renewedMs;
    if (this.#ended !== null || sentMs - this.#committedMs < RENEW_MS) return;
    try {
      await this.#database.reach(this.#node);
      if (this.#isLast) this.#renewed(sentMs);
      else this.#ended = this.#fenced();
      this.#committedMs = this.#nowMs;
    } catch {
      // The next append reports the problem.
    }
    if (this.#renewedMs > beforeMs) this.#tellRenewed();
  }

  #fenced(): JournalFenced {
    return new JournalFenced(`another process has taken over the journal: epoch ${this.epoch} is over`);
  }
}
