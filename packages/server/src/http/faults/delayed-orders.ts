/**
 * Orders that would trade at once, held back for a while of the sandbox's time: they come to the exchange when it is over, as if they
 * were placed then. Until then the ledger knows nothing of them, and no cancel finds them.
 */
import type { SingleOrder } from '@bellwether/contract';
import {
  type AccountId,
  accountOf,
  type Decision,
  type MarketId,
  marketOf,
  type PlaceOrder,
  type State,
  walletOf,
} from '@bellwether/engine';
import { bestPricesOf } from '../../wire/orders/explained/best-prices.ts';
import type { HeldBackOrder } from '../../wire/orders/explained/held-back.ts';
import { singleOrder } from '../../wire/orders/order-record.ts';
import type { RuleBook } from './rule-book.ts';

/** Milliseconds that an order waits unless its rule says how long. */
const WAIT_MS = 3_000;
/** Orders whose time has come, and that are remembered as held back. */
const REMEMBERED_MAX = 10_000;

/** Whether the exchange has taken it. */
export type Decided = () => Promise<boolean>;

/** `isTaken`: the exchange took it when its time had come. */
interface DelayedOrder extends HeldBackOrder {
  readonly decided: Decided;
  isTaken: boolean;
}

/** Who asks: proven, or not. */
type Asker =
  | { readonly kind: 'caller'; readonly account: { readonly id: AccountId }; readonly apiKey: string }
  | { readonly kind: 'failure' };

/** How the exchange would decide a command at a moment, in Unix milliseconds. */
export type Foresee = (state: Readonly<State>, command: PlaceOrder, timeMs: number) => Decision;

/** Something that is due by itself: see `VirtualTime`. */
export class DelayedOrders {
  readonly #rules: RuleBook;
  /** Unix milliseconds of the sandbox. */
  readonly #clock: () => number;
  readonly #foresee: Foresee;
  readonly #waiting = new Map<string, DelayedOrder>();
  /** Those whose time has come, the first one first. */
  readonly #over = new Map<string, DelayedOrder>();

  constructor(rules: RuleBook, clock: () => number, foresee: Foresee) {
    this.#rules = rules;
    this.#foresee = foresee;
    this.#clock = clock;
  }

  /**
   * Whether an order is held back; `decided` then places it when its time has come. One that would not trade never is; one that
   * is held back already stays so.
   */
  hold(id: string, command: PlaceOrder, state: Readonly<State>, decided: Decided): boolean {
    if (this.#waiting.has(id)) return true;
    if (!this.#rules.meets('order')) return false;
    const sinceMs = this.#clock();
    const decision = this.#foresee(state, command, sinceMs);
    if (decision.kind !== 'accepted') return false;
    const accepted = decision.events.find((event) => event.kind === 'OrderAccepted');
    if (accepted === undefined || !decision.events.some(({ kind }) => kind === 'TradeExecuted')) return false;
    const market = marketOf(state, accepted.market);
    const met = this.#rules.meetOrder({
      kind: 'order',
      account: accountOf(state, accepted.account).address,
      text: () => market.conditionId,
    });
    if (met === null) return false;
    const { rule, preset, fault } = met;
    this.#waiting.set(id, {
      id,
      accepted,
      rule,
      preset,
      sinceMs,
      untilMs: sinceMs + (fault.ms ?? WAIT_MS),
      tick: market.tick,
      minimumMicros: market.minimumSize,
      ...bestPricesOf(market),
      decided,
      isTaken: false,
    });
    return true;
  }

  nextMs(): number | null {
    return this.#first()?.untilMs ?? null;
  }

  /** Has the first one decided. */
  async run(): Promise<void> {
    const first = this.#first();
    if (first === null) return;
    first.isTaken = await first.decided();
    this.#waiting.delete(first.id);
    this.#over.delete(first.id);
    this.#over.set(first.id, first);
    for (const id of this.#over.keys()) {
      if (this.#over.size <= REMEMBERED_MAX) break;
      this.#over.delete(id);
    }
  }

  /** How an order of an account (null: of anyone) is held back, or was the last time; null where it was not, or is forgotten. */
  heldBack(
    id: string,
    account: AccountId | null,
  ): { readonly order: HeldBackOrder; readonly isWaiting: boolean } | null {
    const waiting = this.#waiting.get(id);
    const order = waiting ?? this.#over.get(id);
    if (order === undefined || (account !== null && order.accepted.account !== account)) return null;
    return { order, isWaiting: waiting !== undefined };
  }

  /** As `GET /data/order` shows it to who asks; null where the ledger has it, or no one does. */
  find(id: string, state: Readonly<State>, asked: () => Asker): SingleOrder | null {
    const waiting = this.#waiting.get(id);
    const order = waiting ?? this.#over.get(id);
    if (order === undefined || order.isTaken) return null;
    const { accepted, sinceMs } = order;
    const wallet = walletOf(state, accepted.wallet);
    const { address } = accountOf(state, accepted.account);
    const owner = { address: wallet.address, account_address: address };
    const viewer = asked();
    const isOwn = viewer.kind === 'caller' && viewer.account.id === accepted.account;
    const row = {
      order_id: Buffer.from(id.slice(2), 'hex'),
      outcome: accepted.outcome,
      side: accepted.side,
      type: accepted.type,
      price_ticks: accepted.price,
      size_micros: accepted.size,
      matched_micros: 0,
      held_micros: 0,
      status: waiting === undefined ? ('CANCELED' as const) : ('DELAYED' as const),
      expiration_s: accepted.expiration,
      created_ms: sinceMs,
    };
    return singleOrder(row, textsOf(state, accepted.market), owner, [], isOwn ? viewer.apiKey : address);
  }

  #first(): DelayedOrder | null {
    let first: DelayedOrder | null = null;
    for (const order of this.#waiting.values()) if (first === null || order.untilMs < first.untilMs) first = order;
    return first;
  }
}

function textsOf(state: Readonly<State>, id: MarketId) {
  const { conditionId, outcomes, tokenIds } = marketOf(state, id);
  return {
    condition_id: conditionId,
    outcome_0: outcomes[0],
    outcome_1: outcomes[1],
    token_0: tokenIds[0],
    token_1: tokenIds[1],
  };
}
