/**
 * Reads at the far end of a channel: one read-only connection to the read store, one read at a time, answers as
 * finished JSON bytes. It never writes and keeps nothing between reads.
 */
import { dirname } from 'node:path';
import { JOURNALED_ENTRY } from '@bellwether/ports/history.ts';
import type { Channel, Clock, Runtime } from '@bellwether/ports/runtime.ts';
import { isStoreDamage, openStoreReader } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '@bellwether/read-model/adapters/store-sqlite/sqlite-dialect.ts';
import type { Database, ReadStore } from '@bellwether/read-model/database.ts';
import { bodyOf, piecesOf, type Read } from '@bellwether/read-model/read.ts';
import { createReads } from '@bellwether/read-model/registry.ts';
import { runRead } from '@bellwether/read-model/run-read.ts';
import { Kysely } from 'kysely';
import { READS_PACE } from '../limits.ts';
import { journaledEntryRead } from './journaled-entry.ts';
import { pack } from './pack.ts';
import type { ReaderWorkerData, ReadReply, ReadRequest } from './reader-messages.ts';
import { Traffic } from './traffic.ts';

interface ReadServiceOptions extends ReaderWorkerData {
  readonly channel: Channel<ReadReply, ReadRequest | 'stop'>;
  readonly runtime: Runtime;
}

export class ReadService {
  readonly #channel: Channel<ReadReply, ReadRequest | 'stop'>;
  readonly #store: ReturnType<typeof openStoreReader>;
  readonly #database: ReadStore;
  readonly #reads: ReadonlyMap<string, Read<unknown>>;
  readonly #yielder: CoreYielder;
  readonly #budget: CpuBudget;
  readonly #encoder = new TextEncoder();
  /** Reads are answered in the order of requests: the queries share one connection. */
  #previous: Promise<void> = Promise.resolve();

  constructor({ storeFile, database, cpuMsMax, traffic, channel, runtime }: ReadServiceOptions) {
    this.#channel = channel;
    this.#store = openStoreReader(storeFile);
    this.#yielder = new CoreYielder(runtime.clock, new Traffic(runtime.clock, traffic));
    this.#budget = new CpuBudget(cpuMsMax);
    const dialect = createSqliteDialect(this.#store, () => this.#betweenSteps());
    this.#database = new Kysely<Database>({ dialect });
    this.#reads = new Map([
      ...createReads(),
      [JOURNALED_ENTRY, journaledEntryRead({ dataDir: dirname(storeFile), database }, runtime)],
    ]);
  }

  /** Answers requests until it is told to stop. */
  start(): void {
    this.#channel.receive((request) => {
      this.#previous = this.#previous.then(() => (request === 'stop' ? this.#stop() : this.#reply(request)));
    });
  }

  #stop(): void {
    this.#store.close();
    this.#channel.close();
  }

  async #reply(request: ReadRequest): Promise<void> {
    const reply = await this.#answer(request);
    this.#channel.send(reply, reply.kind === 'answer' ? [reply.body.buffer as ArrayBuffer] : []);
  }

  async #answer({ id, name, parameters, encoding, publicWords }: ReadRequest): Promise<ReadReply> {
    const read = this.#reads.get(name);
    if (read === undefined) return { kind: 'failed', id, message: `no read is called ${name}` };
    this.#budget.begin();
    this.#yielder.begin();
    try {
      const result = await runRead(read, this.#database, parameters);
      if (result === null) return { kind: 'missing', id };
      const packed = pack(this.#bytesOf(read, result.value, publicWords), encoding);
      return { kind: 'answer', id, ...packed, headers: result.headers, cpuMs: this.#budget.spentMs() };
    } catch (error) {
      if (isStoreDamage(error)) return { kind: 'damaged', id, message: String(error) };
      if (error instanceof CpuSpent) return { kind: 'stopped', id, cpuMs: this.#budget.spentMs() };
      return { kind: 'failed', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }

  #bytesOf(read: Read<unknown>, value: unknown, publicWords: boolean): Uint8Array<ArrayBuffer> {
    if (read.pieces === undefined) return this.#encoder.encode(bodyOf(read, value, publicWords));
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (const text of piecesOf(read.pieces(value), publicWords)) {
      const piece = this.#encoder.encode(text);
      pieces.push(piece);
      length += piece.length;
      this.#betweenSteps();
    }
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
      // Memory that is touched for the first time costs as much as the writing itself.
      this.#betweenSteps();
    }
    return bytes;
  }

  /** Runs after a few rows of a query, and after each piece of an answer. */
  #betweenSteps(): void {
    this.#yielder.rest();
    this.#budget.check();
  }
}

/**
 * Makes a thread with a long job leave its core again and again. A low priority is not enough: a scheduler lets a
 * running thread finish its time slice, some milliseconds, while an order on its way through five threads waits. So
 * while orders come, a read rests after every piece of work, and no order but the first waits longer than one piece.
 */
class CoreYielder {
  readonly #clock: Clock;
  readonly #traffic: Traffic;
  readonly #never = new Int32Array(new SharedArrayBuffer(4));
  #restedAt = 0;

  constructor(clock: Clock, traffic: Traffic) {
    this.#clock = clock;
    this.#traffic = traffic;
  }

  /** Starts a job: the thread was idle before. */
  begin(): void {
    this.#restedAt = this.#clock.monotonicMs();
  }

  /** Called between pieces of work of less than a millisecond each. */
  rest(): void {
    if (this.#clock.monotonicMs() - this.#restedAt < READS_PACE.workMs || this.#traffic.isQuiet()) return;
    // Never woken: this makes the thread sleep.
    Atomics.wait(this.#never, 0, 0, READS_PACE.restMs);
    this.#restedAt = this.#clock.monotonicMs();
  }
}

/** Thrown when the budget is used up. */
class CpuSpent extends Error {}

/** CPU limit of one read. SQLite runs a statement to its end, so it is checked between statements. */
class CpuBudget {
  readonly #mostMs: number;
  #begunMs = 0;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  begin(): void {
    this.#begunMs = threadCpuMs();
  }

  /** CPU milliseconds since the start of the read. */
  spentMs(): number {
    return threadCpuMs() - this.#begunMs;
  }

  /** Throws `CpuSpent` when the read has used more than allowed. */
  check(): void {
    if (this.spentMs() > this.#mostMs) throw new CpuSpent('the CPU for this read is spent');
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
