/**
 * The journal on PostgreSQL. Opening it for writing raises the epoch of the head row in one statement. An append is one
 * statement as well: it moves the head only if epoch and end are as the writer knows them, and inserts the record. Both
 * statements need the same row, so of two writers one finds the head moved and changes nothing. No clock and no lock
 * plays a part in that.
 *
 * If the answer to an append is lost, the writer asks where the journal ends: with a statement under the same epoch
 * that commits, and so waits for the standby. Either the record is there, recognized by its hash, or it is sent again,
 * or another node leads. An answer with a warning is a commit that may not be on a standby: its outcome stays unknown,
 * and the writer ends.
 */
import { LogTail } from '@bellwether/ports/follow-log.ts';
import { JournalFenced, type JournalHead, type JournalRecord, JournalWriteFailure } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { Lease } from '@bellwether/ports/lease.ts';
import type { AppendOutcome, Log } from '@bellwether/ports/log.ts';
import type { Cancel } from '@bellwether/ports/runtime.ts';
import { createSerialRunner } from '@bellwether/ports/serial-runner.ts';
import { entriesOfRecord } from '../../record/journal-record.ts';
import { checkNotBeingCopied } from './copying.ts';
import { LEASE_MS, RENEW_MS } from './limits.ts';
import { isPassing, type PostgresOptions, Primary, wordsOf } from './primary.ts';
import { headOf, readHead, readRecords } from './reading.ts';
import { prepareSchema } from './schema.ts';
import { type Answer, type Session, SessionLost } from './session.ts';
import { STILL_WAITS, UnsafeDatabase, whyUnsafe } from './settings.ts';

export interface PostgresLogOptions extends PostgresOptions {
  /** Name of the writer, for people. */
  readonly holder: string;
  /** Address at which other nodes reach it; none by default. */
  readonly address?: string;
  /** Kind of program that opens it; a venue by default. */
  readonly kind?: JournalKind;
  /** Allows to continue a journal that is being copied. */
  readonly isCopy?: boolean;
  /** Interval at which an idle writer renews its lease; `RENEW_MS` by default. */
  readonly renewMs?: number;
}

const LEASE = `clock_timestamp() + interval '${LEASE_MS} milliseconds'`;
const TAKE_OVER = `
  UPDATE bellwether.head SET epoch = epoch + 1, holder = $1, address = $2, lease_until = ${LEASE} WHERE id = 1
  RETURNING epoch, last_sequence, last_hash`;
const MOVE = `
  UPDATE bellwether.head SET last_sequence = $3, last_hash = $5, lease_until = ${LEASE}
  WHERE id = 1 AND epoch = $1 AND last_sequence = $2::bigint - 1 AND last_hash = $4 RETURNING epoch`;
const INSERT = `
  INSERT INTO bellwether.journal (first_sequence, last_sequence, epoch, previous_hash, hash, is_text, payload)`;
const APPEND = `
  WITH moved AS (${MOVE}) ${INSERT}
  SELECT $2::bigint, $3::bigint, moved.epoch, $4::text, $5::text, $6::boolean, $7::bytea FROM moved
  RETURNING ${STILL_WAITS}`;
const APPEND_ALL = `
  WITH moved AS (${MOVE}) ${INSERT}
  SELECT r.first_sequence, r.last_sequence, moved.epoch, r.previous_hash, r.hash, r.is_text, r.payload
  FROM moved, unnest($6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::boolean[], $11::bytea[])
    AS r (first_sequence, last_sequence, previous_hash, hash, is_text, payload)
  RETURNING ${STILL_WAITS}`;
/** Commits, so that its result is replicated by the time it is answered. */
const CONFIRM = `
  UPDATE bellwether.head SET lease_until = ${LEASE} WHERE id = 1 AND epoch = $1
  RETURNING last_sequence, last_hash, ${STILL_WAITS}`;
const LEAVE = `UPDATE bellwether.head SET lease_until = '-infinity' WHERE id = 1 AND epoch = $1`;

/**
 * Takes the journal over, creating one if there is none. Throws `JournalCorruption`, `JournalOfOtherKind`,
 * `UnsafeDatabase` or `NoPrimary`.
 */
export async function openPostgresLog(options: PostgresLogOptions): Promise<PostgresLog> {
  const primary = new Primary(options, 'bellwether journal');
  try {
    const { clock } = options.runtime;
    let sentMs = 0;
    const taken = await primary.repeatedly(async (session) => {
      await prepareSchema(session, options.kind);
      if (options.isCopy !== true) await checkNotBeingCopied(session);
      sentMs = clock.monotonicMs();
      return await session.run(TAKE_OVER, [options.holder, options.address ?? '']);
    });
    if (taken.warning !== null) throw new JournalWriteFailure(`the journal could not be taken over: ${taken.warning}`);
    const head = headOf(taken.rows);
    await readHead(primary);
    for await (const record of readRecords(primary, Math.max(1, head.sequence))) entriesOfRecord(record, null);
    return new PostgresLog(primary, options, Number(taken.rows[0]?.['epoch']), head, sentMs);
  } catch (error) {
    primary.close();
    throw error;
  }
}

