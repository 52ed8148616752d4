/**
 * The exchange as a part: takes commands as text, decodes and checks each, has the sequencer decide it, makes what it
 * caused durable, and only then lets go of it: to publish, and to answer. Commands that arrive while a batch is being
 * written are the next batch. It has no thread, socket or timer: its owner calls `pump` when something has arrived
 * or may have become due. What cannot be taken is refused as a value; an error that `pump` throws is the end of it.
 */
import { ExchangeUnavailable } from '../ports/exchange.ts';
import type { ReleasedBatch } from '../sequencer/batch.ts';
import type { QueuedCommand } from '../sequencer/command-queue.ts';
import { Sequencer, type SequencerOptions } from '../sequencer/sequencer.ts';

export interface HostOptions extends SequencerOptions {
  /** Submits what has arrived since; called before each batch. */
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

  /** Takes a command; it is answered through `release`, at once with `busy` when too many wait. */
  submit(command: QueuedCommand): void {
    try {
      this.#sequencer.enqueue(command);
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) throw error;
      this.#release({ ...NOTHING, outcomes: [{ id: command.id, kind: 'busy' }] });
    }
  }

  /** Clients can reach the venue from now on: keys armed in an earlier run get one fresh period. */
  open(): void {
    this.#sequencer.open();
  }

  /** Does all there is to do: what was submitted, and what has become due. One call at a time. */
  async pump(): Promise<void> {
    this.#gather();
    while (!this.#isStopping && this.#sequencer.hasWork()) {
      await this.#sequencer.step();
      this.#gather();
    }
  }

  /** A pump that is at work ends after its batch. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Does what was submitted before the stop. What else is due goes on at the next start. */
  finish(): Promise<void> {
    return this.#sequencer.drain();
  }
}

const NOTHING = { record: null, chain: new Uint8Array(0) } as const;
