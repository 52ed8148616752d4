/**
 * Memory of refused orders, so that this gateway can explain them: a refusal leaves no trace in the journal. It is
 * bounded by count and bytes; the oldest are dropped first, and all are lost with the process. Each refusal belongs to
 * the account that sent the order, even if another account signed it.
 */
import { type AccountId, ASK, BID, type State } from '@bellwether/engine';
import type { RefusedOrder, RefusedTerms } from '@bellwether/read-model/orders/answer/explained/refused.ts';
import type { Failure } from '@bellwether/wire/failure.ts';

/** Maximum refusals kept for one account, and for all; an account over its maximum loses its own oldest. */
export const REFUSALS_PER_ACCOUNT_MAX = 100;
export const REFUSALS_MAX = 10_000;
/** Maximum refusals reported for one order. */
export const REFUSALS_TOLD_MAX = 10;
/** Approximate maximum of characters kept. */
export const REFUSAL_CHARACTERS_MAX = 8 * 1024 * 1024;

interface Kept {
  readonly account: AccountId;
  readonly orderId: string;
  /** The refusal as JSON: small, and of known size. */
  readonly text: string;
}

export class RefusedOrders {
  /** Refusals by the number of their note, oldest first. */
  readonly #kept = new Map<number, Kept>();
  readonly #byAccount = new Map<AccountId, number[]>();
  readonly #clock: () => number;
  #next = 0;
  #characters = 0;

  /** `clock`: Unix milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Records that an order was refused, with the best prices of the book in `state`. */
  note(account: AccountId, orderId: string, terms: RefusedTerms, failure: Failure, state: Readonly<State>): void {
    const text = JSON.stringify(this.#refusedOrder(terms, failure, state));
    const number = this.#next++;
    this.#kept.set(number, { account, orderId, text });
    this.#characters += text.length;
    const own = this.#byAccount.get(account) ?? [];
    own.push(number);
    this.#byAccount.set(account, own);
    const [oldest] = own;
    if (own.length > REFUSALS_PER_ACCOUNT_MAX && oldest !== undefined) this.#forget(oldest);
    for (const first of this.#kept.keys()) {
      if (this.#kept.size <= REFUSALS_MAX && this.#characters <= REFUSAL_CHARACTERS_MAX) break;
      this.#forget(first);
    }
  }

  /**
   * The latest refusals of one order of an account, oldest first. With null for the account, all kept refusals are
   * searched.
   */
  find(account: AccountId | null, orderId: string): RefusedOrder[] {
    const found: RefusedOrder[] = [];
    for (const number of account === null ? this.#kept.keys() : (this.#byAccount.get(account) ?? [])) {
      const kept = this.#kept.get(number);
      if (kept?.orderId === orderId) found.push(JSON.parse(kept.text) as RefusedOrder);
    }
    return found.slice(-REFUSALS_TOLD_MAX);
  }

  #refusedOrder(terms: RefusedTerms, { code, text, details }: Failure, { markets }: Readonly<State>): RefusedOrder {
    const { market, token, outcome, side, type, makerAmount, takerAmount, expiration } = terms;
    const known = market === null ? undefined : markets[market];
    return {
      terms: {
        market,
        ...(token !== undefined && { token }),
        ...{ outcome, side, type, makerAmount, takerAmount, expiration },
      },
      timeMs: this.#clock(),
      code,
      error: text,
      ...(details !== undefined && { details }),
      bestBid: known?.book?.bestPrice(BID) ?? 0,
      bestAsk: known?.book?.bestPrice(ASK) ?? 0,
      tick: known?.tick ?? 1,
      minimumMicros: known?.minimumSize ?? 0,
    };
  }

  #forget(number: number): void {
    const kept = this.#kept.get(number);
    if (kept === undefined) return;
    this.#kept.delete(number);
    this.#characters -= kept.text.length;
    const own = this.#byAccount.get(kept.account) ?? [];
    // This is the account's oldest, because refusals are dropped in order of arrival.
    own.shift();
    if (own.length === 0) this.#byAccount.delete(kept.account);
  }
}