export class PostgresLog implements Log, Lease {
  readonly kind: JournalKind;
  readonly epoch: number;
  readonly #primary: Primary;
  readonly #options: PostgresLogOptions;
  readonly #tail = new LogTail();
  readonly #stopRenewing: () => void;
  readonly #reader: Primary;
  #head: JournalHead;
  /** Reason why it appends nothing more. */
  #ended: Error | null = null;
  /** True if the outcome of the last append is not known here. */
  #isUntold = false;
  /** Queue of statements, one at a time: a warning belongs to the statement that was just sent. */
  readonly #inTurn = createSerialRunner();
  /** Time at which the last statement that renewed the lease was sent. */
  #renewedMs: number;
  readonly #hearers = new Set<() => void>();
  #isRenewing = false;
  /** Patience with an unreachable primary when renewing the lease. */
  readonly #patience: ReturnType<Primary['patience']>;

  /** Use `openPostgresLog`. */
  constructor(primary: Primary, options: PostgresLogOptions, epoch: number, head: JournalHead, renewedMs: number) {
    this.#primary = primary;
    this.#options = options;
    this.kind = options.kind ?? 'venue';
    this.epoch = epoch;
    this.#head = head;
    this.#reader = new Primary(options, 'bellwether journal reader');
    this.#renewedMs = renewedMs;
    this.#patience = primary.patience();
    this.#stopRenewing = options.runtime.timers.every(options.renewMs ?? RENEW_MS, () => this.#renewInTurn());
  }

  /** No other node can lead before this monotonic time. Counted from a moment before the database began to count. */
  get leaseUntilMs(): number {
    return this.#ended === null ? this.#renewedMs + LEASE_MS : Number.NEGATIVE_INFINITY;
  }

