/**
 * The gateways as the exchange has them: each is told the outcomes of its own commands, and all find every record. Where they
 * share memory, records are there, and one that has nothing to answer and no clients that wait is told of them a while
 * later, many at a time: waking its thread costs more than folding a dozen entries. It may look for itself before.
 */
import type { JournalRecord } from '../ports/journal.ts';
import type { Cancel, Channel, Timers } from '../ports/runtime.ts';
import type { RecordsWriter } from '../ports/shared-records.ts';
import type { SequencedOutcome } from '../sequencer/batch.ts';
import type { QueuedCommand } from '../sequencer/command-queue.ts';
import { TELL_RECORDS_MS, UNREAD_BYTES_MAX } from './limits.ts';
import type { FromExchange, ToExchange } from './messages.ts';

/** Gateways of other nodes: each of them gets every record, and the outcomes of its own commands. */
export interface FurtherGateways {
  /** The memory is the caller's again when this returns. */
  release(record: JournalRecord | null, chain: Uint8Array, outcomes: readonly SequencedOutcome[]): void;
}

export class GatewayChannels {
  readonly #channels: readonly Channel<FromExchange, ToExchange>[];
  readonly #records: RecordsWriter | null;
  readonly #timers: Timers;
  /** Of this process, and those of other nodes as one. */
  readonly #count: number;
  /** The last entry that was released, and the last that each has been told of. */
  #sequence: number;
  readonly #told: number[];
  #further: FurtherGateways | null = null;
  #stopTelling: Cancel | null = null;

  /**
   * `records` is null where every record goes as a message. `sequence`: the entry at which all are. `hasNodes`: there may be
   * other nodes, whose gateways come last.
   */
  constructor(
    channels: readonly Channel<FromExchange, ToExchange>[],
    records: RecordsWriter | null,
    timers: Timers,
    sequence: number,
    hasNodes = false,
  ) {
    this.#count = channels.length + (hasNodes ? 1 : 0);
    this.#channels = channels;
    this.#records = records;
    this.#timers = timers;
    this.#sequence = sequence;
    this.#told = channels.map(() => sequence);
  }

  /** The last entry that was released. */
  get sequence(): number {
    return this.#sequence;
  }

  /** From now on those of other nodes are told, too. */
  join(further: FurtherGateways): void {
    this.#further = further;
  }

  /** What a gateway has numbered `id`, as one number among those of all gateways. */
  numberOf(gateway: number, id: number): number {
    return id * this.#count + gateway;
  }

  gatewayOf(number: number): number {
    return number % this.#count;
  }

  /** What that gateway has numbered it. */
  idOf(number: number): number {
    return Math.floor(number / this.#count);
  }

  /** Commands as the exchange knows them. */
  numbered({ firstId, lines }: Extract<ToExchange, { readonly kind: 'commands' }>, gateway: number): QueuedCommand[] {
    return lines.split('\n').map((json, index) => ({ id: this.numberOf(gateway, firstId + index), json }));
  }

  /** Gateways of this process. */
  get own(): number {
    return this.#channels.length;
  }

  tell(gateway: number, message: FromExchange): void {
    this.#channels[gateway]?.send(message);
  }

  tellAll(message: FromExchange): void {
    for (const channel of this.#channels) channel.send(message);
  }

  /** `chain` has the chain values of the record's entries; the memory of both goes to the first gateway. */
  release(record: JournalRecord | null, chain: Uint8Array<ArrayBuffer>, outcomes: readonly SequencedOutcome[]): void {
    const byGateway = this.#byGateway(outcomes);
    // Before the memory goes.
    this.#further?.release(record, chain, byGateway[this.#channels.length] ?? []);
    const isShared = record !== null && this.#records?.write({ record, chain }) === true;
    if (record !== null) this.#sequence = record.lastSequence;
    // The first one last: the others get copies.
    for (let gateway = this.#channels.length - 1; gateway >= 0; gateway--) {
      const own = byGateway[gateway] ?? [];
      if (record !== null && !isShared) this.#send(gateway, record, chain, own);
      else if (own.length > 0) this.#send(gateway, null, NO_CHAIN, own);
      else if (record !== null) this.#tellInTime(gateway);
    }
  }

  stop(): void {
    this.#stopTelling?.();
  }

  /** Each with the id that its gateway gave it. */
  #byGateway(outcomes: readonly SequencedOutcome[]): readonly (readonly SequencedOutcome[])[] {
    if (this.#count === 1) return [outcomes];
    const byGateway = Array.from({ length: this.#count }, (): SequencedOutcome[] => []);
    for (const outcome of outcomes) {
      byGateway[this.gatewayOf(outcome.id)]?.push({ ...outcome, id: this.idOf(outcome.id) });
    }
    return byGateway;
  }

  #send(
    gateway: number,
    record: JournalRecord | null,
    chain: Uint8Array<ArrayBuffer>,
    outcomes: readonly SequencedOutcome[],
  ): void {
    const memory =
      gateway > 0 || record === null || typeof record.payload === 'string' ? [] : [record.payload.buffer, chain.buffer];
    const upTo = this.#sequence;
    this.#told[gateway] = upTo;
    const message: FromExchange = { kind: 'batch', record, chain, outcomes: textOf(outcomes), upTo };
    this.#channels[gateway]?.send(message, memory as ArrayBuffer[]);
  }

  #tellInTime(gateway: number): void {
    const { isLive, unread } = this.#records as RecordsWriter;
    if (isLive(gateway) || unread(gateway) > UNREAD_BYTES_MAX) return this.#tell(gateway);
    this.#stopTelling ??= this.#timers.after(TELL_RECORDS_MS, () => {
      this.#stopTelling = null;
      for (const [each, told] of this.#told.entries()) if (told < this.#sequence) this.#tell(each);
    });
  }

  #tell(gateway: number): void {
    const upTo = this.#sequence;
    this.#told[gateway] = upTo;
    this.#channels[gateway]?.send({ kind: 'records', upTo });
  }
}

const NO_CHAIN = new Uint8Array(0);

/** All gateways are told of a record, and most have no outcome of it. */
const textOf = (outcomes: readonly SequencedOutcome[]): string =>
  outcomes.length === 0 ? '[]' : JSON.stringify(outcomes);
