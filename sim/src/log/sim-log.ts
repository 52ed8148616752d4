/**
 * A log of the simulated world as one process has it open: the contract of `ports/log.ts` over a disk that is slow,
 * fails, does not answer, or already belongs to another writer. The disk acts like a database server such as
 * PostgreSQL: it works between the call and the answer, and either can be lost.
 */
import { JournalFenced, type JournalHead, type JournalRecord, JournalWriteFailure } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { AppendOutcome, Log, LogRecords } from '@bellwether/ports/log.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import type { HostedNode } from '../venue/hosted.ts';
import type { World } from '../world.ts';
import { copyOf, diskReader, type LogDisk, type ReadService } from './log-disk.ts';

export type AppendPlan = {
  /** Delays until the disk has the bytes, from then until they are synced, and from then until the answer arrives. */
  readonly writeMs: number;
  readonly syncMs: number;
  readonly answerMs: number;
  readonly end: 'durable' | 'failed' | 'unknown_there' | 'unknown_lost' | 'sync_cancelled' | 'sync_cancelled_lost';
};

/** Service quality of the disk for one process. */
export interface DiskService extends ReadService {
  append(record: JournalRecord): AppendPlan;
  fenced(): void;
}

export class SimLog implements Log {
  readonly kind: JournalKind;
  readonly epoch: number;
  readonly #disk: LogDisk;
  readonly #process: SimProcess;
  readonly #node: number;
  readonly #service: DiskService;
  readonly #reader: LogRecords;
  #hasEnded = false;
  /** True after an append with an outcome that even the log does not know. */
  #isBlind = false;

  /** `keepsUnsynced`: true if data that a dead writer left unsynced has reached the disk. */
  constructor(
    disk: LogDisk,
    process: SimProcess,
    node: number,
    service: DiskService,
    keepsUnsynced = true,
    kind: JournalKind = 'venue',
  ) {
    this.kind = kind;
    this.#disk = disk;
    this.#process = process;
    this.#node = node;
    this.#service = service;
    this.#reader = diskReader(disk, process, service);
    this.epoch = disk.raiseEpoch(node, keepsUnsynced, kind);
  }