  onRenewed(hear: () => void): Cancel {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  /** Unsafe settings that a test has allowed: see `settings.ts`. */
  get unsafe(): readonly string[] {
    return this.#primary.unsafe;
  }

  head(): Promise<JournalHead> {
    if (!this.#isUntold) return Promise.resolve(this.#head);
    return Promise.reject(new JournalWriteFailure('only who has the journal next can tell what the last append left'));
  }

  read(from: number): AsyncIterable<JournalRecord> {
    return readRecords(this.#reader, from);
  }

  follow(from: number, signal: AbortSignal): AsyncIterable<readonly JournalRecord[]> {
    return this.#tail.follow(this, from, signal);
  }

  append(record: JournalRecord): Promise<AppendOutcome> {
    return this.appendAll([record]);
  }

  /** Appends records that continue one another, at least one, in one statement: all of them share one outcome. */
  appendAll(records: readonly JournalRecord[]): Promise<AppendOutcome> {
    return this.#inTurn(async () => {
      if (this.#ended !== null) return { kind: 'failed', error: this.#ended };
      const run = runOf(records);
      const outcome = await this.#append(run);
      if (outcome.kind === 'durable') {
        this.#head = { sequence: run.lastSequence, hash: run.hash };
        for (const record of records) this.#tail.published(record);
        this.#tellRenewed();
      } else {
        this.#ended = outcome.error;
        this.#isUntold = outcome.kind === 'unknown';
      }
      return outcome;
    });
  }

  /** Throws when it is known that no append can count any more. */
  checkPlace(): void {
    if (this.#ended !== null) throw this.#ended;
  }

  /** Announces that there is no leader any more, unless this writer has ended before. */
  async close(): Promise<void> {
    this.#stopRenewing();
    await this.#inTurn(async () => {
      if (this.#ended !== null) return;
      this.#ended = new JournalWriteFailure('the journal is closed');
      // Best effort: without it, waiting nodes find out later.
      await this.#primary
        .session()
        .then((session) => session.run(LEAVE, [this.epoch]))
        .catch(() => undefined);
    });
    this.#primary.close();
    this.#reader.close();
  }

  #renewInTurn(): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    void this.#inTurn(() => this.#renew()).then(() => {
      this.#isRenewing = false;
    });
  }

  async #append(run: Run): Promise<AppendOutcome> {
    const patience = this.#primary.patience();
    /** True if an append was sent whose answer never came: its record may be in the journal, or still arrive. */
    let isPending = false;
    for (;;) {
      let isSent = false;
      try {
        const session = await this.#primary.session();
        patience.reached();
        const known = isPending ? await this.#findOutcome(session, run, isPending) : null;
        if (known !== null) return known;
        isSent = true;
        const sentMs = this.#options.runtime.clock.monotonicMs();
        const answer = await sendRun(session, this.epoch, run);
        const { count } = answer;
        const warning = this.#doubtOf(answer);
        if (warning !== null) return { kind: 'unknown', error: notReplicated(warning) };
        if (count === run.records.length) {
          this.#renewedMs = sentMs;
          return { kind: 'durable' };
        }
        isSent = false;
        const outcome = await this.#findOutcome(session, run, isPending);
        if (outcome !== null) return outcome;
      } catch (error) {
        if (isSent && error instanceof SessionLost) isPending = true;
        if (!mayPass(error) || patience.isOver()) {
          return { kind: isPending ? 'unknown' : 'failed', error: writeFailure(error) };
        }
      }
      await this.#primary.pause();
    }
  }

  /** Outcome of an append that moved nothing, or whose answer was lost; null if it has to be sent again. */
  async #findOutcome(session: Session, run: Run, isPending: boolean): Promise<AppendOutcome | null> {
    const answer = await session.run(CONFIRM, [this.epoch]);
    const { rows, count } = answer;
    const warning = this.#doubtOf(answer);
    if (warning !== null) return { kind: 'unknown', error: notReplicated(warning) };
    if (count === 0) return { kind: isPending ? 'unknown' : 'fenced', error: this.#fenced() };
    const head = headOf(rows);
    if (head.sequence === run.lastSequence && head.hash === run.hash) return { kind: 'durable' };
    if (head.sequence === run.firstSequence - 1 && head.hash === run.previousHash) return null;
    const where = `the journal ends at entry ${head.sequence}, the records begin with ${run.firstSequence}`;
    return { kind: 'fenced', error: new JournalFenced(`${where}: they do not continue it`) };
  }

  /** Renews the lease of an idle leader, and notices when another node has taken over. */
  async #renew(): Promise<void> {
    const { clock } = this.#options.runtime;
    const beforeMs = this.#renewedMs;
    if (this.#ended !== null || clock.monotonicMs() - beforeMs < RENEW_MS) return;
    try {
      const session = await this.#primary.session();
      // Same as for an append: while a primary can be reached, the wait for a standby is unlimited.
      this.#patience.reached();
      const sentMs = clock.monotonicMs();
      const answer = await session.run(CONFIRM, [this.epoch]);
      const unsafe = answer.count === 0 ? null : whyUnsafe(answer.rows[0], this.#options.isTest);
      if (answer.count === 0) this.#ended = this.#fenced();
      else if (unsafe !== null) this.#ended = notReplicated(unsafe);
      else if (answer.warning === null) this.#renewedMs = sentMs;
    } catch (error) {
      // Ends like an append that is refused, or finds no primary for that long: an idle leader would not notice
      // otherwise.
      if (!mayPass(error) || this.#patience.isOver()) this.#ended = writeFailure(error);
    }
    if (this.#renewedMs > beforeMs) this.#tellRenewed();
  }

  #tellRenewed(): void {
    for (const hear of this.#hearers) hear();
  }

  /** Reason why the commit may not be on a standby; null if it is. */
  #doubtOf({ rows, count, warning }: Answer): string | null {
    return warning ?? (count === 0 ? null : whyUnsafe(rows[0], this.#options.isTest));
  }

  #fenced(): JournalFenced {
    return new JournalFenced(`another process has taken over the journal: epoch ${this.epoch} is over`);
  }
}

/** Records that are appended together, and the span of the journal that they cover. */
interface Run extends Pick<JournalRecord, 'firstSequence' | 'lastSequence' | 'previousHash' | 'hash'> {
  readonly records: readonly JournalRecord[];
}

function runOf(records: readonly JournalRecord[]): Run {
  const [first, last] = [records[0], records.at(-1)];
  if (first === undefined || last === undefined) throw new Error('nothing is to be appended');
  const { firstSequence, previousHash } = first;
  const { lastSequence, hash } = last;
  return { firstSequence, lastSequence, previousHash, hash, records };
}

function sendRun(session: Session, epoch: number, run: Run): Promise<Answer> {
  const { firstSequence, lastSequence, previousHash, hash, records } = run;
  const move = [epoch, firstSequence, lastSequence, previousHash, hash];
  const rows = records.map(columnsOf);
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) return session.run(APPEND, [...move, ...only.slice(-2)], 'append');
  const columns = only?.map((_, column) => rows.map((row) => row[column])) ?? [];
  return session.run(APPEND_ALL, [...move, ...columns], 'append all');
}

function columnsOf({ firstSequence, lastSequence, previousHash, hash, payload }: JournalRecord): readonly unknown[] {
  const isText = typeof payload === 'string';
  const bytes = isText
    ? Buffer.from(payload, 'utf8')
    : Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  return [firstSequence, lastSequence, previousHash, hash, isText, bytes];
}

/** True if a later attempt may succeed; a database that could lose a commit may be replaced by another one in a moment. */
const mayPass = (error: unknown): boolean => isPassing(error) || error instanceof UnsafeDatabase;

function notReplicated(warning: string): JournalWriteFailure {
  return new JournalWriteFailure(`the journal was written and may not be replicated: ${warning}`);
}

function writeFailure(error: unknown): JournalWriteFailure {
  return new JournalWriteFailure(`the journal could not be written: ${wordsOf(error)}`, { cause: error });
}
