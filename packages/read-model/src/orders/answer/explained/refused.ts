/** Explanation of a refused order: the gateway's memory of it, and the current book. Pure functions. */
import type { ExplainedHoldBack, ExplainedRefusal, OrderExplanation, RefusalDetails } from '@bellwether/contract';
import { limitPrice, type PlaceOrder, type State } from '@bellwether/engine';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import { type BestPrices, bestPricesOf, bestText, currentWords, oppositeText, reachWords } from './best-prices.ts';
import { refusedChecks, sentence } from './checks.ts';
import { heldBackStep, inOrder } from './held-back.ts';

/** Terms of a refused order. */
export interface RefusedTerms
  extends Pick<PlaceOrder, 'outcome' | 'side' | 'type' | 'makerAmount' | 'takerAmount' | 'expiration'> {
  readonly market: PlaceOrder['market'] | null;
  /** Token id as sent, if `market` cannot provide it. */
  readonly token?: string;
}

/** A refused order as stored: plain data. */
export interface RefusedOrder extends BestPrices {
  readonly terms: RefusedTerms;
  /** Unix milliseconds. */
  readonly timeMs: number;
  readonly code: string;
  readonly error: string;
  readonly details?: RefusalDetails;
  /** Terms of the market at that time. */
  readonly tick: number;
  readonly minimumMicros: number;
}

export function explainedRefusal({
  terms,
  timeMs,
  code,
  error,
  details,
  bestBid,
  bestAsk,
}: RefusedOrder): ExplainedRefusal {
  const { outcome } = terms;
  const [bid, ask] = outcome === 0 ? [bestBid, bestAsk] : [bestAsk, bestBid];
  return {
    timestamp: String(timeMs),
    code,
    error,
    ...(details !== undefined && { details }),
    best_bid: bestText(bid, outcome),
    best_ask: bestText(ask, outcome),
  };
}

const KEEPS =
  'A refused order is in no journal. The gateway that refused it remembers it, for a bounded number of orders and until it ' +
  'restarts; another node does not know of it.';

/** A refusal as a step; `what` was refused. */
export const refusedStep = (
  { timestamp, error }: ExplainedRefusal,
  what: 'It' | 'The same signed order',
): OrderExplanation['steps'][number] => ({
  kind: 'refused',
  timestamp,
  sequence: null,
  words: `${what} was refused: ${sentence(error)}`,
});

/**
 * Explanation of a refused order; null if nothing is remembered. `remembered`: all refusals of the order, oldest first.
 * `heldBack`: a delay before the last refusal.
 */
export function refusedExplanation(
  orderID: string,
  remembered: readonly RefusedOrder[],
  heldBack: ExplainedHoldBack | null,
  state: Readonly<State>,
): OrderExplanation | null {
  const last = remembered.at(-1);
  if (last === undefined) return null;
  const market = last.terms.market === null ? undefined : state.markets[last.terms.market];
  const { terms, timeMs, code, error } = last;
  const { side, type, outcome } = terms;
  const limit = limitOf(last);
  const size = side === 'BUY' ? terms.takerAmount : terms.makerAmount;
  const refusals = remembered.map(explainedRefusal);
  const opposite = oppositeText(terms, bestPricesOf(market));
  const needed = market === undefined ? 'No market has its token.' : neededWords(last, limit, opposite);
  return {
    orderID,
    status: 'REFUSED',
    summary: `It was refused: ${sentence(error)} Nothing is held for it and nothing of it was traded.`,
    market: market?.conditionId ?? '',
    question: '',
    asset_id: market?.tokenIds[outcome] ?? terms.token ?? '',
    outcome: market?.outcomes[outcome] ?? '',
    side,
    order_type: type,
    price: limit === null ? '' : priceText(limit),
    original_size: amountText(size),
    size_matched: '0',
    created_at: String(timeMs),
    expiration: String(terms.expiration),
    book: null,
    steps: [
      ...inOrder([
        ...(heldBack === null ? [] : [heldBackStep(heldBack)]),
        ...refusals.map((refusal) => refusedStep(refusal, 'It')),
      ]),
      { kind: 'needed', timestamp: null, sequence: null, words: needed },
    ],
    checks: refusedChecks(
      {
        side,
        type,
        priceTicks: limit,
        sizeMicros: size,
        expiration: terms.expiration,
        market: { tick: last.tick, minimumMicros: last.minimumMicros },
        funds: side === 'BUY' ? 'The collateral was there.' : 'The shares were there.',
      },
      { code, error },
    ),
    refusals,
    held_back: heldBack,
    hold: null,
    queue: null,
    fills: { listed: [], all: true },
    needed: { opposite, words: needed },
    end: { timestamp: String(timeMs), sequence: null, reason: 'refused' },
    frames: { user: [] },
    looked: { sequence: state.sequence, complete: true, bounds: [], keeps: KEEPS },
  };
}

/** Limit price in 1/10000 of its own outcome; null if the amounts give none on the grid. */
function limitOf({ terms, tick }: RefusedOrder): number | null {
  const { side, type, makerAmount, takerAmount } = terms;
  const [collateral, shares] = side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount];
  if (collateral < 1 || shares < 1) return null;
  const limit = limitPrice(type, side, collateral, shares, tick);
  return typeof limit === 'number' ? limit : null;
}

function neededWords({ terms: { side } }: RefusedOrder, limit: number | null, now: string | null): string {
  if (limit === null) {
    const best = side === 'BUY' ? 'best offer' : 'best bid';
    return `It named no price on the market’s grid, so nothing could fill it. The ${best}: ${currentWords(now)}.`;
  }
  return `Had it been accepted it would need ${reachWords({ side }, limit, now)}`;
}
