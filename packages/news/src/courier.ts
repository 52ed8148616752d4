/**
 * Sends what is due in the outbox, a few messages at once and one to a target, so that a receiver that never answers
 * holds up nobody else.
 */
import type { Cancel, Runtime } from '@bellwether/ports/runtime.ts';
import { type Delivery, nextAttemptMs, nextDue, type Outcome, settle } from './outbox.ts';
import type { NewsStore } from './tables.ts';

/** Messages under way at once; one to a target, so that they arrive in order where none fails. */
const SENDING_MAX = 16;

/** Longest pause between two looks at messages that wait: the clock may leap. */
const WAIT_MS_MAX = 3_600_000;

/** Sends to one target, whose way is cut off. It never rejects for reasons that the receiver has. */
export type Send = (receiver: string, delivery: Delivery) => Promise<Outcome>;

interface CourierOptions {
  readonly store: NewsStore;
  readonly runtime: Runtime;
  /** Ways of sending by the word before the colon of a target. */
  readonly ways: Readonly<Record<string, Send>>;
  /** True while this node may send. */
  readonly leads: () => boolean;
  readonly warn: (problem: string) => void;
}

export class Courier {
  readonly #options: CourierOptions;
  /** Messages under way, by target. */
  readonly #sending = new Map<string, Promise<void>>();
  #looking: Promise<void> = Promise.resolve();
  #cancel: Cancel = () => undefined;
  #isClosed = false;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** Begins to send what is due. Resolves when it was looked. */
  look(): Promise<void> {
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error: unknown) => this.#options.warn(`news: ${String(error)}`));
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { leads, runtime, store } = this.#options;
    this.#cancel();
    while (!this.#isClosed && leads() && this.#sending.size < SENDING_MAX) {
      const delivery = await nextDue(store.db, runtime.clock.wallMs(), [...this.#sending.keys()]);
      if (delivery === undefined) return this.#wait();
      this.#begin(delivery);
    }
  }

  /** Looks again when the next message is due. Each end of an attempt looks by itself. */
  async #wait(): Promise<void> {
    const { runtime, store } = this.#options;
    const nextMs = await nextAttemptMs(store.db);
    const inMs = (nextMs ?? 0) - runtime.clock.wallMs();
    if (inMs > 0) this.#cancel = runtime.timers.after(Math.min(inMs, WAIT_MS_MAX), () => void this.look());
  }

  #begin(delivery: Delivery): void {
    const { target } = delivery;
    const sent = this.#send(delivery)
      .catch((error: unknown) => this.#options.warn(`news: ${String(error)}`))
      .finally(() => {
        this.#sending.delete(target);
        void this.look();
      });
    this.#sending.set(target, sent);
  }

  async #send(delivery: Delivery): Promise<void> {
    const { runtime, store, ways } = this.#options;
    const [way = '', receiver = ''] = delivery.target.split(/:(.*)/s);
    const send = ways[way];
    const outcome: Outcome =
      send === undefined
        ? { kind: 'failed', error: `this version cannot send to ${way}` }
        : await send(receiver, delivery).catch((error: unknown) => ({ kind: 'failed', error: String(error) }));
    await settle(store.db, delivery, outcome, runtime.clock.wallMs(), runtime.random);
  }

  /** Resolves when nothing is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#looking;
    await Promise.all(this.#sending.values());
  }
}
