/**
 * The exchange as a part: takes commands as text, decodes and checks each, has the sequencer decide it, and makes the
 * result durable. Only then is the result released: published and answered. Commands that arrive while a batch is being
 * written form the next batch. The exchange has no thread, socket or timer: its owner calls `pump` when something has
 * arrived or may be due. Commands that cannot be accepted are refused as values; an error thrown by `pump` is final.
 */
import { ExchangeUnavailable } from '../ports/exchange.ts';
import type { QueuedCommand, ReleasedBatch } from '../sequencer/batch.ts';
import { Sequencer, type SequencerOptions } from '../sequencer/sequencer.ts';

export interface HostOptions extends SequencerOptions {
  /** Submits the commands that have arrived meanwhile; called before each batch. */
  readonly gather?: () => void;
}

export class ExchangeHost {
  readonly #sequencer: Sequencer;
  readonly #release: (batch: ReleasedBatch) => void;
  readonly #gather: () => void;
  #isStopping = false;

  constructor({ gather = () => undefined, ...options }: HostOptions) {
    this.#sequencer = new Sequencer(options);
    this.#release = options.release;
    this.#gather = gather;
  }

  /** Takes a command. Its answer comes through `release`, at once with `busy` when too many wait. */
  submit(command: QueuedCommand): void {
    try {
      this.#sequencer.enqueue(command);
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) throw error;
      this.#release({ ...NOTHING, outcomes: [{ id: command.id, kind: 'busy' }] });
    }
  }

  /** Declares the venue open to clients: keys armed in an earlier run get one fresh period. */
  open(): void {
    this.#sequencer.open();
  }

  /** Does all pending work: submitted commands, and timers that are due. One call at a time. */
  async pump(): Promise<void> {
    this.#gather();
    while (!this.#isStopping && this.#sequencer.hasWork()) {
      await this.#sequencer.step();
      this.#gather();
    }
  }

  /** Makes a running pump end after its batch. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Finishes commands submitted before the stop. Other due work goes on at the next start. */
  finish(): Promise<void> {
    return this.#sequencer.drain();
  }
}

const NOTHING = { record: null, chain: new Uint8Array(0) } as const;
