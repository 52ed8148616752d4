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
  type RequestId,
  type State,
  walletOf,
} from '@bellwether/engine';
import { bestPricesOf } from '../../wire/orders/explained/best-prices.ts';
import type { HeldBackOrder } from '../../wire/orders/explained/held-back.ts';
import { singleOrder } from '../../wire/orders/order-record.ts';
import type { HeldOrder, HeldOrders } from './held-orders.ts';
import type { RuleBook } from './rule-book.ts';

/** Milliseconds that an order waits unless its rule says how long. */
const WAIT_MS = 3_000;
/** Brings an order to the exchange; whether that has taken it. */
export type Decide = (order: Pick<HeldOrder, 'id' | 'command' | 'request'>) => Promise<boolean>;

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
  readonly #held: HeldOrders;
  #decide: Decide | null = null;

  /** `held`: those of before as well. */
  constructor(rules: RuleBook, clock: () => number, foresee: Foresee, held: HeldOrders) {
    this.#rules = rules;
    this.#foresee = foresee;
    this.#clock = clock;
    this.#held = held;
  }

  /** Said once, before time moves: how those come to the exchange whose time has come. */
  decidedBy(decide: Decide): void {
    this.#decide = decide;
  }

  /**
   * Whether an order is held back: it is placed when its time has come, after a restart too. One that would not trade never is;
   * one that is held back already stays so. Throws `StorageFull` and `StorageError`.
   */
  hold(id: string, command: PlaceOrder, request: RequestId | null, state: Readonly<State>): boolean {
    const before = this.#held.find(id);
    if (before?.state === 'waits') {
      // One that came without a key takes the one that it comes with later.
      if (before.order.request === null && request !== null) this.#held.hold({ ...before.order, request });
      return true;
    }
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
    this.#held.hold({
      id,
      accepted,
      rule,
      preset,
      sinceMs,
      untilMs: sinceMs + (fault.ms ?? WAIT_MS),
      tick: market.tick,
      minimumMicros: market.minimumSize,
      ...bestPricesOf(market),
      command,
      request,
      entry: state.sequence,
    });
    return true;
  }

  /** Whether a key is that of another request, whose order waits: no journal knows it yet. */
  isKeyOfOther(by: RequestId['by'], key: string, hash: string): boolean {
    return this.#held.isKeyOfOther(by, key, hash);
  }

  nextMs(): number | null {
    return this.#decide === null ? null : (this.#held.first?.untilMs ?? null);
  }

  /** Has the first one decided. */
  async run(): Promise<void> {
    const { first } = this.#held;
    if (first === null || this.#decide === null) return;
    const isTaken = await this.#decide(first);
    this.#held.end(first, isTaken);
  }

  /** How an order of an account (null: of anyone) is held back, or was the last time; null where it was not, or is forgotten. */
  heldBack(
    id: string,
    account: AccountId | null,
  ): { readonly order: HeldBackOrder; readonly isWaiting: boolean } | null {
    const held = this.#held.find(id);
    if (held === null || (account !== null && held.order.accepted.account !== account)) return null;
    return { order: held.order, isWaiting: held.state === 'waits' };
  }

  /** As `GET /data/order` shows it to who asks; null where the ledger has it, or no one does. */
  find(id: string, state: Readonly<State>, asked: () => Asker): SingleOrder | null {
    const held = this.#held.find(id);
    if (held === null || held.state === 'taken') return null;
    const { accepted, sinceMs } = held.order;
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
      status: held.state === 'waits' ? ('DELAYED' as const) : ('CANCELED' as const),
      expiration_s: accepted.expiration,
      created_ms: sinceMs,
    };
    return singleOrder(row, textsOf(state, accepted.market), owner, [], isOwn ? viewer.apiKey : address);
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
