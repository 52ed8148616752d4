/**
 * Takes one order at a time from the click to the venue's answer, independent of any component. An order without an
 * answer is resent byte for byte. It is kept in the tab's storage, so that not even a reload signs a second order.
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

/** The desk's effects on the outside world. */
export interface DeskPorts {
  readonly sign: (order: OrderInput) => Promise<SignedPlacement>;
  /** Sends a placement; safe to repeat with the same placement. */
  readonly place: (placement: SignedPlacement) => Promise<OrderAnswer>;
  /** Looks up an order at the venue; null if it does not exist. */
  readonly find: (orderId: string) => Promise<Outcome | null>;
  readonly refusalOf: (error: unknown) => Refusal;
  readonly nowMs: () => number;
  /** Resolves after `ms`, or earlier if another attempt is worthwhile. */
  readonly pause: (ms: number) => Promise<void>;
  /** Saves an unanswered order; null deletes it. */
  readonly keep: (open: OpenOrder | null) => void;
  readonly kept: () => OpenOrder | null;
}

export interface OpenOrder {
  readonly intent: Intent;
  readonly placement: SignedPlacement;
}

/** Milliseconds in which an order is resent. Later its prices may be unwanted: it is only looked up. */
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

  get watcherCount(): number {
    return this.#watchers.size;
  }

  watch(callback: () => void): () => void {
    this.#watchers.add(callback);
    return () => this.#watchers.delete(callback);
  }

  /** Signs and places an order. Returns false, without any effect, while another order is in flight. */
  submit(intent: Intent): boolean {
    if (isUnderWay(this.#state)) return false;
    this.#go({ kind: 'submit', intent });
    void this.#run(intent);
    return true;
  }

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

  /** Repeats until the venue has decided the order's outcome. */
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

/** True if the order's outcome is unknown, or the venue could not answer. */
function isOpen(error: unknown): boolean {
  if (isOutcomeUnknown(error)) return true;
  if (isApiError(error, 'mode_disabled', 'mode_cancel_only', 'post_only_mode')) return false;
  return isApiError(error) && (error.status >= 500 || error.status === 408);
}

function outcomeOf({ orderID, status, makingAmount, takingAmount, fee = '0' }: OrderAnswer): Outcome {
  return { status: status === 'live' ? 'live' : 'done', orderId: orderID, given: makingAmount, got: takingAmount, fee };
}
