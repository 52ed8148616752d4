/** Explanation of an order that a sandbox holds back: it is not in the ledger yet. Pure functions. */
import type { OrderExplanation } from '@bellwether/contract';
import { marketOf, PRICE_ONE, type State } from '@bellwether/engine';
import { bestPricesOf, oppositeText, reachWords } from '@bellwether/read-model/orders/answer/explained/best-prices.ts';
import { passedChecks } from '@bellwether/read-model/orders/answer/explained/checks.ts';
import {
  explainedHoldBack,
  type HeldBackOrder,
  heldBackStep,
  inOrder,
  presetWords,
  timeText,
} from '@bellwether/read-model/orders/answer/explained/held-back.ts';
import {
  explainedRefusal,
  type RefusedOrder,
  refusedStep,
} from '@bellwether/read-model/orders/answer/explained/refused.ts';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';

const KEEPS =
  'An order that is held back is in no journal. The sandbox remembers it, and the latest ones that were held back, until it is rewound or restarted.';

/**
 * Builds the explanation. `isOver`: its time has come, and it ended unmatched. `remembered`: refusals of the same signed
 * order, oldest first.
 */
export function waitingExplanation(
  order: HeldBackOrder,
  isOver: boolean,
  remembered: readonly RefusedOrder[],
  state: Readonly<State>,
): OrderExplanation {
  const { accepted, sinceMs } = order;
  const { side, type, outcome, price, size, expiration } = accepted;
  const market = marketOf(state, accepted.market);
  const held = explainedHoldBack(order);
  const refusals = remembered.map(explainedRefusal);
  const now = oppositeText(accepted, bestPricesOf(market));
  const by = `Rule ${held.rule}${presetWords(held.preset)} of this sandbox`;
  const until = timeText(held.until);
  const needed = order.isUnmatched
    ? `It ${isOver ? 'ended' : 'ends'} as UNMATCHED then, whatever the book had.`
    : `Then it needs ${reachWords(accepted, price, now)}`;
  const fate = order.isUnmatched ? '' : '; then it comes to the exchange as if it were placed at that moment';
  const isFirst = outcome === 0;
  return {
    orderID: order.id,
    status: isOver ? 'UNMATCHED' : 'DELAYED',
    summary: `${by} ${isOver ? 'held' : 'holds'} it back until ${until}${fate}. ${needed}`,
    market: market.conditionId,
    question: '',
    asset_id: market.tokenIds[outcome],
    outcome: market.outcomes[outcome],
    side,
    order_type: type,
    price: priceText(price),
    original_size: amountText(size),
    size_matched: '0',
    created_at: String(sinceMs),
    expiration: String(expiration),
    book: {
      side: (side === 'BUY') === isFirst ? 'bid' : 'ask',
      asset_id: market.tokenIds[0],
      price: priceText(isFirst ? price : PRICE_ONE - price),
    },
    steps: [
      ...inOrder([...refusals.map((refusal) => refusedStep(refusal, 'The same signed order')), heldBackStep(held)]),
      { kind: 'needed', timestamp: null, sequence: null, words: needed },
    ],
    checks: passedChecks({
      side,
      type,
      priceTicks: price,
      sizeMicros: size,
      expiration,
      market: order,
      funds: 'The wallet had what it needs when it came; nothing is held for it until it comes to the exchange.',
    }),
    refusals,
    held_back: held,
    hold: null,
    queue: null,
    fills: { listed: [], all: true },
    needed: { opposite: now, words: needed },
    end: null,
    frames: { user: [] },
    looked: { sequence: state.sequence, complete: true, bounds: [], keeps: KEEPS },
  };
}
