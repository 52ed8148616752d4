/**
 * Holds back orders that would trade at once, for a while of the sandbox's time. They reach the exchange when that time
 * is over, as if they were placed then. Until then the ledger does not know them, and no cancel finds them.
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
import type {
  Decide,
  HeldBack,
  HeldBackOrders,
  Viewer,
  WaitingOrder,
  WaitingOrders,
} from '@bellwether/gateway/http/extension.ts';
import { bestPricesOf } from '@bellwether/read-model/orders/answer/explained/best-prices.ts';
import { explainedHoldBack } from '@bellwether/read-model/orders/answer/explained/held-back.ts';
import { singleOrder } from '@bellwether/read-model/orders/answer/orders.ts';
import type { HeldOrder, HeldOrders } from './held-orders.ts';
import type { RuleBook } from './rule-book.ts';
import { waitingExplanation } from './waiting-explanation.ts';

/** Default delay of an order in milliseconds, unless its rule sets one. */
const WAIT_MS = 3_000;
/** Predicts the exchange's decision on a command at a given time, in Unix milliseconds. */
type PredictDecision = (state: Readonly<State>, command: PlaceOrder, timeMs: number) => Decision;

/** Orders held back, as a source of timed work: see `VirtualTime`. */
export class DelayedOrders implements HeldBackOrders, WaitingOrders {
  readonly #rules: RuleBook;
  /** The sandbox's clock in Unix milliseconds. */
  readonly #clock: () => number;
  readonly #predict: PredictDecision;
  readonly #held: HeldOrders;
  readonly #tellers = new Set<(order: WaitingOrder) => void>();
  #decide: Decide | null = null;

  /** `held` includes orders from before a restart. */
  constructor(rules: RuleBook, clock: () => number, predict: PredictDecision, held: HeldOrders) {
    this.#rules = rules;
    this.#predict = predict;
    this.#clock = clock;
    this.#held = held;
  }

  decidedBy(decide: Decide): void {
    this.#decide = decide;
  }

  /** Holds an order back if a rule says so. An order that would not trade is never held. */
  hold(command: PlaceOrder, request: RequestId | null, state: Readonly<State>): ReturnType<HeldBackOrders['hold']> {
    const { orderId: id } = command;
    const before = this.#held.find(id);
    if (before?.state === 'waits') {
      if (before.order.command.account !== command.account) return 'held-for-other';
      // An order that arrived without a key takes the key of a later repeat.
      if (before.order.request === null && request !== null) this.#held.hold({ ...before.order, request });
      return 'held';
    }
    if (!this.#rules.meets('order')) return null;
    const sinceMs = this.#clock();
    const decision = this.#predict(state, command, sinceMs);
    if (decision.kind !== 'accepted') return null;
    const accepted = decision.events.find((event) => event.kind === 'OrderAccepted');
    if (accepted === undefined || !decision.events.some(({ kind }) => kind === 'TradeExecuted')) return null;
    const market = marketOf(state, accepted.market);
    const met = this.#rules.meetOrder({
      kind: 'order',
      account: accountOf(state, accepted.account).address,
      text: () => market.conditionId,
    });
    if (met === null) return null;
    const { rule, preset, fault } = met;
    const order: HeldOrder = {
      id,
      accepted,
      rule,
      preset,
      sinceMs,
      untilMs: sinceMs + (fault.ms ?? WAIT_MS),
      isUnmatched: fault.kind === 'unmatch',
      tick: market.tick,
      minimumMicros: market.minimumSize,
      ...bestPricesOf(market),
      command,
      request,
      entry: state.sequence,
    };
    this.#held.hold(order);
    this.#tell(order, 'DELAYED');
    return 'held';
  }

  follow(tell: (order: WaitingOrder) => void): () => void {
    this.#tellers.add(tell);
    return () => void this.#tellers.delete(tell);
  }

  /** True if another request has this key and its order still waits; the journal does not know that key yet. */
  isKeyOfOther(by: RequestId['by'], key: string, hash: string): boolean {
    return this.#held.isKeyOfOther(by, key, hash);
  }

  nextMs(): number | null {
    return this.#decide === null ? null : (this.#held.first?.untilMs ?? null);
  }

  /** Has the exchange decide the order that is due first, or ends it unmatched. */
  async run(): Promise<void> {
    const { first } = this.#held;
    if (first === null || this.#decide === null) return;
    const isTaken = !first.isUnmatched && (await this.#decide(first));
    this.#held.end(first, isTaken);
    if (!isTaken) this.#tell(first, endOf(first));
  }

  heldBack(id: string, account: AccountId | null): HeldBack | null {
    const held = this.#held.find(id);
    if (held === null || (account !== null && held.order.accepted.account !== account)) return null;
    const { order, state } = held;
    const isOver = state !== 'waits';
    const explainWaiting: HeldBack['explainWaiting'] = (remembered, now) =>
      waitingExplanation(order, isOver, remembered, now);
    const isKnownHere = !isOver || (order.isUnmatched === true && state === 'refused');
    return { explained: explainedHoldBack(order), explainWaiting: isKnownHere ? explainWaiting : null };
  }

  find(id: string, state: Readonly<State>, viewerOf: () => Viewer): SingleOrder | null {
    const held = this.#held.find(id);
    if (held === null || held.state === 'taken') return null;
    const { accepted, sinceMs } = held.order;
    const wallet = walletOf(state, accepted.wallet);
    const { address } = accountOf(state, accepted.account);
    const owner = { address: wallet.address, account_address: address };
    const viewer = viewerOf();
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
      status: held.state === 'waits' ? ('DELAYED' as const) : endOf(held.order),
      expiration_s: accepted.expiration,
      created_ms: sinceMs,
    };
    return singleOrder(row, textsOf(state, accepted.market), owner, [], isOwn ? viewer.apiKey : address);
  }

  #tell({ accepted, sinceMs: createdMs }: HeldOrder, status: WaitingOrder['status']): void {
    for (const tell of this.#tellers) tell({ accepted, status, createdMs, sinceMs: this.#clock() });
  }
}

/** Status of an order that ended without the exchange. */
const endOf = ({ isUnmatched }: HeldOrder) => (isUnmatched ? ('UNMATCHED' as const) : ('CANCELED' as const));

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
