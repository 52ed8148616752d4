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
  type OrderAccepted,
  type PlaceOrder,
  type State,
  walletOf,
} from '@bellwether/engine';
import { singleOrder } from '../../wire/orders/order-record.ts';
import type { RuleBook } from './rule-book.ts';

/** Milliseconds that an order waits unless its rule says how long. */
const WAIT_MS = 3_000;
/** Orders that were refused in the end, and are remembered as that. */
const CANCELED_MAX = 10_000;

/** Whether the exchange has taken it. */
export type Decided = () => Promise<boolean>;

interface DelayedOrder {
  readonly id: string;
  /** What the exchange would have said at once. */
  readonly accepted: OrderAccepted;
  readonly createdMs: number;
  readonly dueMs: number;
  readonly decided: Decided;
  isCanceled: boolean;
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
  readonly #orders = new Map<string, DelayedOrder>();

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
    if (this.#orders.get(id)?.isCanceled === false) return true;
    if (!this.#rules.meets('order')) return false;
    const nowMs = this.#clock();
    const decision = this.#foresee(state, command, nowMs);
    if (decision.kind !== 'accepted') return false;
    const accepted = decision.events.find((event) => event.kind === 'OrderAccepted');
    if (accepted === undefined || !decision.events.some(({ kind }) => kind === 'TradeExecuted')) return false;
    const fault = this.#rules.meet({
      kind: 'order',
      account: accountOf(state, accepted.account).address,
      text: () => marketOf(state, accepted.market).conditionId,
    });
    if (fault === null) return false;
    const dueMs = nowMs + (fault.ms ?? WAIT_MS);
    this.#orders.delete(id);
    this.#orders.set(id, { id, accepted, createdMs: nowMs, dueMs, decided, isCanceled: false });
    return true;
  }

  nextMs(): number | null {
    return this.#first()?.dueMs ?? null;
  }

  /** Has the first one decided. */
  async run(): Promise<void> {
    const first = this.#first();
    if (first === null) return;
    const isTaken = await first.decided();
    if (isTaken) this.#orders.delete(first.id);
    else this.#cancel(first);
  }

  /** As `GET /data/order` shows it to who asks; null where the ledger has it, or no one does. */
  find(id: string, state: Readonly<State>, asked: () => Asker): SingleOrder | null {
    const order = this.#orders.get(id);
    if (order === undefined) return null;
    const { accepted, createdMs, isCanceled } = order;
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
      status: isCanceled ? ('CANCELED' as const) : ('DELAYED' as const),
      expiration_s: accepted.expiration,
      created_ms: createdMs,
    };
    return singleOrder(row, textsOf(state, accepted.market), owner, [], isOwn ? viewer.apiKey : address);
  }

  #first(): DelayedOrder | null {
    let first: DelayedOrder | null = null;
    for (const order of this.#orders.values())
      if (!order.isCanceled && (first === null || order.dueMs < first.dueMs)) first = order;
    return first;
  }

  #cancel(order: DelayedOrder): void {
    order.isCanceled = true;
    const canceled = [...this.#orders.values()].filter(({ isCanceled }) => isCanceled);
    for (const { id } of canceled.slice(0, Math.max(0, canceled.length - CANCELED_MAX))) this.#orders.delete(id);
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
