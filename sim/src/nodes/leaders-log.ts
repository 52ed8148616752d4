/**
 * The leader's log, over a network that may not reach the database. Like `PostgresLog`, it holds an append back until
 * it can be sent and asks for the outcome if the answer is lost. Its lease counts from the sending of the statement
 * that renews it.
 */
import { LEASE_MS, RENEW_MS } from '@bellwether/server/adapters/log-postgres/limits.ts';
import type { LeadersLog } from '@bellwether/server/nodes/led.ts';
import {
  JournalFenced,
  type JournalHead,
  type JournalRecord,
  JournalWriteFailure,
} from '@bellwether/server/ports/journal.ts';
import type { JournalKind } from '@bellwether/server/ports/journal-kind.ts';
import type { AppendOutcome } from '@bellwether/server/ports/log.ts';
import type { Cancel } from '@bellwether/server/ports/runtime.ts';
import type { SimLog } from '../log/sim-log.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import type { VenueDatabase } from './sim-election.ts';

/** Time to look for a database that answers before giving up with an unknown outcome. */
const PATIENCE_MS = 60_000;

export interface LeadersLogOptions {
  readonly member: number;
  readonly process: SimProcess;
  readonly database: VenueDatabase;
  /** Opens the log and so raises its epoch. */
  readonly open: () => SimLog;
  /** Called when this log's end has an explanation. */
  readonly doomed: (why: string) => void;
}

export class SimLeadersLog implements LeadersLog {
  readonly #options: LeadersLogOptions;
  readonly #log: SimLog;
  readonly #stopRenewing: () => void;
  #head: JournalHead;
  #renewedMs: number;
  readonly #hearers = new Set<() => void>();
  #ended: Error | null = null;
  #isUntold = false;
  /** One statement at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  #isRenewing = false;
  #committedMs: number;

  /** Use `openLeadersLog`. */
  constructor(options: LeadersLogOptions, renewedMs: number) {
    const { database, open, process } = options;
    this.#options = options;
    this.#log = open();
    this.#head = database.disk.head;
    this.#renewedMs = renewedMs;
    this.#committedMs = renewedMs;
    this.#stopRenewing = process.timers.every(RENEW_MS, () => this.#renewInTurn());
  }

  get epoch(): number {
    return this.#log.epoch;
  }

  get kind(): JournalKind {
    return this.#log.kind;
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

  head(): Promise<JournalHead> {
    if (!this.#isUntold) return Promise.resolve(this.#head);
    return Promise.reject(new JournalWriteFailure('only who has the journal next can tell what the last append left'));
  }

  read(from: number): AsyncIterable<JournalRecord> {
    return this.#log.read(from);
  }

  follow(from: number, signal: AbortSignal): AsyncIterable<readonly JournalRecord[]> {
    return this.#log.follow(from, signal);
  }

  append(record: JournalRecord): Promise<AppendOutcome> {
    return this.#inTurn(async () => {
      if (this.#ended !== null) return { kind: 'failed', error: this.#ended };
      const outcome = await this.#append(record);
      if (outcome.kind === 'durable') {
        this.#head = { sequence: record.lastSequence, hash: record.hash };
        this.#committedMs = this.#options.process.clock.monotonicMs();
        this.#tellRenewed();
      } else {
        this.#ended = outcome.error;
        this.#isUntold = outcome.kind === 'unknown';
      }
      return outcome;
    });
  }

  async close(): Promise<void> {
    this.#stopRenewing();
    const { database, member } = this.#options;
    if (this.#ended === null && database.paths.hasDatabase(member) && database.disk.epoch === this.epoch)
      database.leaseUntilMs = Number.NEGATIVE_INFINITY;
    this.#ended ??= new JournalWriteFailure('the journal is closed');
    await this.#log.close();
  }

  async #append(record: JournalRecord): Promise<AppendOutcome> {
    const { database, process, doomed } = this.#options;
    try {
      await database.reach(this.#options, PATIENCE_MS);
    } catch (error) {
      doomed('no database');
      return { kind: 'failed', error: error as Error };
    }
    const sentMs = process.clock.monotonicMs();
    const outcome = await this.#log.append(record);
    if (!database.paths.hasDatabase(this.#options.member)) return this.#asked(record);
    if (outcome.kind === 'unknown') return this.#asked(record, outcome);
    if (outcome.kind === 'durable') this.#renewed(sentMs);
    return outcome;
  }

  /** The answer was lost: asks whether the record is there, as soon as that is possible. */
  async #asked({ hash }: JournalRecord, untold: AppendOutcome | null = null): Promise<AppendOutcome> {
    const { database, process, doomed } = this.#options;
    try {
      await database.reach(this.#options, PATIENCE_MS);
      // After a cancelled sync `head` rejects, and the outcome stays unknown.
      if (untold !== null) await this.#log.head();
    } catch (error) {
      doomed('no database');
      return untold ?? { kind: 'unknown', error: error as Error };
    }
    const sentMs = process.clock.monotonicMs();
    if (database.disk.epoch !== this.epoch) return { kind: 'unknown', error: this.#fenced() };
    const isThere = database.disk.head.hash === hash;
    if (isThere) {
      this.#renewed(sentMs);
      this.#log.goOn();
    } else doomed('lost append');
    return isThere ? { kind: 'durable' } : { kind: 'failed', error: new JournalWriteFailure('it was never written') };
  }

  #renewed(sentMs: number): void {
    this.#renewedMs = sentMs;
    if (this.#options.database.disk.epoch === this.epoch) this.#options.database.extend();
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
    const { database, process } = this.#options;
    const beforeMs = this.#renewedMs;
    if (this.#ended !== null || process.clock.monotonicMs() - this.#committedMs < RENEW_MS) return;
    try {
      const sentMs = process.clock.monotonicMs();
      await database.reach(this.#options);
      if (database.disk.epoch === this.epoch) this.#renewed(sentMs);
      else this.#ended = this.#fenced();
      this.#committedMs = process.clock.monotonicMs();
    } catch {
      // The next append reports the problem.
    }
    if (this.#renewedMs > beforeMs) this.#tellRenewed();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #fenced(): JournalFenced {
    return new JournalFenced(`another process has taken over the journal: epoch ${this.epoch} is over`);
  }
}

/** Takes over the log and records the leader in the database. */
export async function openLeadersLog(
  options: LeadersLogOptions,
  who: { readonly name: string; readonly address: string },
): Promise<SimLeadersLog> {
  const { database, process } = options;
  await database.reach(options);
  const log = new SimLeadersLog(options, process.clock.monotonicMs());
  database.leader = { ...who, epoch: log.epoch };
  database.extend();
  return log;
}
