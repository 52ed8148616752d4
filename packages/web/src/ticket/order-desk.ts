/**
 * Takes one order at a time from the click to the venue's answer, and outlives the component that shows it. An order
 * without an answer is sent again, the same bytes, and is kept for the tab, so that not even a reload signs a second one.
 */
import { isApiError, isOutcomeUnknown, type OrderAnswer, type OrderInput, type SignedPlacement } from '@bellwether/sdk';
import {
  IDLE,
  type Intent,
  type IntentEvent,
  type IntentState,
  isUnderWay,
  nextState,
  type Outcome,
  type Refusal,
} from './order-intent.ts';

/** What the desk does with the world. */
export interface DeskPorts {
  readonly sign: (order: OrderInput) => Promise<SignedPlacement>;
  /** The same placement any number of times. */
  readonly place: (placement: SignedPlacement) => Promise<OrderAnswer>;
  /** What the venue has under that id; null for nothing. */
  readonly find: (orderId: string) => Promise<Outcome | null>;
  readonly refusalOf: (error: unknown) => Refusal;
  readonly nowMs: () => number;
  /** Resolves after a time, or sooner when there is a reason to look again. */
  readonly pause: (ms: number) => Promise<void>;
  /** Keeps an order whose answer is open; null when there is none any more. */
  readonly keep: (open: OpenOrder | null) => void;
  readonly kept: () => OpenOrder | null;
}

/** A signed order without an answer. */
export interface OpenOrder {
  readonly intent: Intent;
  readonly placement: SignedPlacement;
}

/** Longer than this after it was signed an order is only asked for: no one wants it at the prices of then any more. */
export const RESEND_FOR_MS = 120_000;
const PAUSE_MS_MIN = 1_000;
const PAUSE_MS_MAX = 15_000;

export class OrderDesk {
  readonly #ports: DeskPorts;
  readonly #watchers = new Set<() => void>();
  #state: IntentState = IDLE;

  constructor(ports: DeskPorts) {
    this.#ports = ports;
    const open = ports.kept();
    if (open === null) return;
    this.#go({ kind: 'resume', ...open });
    void this.#settle(open.placement);
  }

  get state(): IntentState {
    return this.#state;
  }

  /** How many are told what becomes of the order. */
  get watcherCount(): number {
    return this.#watchers.size;
  }

  watch(callback: () => void): () => void {
    this.#watchers.add(callback);
    return () => this.#watchers.delete(callback);
  }

  /** Signs and places an order. False when another one is still under way: nothing happens then. */
  submit(intent: Intent): boolean {
    if (isUnderWay(this.#state)) return false;
    this.#go({ kind: 'submit', intent });
    void this.#run(intent);
    return true;
  }

  /** Puts the result away. */
  dismiss(): void {
    this.#go({ kind: 'dismiss' });
  }

  async #run(intent: Intent): Promise<void> {
    let placement: SignedPlacement;
    try {
      placement = await this.#ports.sign(intent.order);
    } catch (error) {
      return this.#go({ kind: 'refused', refusal: this.#ports.refusalOf(error) });
    }
    this.#ports.keep({ intent, placement });
    this.#go({ kind: 'signed', placement });
    await this.#settle(placement);
  }

  /** Until the venue has said what became of the order. */
  async #settle(placement: SignedPlacement): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const event = await this.#ask(placement);
      if (event.kind !== 'unanswered') {
        this.#ports.keep(null);
        return this.#go(event);
      }
      this.#go(event);
      await this.#ports.pause(Math.min(PAUSE_MS_MIN * 2 ** (tries - 1), PAUSE_MS_MAX));
    }
  }

  async #ask(placement: SignedPlacement): Promise<IntentEvent> {
    const { find, nowMs, place, refusalOf } = this.#ports;
    try {
      if (nowMs() - Number(placement.body.order.timestamp) < RESEND_FOR_MS)
        return { kind: 'answered', outcome: outcomeOf(await place(placement)) };
      const outcome = await find(placement.orderId);
      return outcome === null ? { kind: 'absent' } : { kind: 'answered', outcome };
    } catch (error) {
      return isOpen(error) ? { kind: 'unanswered' } : { kind: 'refused', refusal: refusalOf(error) };
    }
  }

  #go(event: IntentEvent): void {
    this.#state = nextState(this.#state, event);
    for (const callback of this.#watchers) callback();
  }
}

/** True when no one knows whether the order took effect, or the venue could not say. */
function isOpen(error: unknown): boolean {
  if (isOutcomeUnknown(error)) return true;
  if (isApiError(error, 'mode_disabled', 'mode_cancel_only', 'post_only_mode')) return false;
  return isApiError(error) && (error.status >= 500 || error.status === 408);
}

function outcomeOf({ orderID, status, makingAmount, takingAmount, fee = '0' }: OrderAnswer): Outcome {
  return { status: status === 'live' ? 'live' : 'done', orderId: orderID, given: makingAmount, got: takingAmount, fee };
}
