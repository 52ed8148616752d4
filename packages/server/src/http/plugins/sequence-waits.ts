/**
 * Requests that wait until this node shows an entry. They cost no work until an entry arrives, and their number is
 * bounded: a sequence that never arrives takes up a slot and a timer.
 */
import { ExchangeUnavailable } from '../../ports/exchange.ts';
import type { Timers } from '../../ports/runtime.ts';
import type { ObservableView } from '../../ports/venue-view.ts';

/** Longest wait. A following node lags by milliseconds; a node that has just been cut off never catches up. */
export const WAIT_MS_MAX = 5_000;
/** Maximum waiting requests: of one address, and of all. */
export const WAITING_PER_ADDRESS_MAX = 32;
export const WAITING_MAX = 1_024;

/** Called once, with an error if the entry did not arrive in time or if too many requests already wait. */
export type WaitOver = (error?: Error) => void;

interface Wait {
  readonly sequence: number;
  readonly over: WaitOver;
}

export class SequenceWaits {
  readonly #timers: Timers;
  readonly #waits = new Set<Wait>();
  readonly #byAddress = new Map<string, number>();

  constructor(view: ObservableView, timers: Timers) {
    this.#timers = timers;
    view.observe({ published: (_entries, { sequence }) => this.#reached(sequence) });
  }

  /**
   * Waits for an entry that the view does not show yet. Returns a function that gives up the slot; that calls `over` as
   * well.
   */
  until(sequence: number, address: string, over: WaitOver): () => void {
    const waiting = this.#byAddress.get(address) ?? 0;
    if (waiting >= WAITING_PER_ADDRESS_MAX || this.#waits.size >= WAITING_MAX) {
      over(new ExchangeUnavailable('too many requests already wait for entries that this node does not have yet'));
      return () => undefined;
    }
    const cancel = this.#timers.after(WAIT_MS_MAX, () =>
      wait.over(new ExchangeUnavailable(`this node is not at entry ${sequence} yet`)),
    );
    const wait: Wait = {
      sequence,
      over: (error) => {
        cancel();
        this.#waits.delete(wait);
        this.#left(address);
        over(error);
      },
    };
    this.#waits.add(wait);
    this.#byAddress.set(address, waiting + 1);
    return () => {
      if (this.#waits.has(wait)) wait.over(new ExchangeUnavailable('no one waits for it any more'));
    };
  }

  /** Runs inside the fold, which has other observers; the requests continue after the fold. */
  #reached(sequence: number): void {
    const reached = [...this.#waits].filter((wait) => wait.sequence <= sequence);
    if (reached.length === 0) return;
    this.#timers.soon(() => {
      for (const wait of reached) if (this.#waits.has(wait)) wait.over();
    });
  }

  #left(address: string): void {
    const waiting = (this.#byAddress.get(address) ?? 0) - 1;
    if (waiting > 0) this.#byAddress.set(address, waiting);
    else this.#byAddress.delete(address);
  }
}
