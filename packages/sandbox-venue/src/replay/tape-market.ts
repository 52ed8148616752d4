/**
 * A market as its tape shows it: the size at each price in YES terms, and the changes of each message. Clients that
 * trade beside the tape are unknown here.
 */
import { ASK, BID, type BookSide, type Outcome, opposite, PRICE_ONE } from '@bellwether/engine';
import type { FeedMessage, TapeMarket } from '@bellwether/venue/tape/tape-line.ts';

/** A change in a message. Prices are 1/10000 in YES terms, sizes micro-shares. */
export type TapeEffect =
  | {
      readonly kind: 'level';
      readonly side: BookSide;
      readonly price: number;
      readonly from: number;
      readonly to: number;
    }
  /** `side` is the side of the resting orders. */
  | { readonly kind: 'trade'; readonly side: BookSide; readonly price: number; readonly size: number }
  | { readonly kind: 'tick'; readonly tick: number }
  | { readonly kind: 'resolved'; readonly payouts: Payouts };

/** Payouts of both outcomes, in 1/10000; they sum to 10000. */
export type Payouts = readonly [number, number];

type Sizes = Map<number, number>;

export class TapeBook {
  readonly market: TapeMarket;
  /** Sizes by price: bids, asks. */
  readonly levels: readonly [Sizes, Sizes] = [new Map(), new Map()];
  lastTrade: number | null = null;
  /** Result of the market; null until the tape has the payouts. */
  payouts: Payouts | null = null;

  constructor(market: TapeMarket) {
    this.market = market;
  }

  /**
   * Adds the changes of a message to `effects`. Repetitions for the other token change nothing, nor do messages about a
   * resolved market.
   */
  take(message: FeedMessage, effects: TapeEffect[]): void {
    if (this.payouts !== null) return;
    switch (message.event_type) {
      case 'price_change':
        for (const { asset_id, side, price, size } of message.price_changes) {
          const outcome = this.#outcomeOf(asset_id);
          if (outcome !== null) this.#level(sideOf(side, outcome), yesPrice(price, outcome), sizeOf(size), effects);
        }
        return;
      case 'last_trade_price': {
        const outcome = this.#outcomeOf(message.asset_id);
        if (outcome === null) return;
        const price = yesPrice(message.price, outcome);
        this.lastTrade = price;
        const side = opposite(sideOf(message.side, outcome));
        effects.push({ kind: 'trade', side, price, size: sizeOf(message.size) });
        return;
      }
      case 'book': {
        const outcome = this.#outcomeOf(message.asset_id);
        if (outcome === null) return;
        this.#side(sideOf('BUY', outcome), message.bids, outcome, effects);
        this.#side(sideOf('SELL', outcome), message.asks, outcome, effects);
        return;
      }
      case 'tick_size_change':
        effects.push({ kind: 'tick', tick: Math.round(Number(message.new_tick_size) * PRICE_ONE) });
        return;
      case 'market_resolved':
        this.payouts = payoutsOf(message, this.market);
        if (this.payouts !== null) effects.push({ kind: 'resolved', payouts: this.payouts });
        return;
    }
  }

  /** Best price of a side; 0 if nothing rests there. O(levels). */
  best(side: BookSide): number {
    let best = 0;
    for (const price of this.levels[side].keys()) if (best === 0 || isBetter(side, price, best)) best = price;
    return best;
  }

  #side(
    side: BookSide,
    levels: readonly { readonly price: string; readonly size: string }[],
    outcome: Outcome,
    effects: TapeEffect[],
  ): void {
    const told = new Map(levels.map(({ price, size }) => [yesPrice(price, outcome), sizeOf(size)]));
    for (const price of [...this.levels[side].keys()]) if (!told.has(price)) this.#level(side, price, 0, effects);
    for (const [price, size] of told) this.#level(side, price, size, effects);
  }

  #level(side: BookSide, price: number, to: number, effects: TapeEffect[]): void {
    const sizes = this.levels[side];
    const from = sizes.get(price) ?? 0;
    if (from === to) return;
    if (to === 0) sizes.delete(price);
    else sizes.set(price, to);
    effects.push({ kind: 'level', side, price, from, to });
  }

  #outcomeOf(token: string): Outcome | null {
    const [first, second] = this.market.token_ids;
    return token === first ? 0 : token === second ? 1 : null;
  }
}

/** True if an order of a side trades before one at the price `than`. */
export function isBetter(side: BookSide, price: number, than: number): boolean {
  return side === BID ? price > than : price < than;
}

function sideOf(side: 'BUY' | 'SELL', outcome: Outcome): BookSide {
  return (side === 'BUY') === (outcome === 0) ? BID : ASK;
}

function yesPrice(text: string, outcome: Outcome): number {
  const price = Math.round(Number(text) * PRICE_ONE);
  return outcome === 0 ? price : PRICE_ONE - price;
}

function sizeOf(text: string): number {
  return Math.round(Number(text) * 1_000_000);
}

/**
 * Returns the payouts of a resolution, [0, 0] for a refund; null if the message does not contain them. A market of negative risk by itself can
 * be won, lost or shared in halves.
 */
function payoutsOf(
  { winning_asset_id, payouts, refunded }: Extract<FeedMessage, { readonly event_type: 'market_resolved' }>,
  { token_ids, neg_risk = false }: TapeMarket,
): Payouts | null {
  if (winning_asset_id === token_ids[0]) return [PRICE_ONE, 0];
  if (winning_asset_id === token_ids[1]) return [0, PRICE_ONE];
  if (refunded === true) return [0, 0];
  if (!Array.isArray(payouts) || payouts.length !== 2) return null;
  const [first = Number.NaN, second = Number.NaN] = payouts.map((payout) => Math.round(Number(payout) * PRICE_ONE));
  if (neg_risk && (first * 2) % PRICE_ONE !== 0) return null;
  return first >= 0 && second >= 0 && first + second === PRICE_ONE ? [first, second] : null;
}