  async head(): Promise<JournalHead> {
    await this.#process.passed(this.#service.readMs());
    if (this.#isBlind) throw new JournalWriteFailure('not even the log knows whether its last record is durable');
    return this.#disk.head;
  }

  async append(record: JournalRecord): Promise<AppendOutcome> {
    if (this.#hasEnded) return { kind: 'failed', error: new JournalWriteFailure('an earlier append was the last') };
    this.#hasEnded = true;
    // Copied now, because the caller may reuse its memory.
    const outcome = await this.#append(copyOf(record), this.#service.append(record));
    if (outcome.kind === 'durable') this.#hasEnded = false;
    return outcome;
  }

  /** The record whose answer was lost is known to be durable: appends go on, as a `PostgresLog` lets them. */
  goOn(): void {
    this.#hasEnded = false;
  }

  read(from: number): ReturnType<LogRecords['read']> {
    return this.#reader.read(from);
  }

  follow(from: number, signal: AbortSignal): AsyncIterable<readonly JournalRecord[]> {
    return this.#disk.tail.follow(this, from, signal);
  }

  close(): Promise<void> {
    this.#hasEnded = true;
    return Promise.resolve();
  }

  async #append(record: JournalRecord, { writeMs, syncMs, answerMs, end }: AppendPlan): Promise<AppendOutcome> {
    await this.#process.passed(writeMs);
    if (end === 'failed') return this.#answer(answerMs, FAILED);
    if (end === 'unknown_lost') return this.#answer(answerMs, unknown('the answer was lost'));
    if (end === 'sync_cancelled_lost') return this.#answer(answerMs, this.#cancelled());
    if (this.#disk.epoch !== this.epoch || !this.#disk.continues(record))
      return this.#answer(answerMs, this.#fenced(record));
    this.#disk.write({ record, epoch: this.epoch, node: this.#node });
    await this.#process.passed(syncMs);
    if (this.#disk.epoch === this.epoch) this.#disk.sync();
    // Another writer has opened the disk and kept or cut the record. If it cut the record, other records have taken its
    // place.
    else if (!this.#disk.holds(record)) return this.#answer(answerMs, this.#fenced(record));
    if (end === 'sync_cancelled') return this.#answer(answerMs, this.#cancelled());
    return this.#answer(answerMs, end === 'unknown_there' ? unknown('the answer was lost') : { kind: 'durable' });
  }

  #cancelled(): AppendOutcome {
    this.#isBlind = true;
    return unknown('waiting for the sync was cancelled');
  }

  #fenced(record: JournalRecord): AppendOutcome {
    this.#service.fenced();
    const { sequence } = this.#disk.head;
    return {
      kind: 'fenced',
      error: new JournalFenced(
        `the journal ends at entry ${sequence} of epoch ${this.#disk.epoch}, not before ${record.firstSequence} of ${this.epoch}`,
      ),
    };
  }

  async #answer(ms: number, outcome: AppendOutcome): Promise<AppendOutcome> {
    await this.#process.passed(ms);
    return outcome;
  }
}

const FAILED: AppendOutcome = { kind: 'failed', error: new JournalWriteFailure('the append failed') };

const unknown = (message: string): AppendOutcome => ({ kind: 'unknown', error: new JournalWriteFailure(message) });

const ENDS = [
  ['append_failed', 'failed'],
  ['append_unknown_there', 'unknown_there'],
  ['append_unknown_lost', 'unknown_lost'],
  ['sync_cancelled', 'sync_cancelled'],
] as const;

/** Share of the pieces that take longer to read, and the maximum delay. */
const SLOW_READS = 0.03;
const SLOW_READ_MS_MAX = 1_000;

export function diskServiceOf(world: World, node: HostedNode): DiskService {
  const dice = world.dice.fork(`disk of ${node.index}`);
  const { faults } = world;
  return {
    append(record): AppendPlan {
      const what = `node ${node.index} ${record.firstSequence}..${record.lastSequence}`;
      let [writeMs, syncMs, answerMs] = [dice.fraction() * 0.2, 0.2 + dice.fraction(), dice.fraction() * 0.2];
      if (faults.happens('append_slow', what)) {
        const slow = faults.dice('append_slow');
        const ms = slow.fraction() * 5_000;
        if (slow.chance(0.3)) writeMs += ms;
        else if (slow.chance(0.5)) syncMs += ms;
        else answerMs += ms;
      }
      for (const [fault, end] of ENDS) {
        if (!faults.happens(fault, what)) continue;
        node.doomed ??= fault;
        world.count(`append ${end}`);
        const isLost = end === 'sync_cancelled' && faults.dice(fault).chance(0.5);
        if (isLost) world.count(`append ${end}_lost`);
        return { writeMs, syncMs, answerMs, end: isLost ? `${end}_lost` : end };
      }
      if (faults.happens('torn_record', what)) {
        world.scheduler.at(world.nowMs + writeMs, () => world.tearRecord(node));
        return { writeMs: writeMs + 1, syncMs, answerMs, end: 'durable' };
      }
      return { writeMs, syncMs, answerMs, end: 'durable' };
    },
    fenced: () => world.count('append fenced'),
    readMs(): number {
      const isSlow = dice.chance(SLOW_READS);
      const share = dice.fraction();
      // Slow reads end with the faults: the checks of a calm venue expect a calm disk.
      return isSlow && !faults.areOver ? share * SLOW_READ_MS_MAX : 0.1 + share;
    },
    damaged(count) {
      if (count === 0 || !faults.happens('damaged_read', `node ${node.index}`)) return null;
      // A reader of the record must notice the damage; a dead one cannot.
      node.doomed ??= 'damaged_read';
      // Favours the last record: with no successor, only its own content reveals the damage.
      const damage = faults.dice('damaged_read');
      return damage.chance(0.5) ? count - 1 : damage.below(count);
    },
  };
}
