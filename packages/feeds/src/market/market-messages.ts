/** Messages of the market feed: changes of a market as JSON. Pure: state in, text out. */
import { type FeeSchedule, feeMark, type ProfileKind, type PublicFeeSchedule } from '@bellwether/contract';
import {
  ASK,
  BID,
  type BookSide,
  type CatalogEvent,
  type ClarificationAdded,
  complement,
  isRefund,
  type Market,
  type MarketAdded,
  PRICE_ONE,
  type Price,
  proposedPayouts,
  type State,
  type TradeExecuted,
} from '@bellwether/engine';
import { closeTimeText } from '@bellwether/read-model/catalog/answer/catalog-output.ts';
import { feeSchedule } from '@bellwether/read-model/catalog/answer/catalog-prices.ts';
import { amountText, payoutTexts, priceText } from '@bellwether/wire/forms/decimal.ts';
import { bestPriceText, type WrittenBook } from '@bellwether/wire/prices/book.ts';
import type { EventText } from '../event-texts.ts';
import type { MarketChange, ResultChange } from './market-changes.ts';

/** Books of both tokens after an entry. Ids are digits and hex, so they need no escaping. */
export type BookPair = readonly [WrittenBook, WrittenBook];

const OUTCOMES = [0, 1] as const;
/** Best prices of an empty side: no order can have them. */
const NO_BID = '0';
const NO_ASK = '1';

export interface BestPrices {
  /** In YES terms; 0 for none. */
  readonly bid: Price | 0;
  readonly ask: Price | 0;
}

export function bestPrices({ book }: Market): BestPrices {
  return { bid: book?.bestPrice(BID) ?? 0, ask: book?.bestPrice(ASK) ?? 0 };
}

/** Returns a book as a message, with the fields of `GET /book`. */
export function bookMessage({ json }: WrittenBook): string {
  return `{"event_type":"book",${json.slice(1)}`;
}

/** Returns every changed level with its size, for both tokens; null if none changed. */
export function priceChangeMessage(market: Market, books: BookPair, { levels }: MarketChange): string | null {
  const changes: string[] = [];
  const tails = OUTCOMES.map(
    (outcome) =>
      `","hash":"${books[outcome].hash}","best_bid":"${bestPriceText(market, outcome, 'BUY') ?? NO_BID}",` +
      `"best_ask":"${bestPriceText(market, outcome, 'SELL') ?? NO_ASK}"}`,
  );
  for (const side of [BID, ASK]) {
    const prices = levels[side];
    if (prices.size === 0) continue;
    const sizes = sizesAt(market, side, prices);
    for (const price of prices) {
      const size = amountText(sizes.get(price) ?? 0);
      for (const outcome of OUTCOMES) {
        const isBuy = (side === BID) === (outcome === 0);
        const own = priceText(outcome === 0 ? price : complement(price));
        changes.push(
          `{"asset_id":"${market.tokenIds[outcome]}","price":"${own}","size":"${size}","side":"${isBuy ? 'BUY' : 'SELL'}${tails[outcome]}`,
        );
      }
    }
  }
  if (changes.length === 0) return null;
  return (
    `{"event_type":"price_change","market":"${market.conditionId}","timestamp":"${market.bookChangedMs}",` +
    `"price_changes":[${changes.join(',')}],"sequence":${market.bookVersion}}`
  );
}

/** Returns the size at each of `prices`; empty levels are left out. */
function sizesAt({ book }: Market, side: BookSide, prices: ReadonlySet<Price>): ReadonlyMap<Price, number> {
  const sizes = new Map<Price, number>();
  if (book === null) return sizes;
  const worst = side === BID ? Math.min(...prices) : Math.max(...prices);
  for (const { price, size } of book.levels(side)) {
    if (prices.has(price)) sizes.set(price, size);
    if (side === BID ? price <= worst : price >= worst) break;
  }
  return sizes;
}

/** Returns the messages of a trade: one for each of its prices, in the order of its legs. */
export function lastTradeMessages(market: Market, trade: TradeExecuted, entryHash: string): string[] {
  const fills: { price: Price; size: number }[] = [];
  for (const leg of trade.legs) {
    const price = leg.outcome === trade.outcome ? leg.price : complement(leg.price);
    const last = fills.at(-1);
    if (last?.price === price) last.size += leg.size;
    else fills.push({ price, size: leg.size });
  }
  return fills.map(
    ({ price, size }) =>
      `{"event_type":"last_trade_price","asset_id":"${market.tokenIds[trade.outcome]}","market":"${market.conditionId}",` +
      `"price":"${priceText(price)}","size":"${amountText(size)}","side":"${trade.side}","fee_rate_bps":"${market.takerFeeRate}",` +
      `"timestamp":"${market.bookChangedMs}","transaction_hash":"0x${entryHash}","sequence":${market.bookVersion}}`,
  );
}

export function tickSizeMessages(market: Market, books: BookPair, oldTick: number): string[] {
  return OUTCOMES.map(
    (outcome) =>
      `{"event_type":"tick_size_change","asset_id":"${market.tokenIds[outcome]}","market":"${market.conditionId}",` +
      `"old_tick_size":"${priceText(oldTick)}","new_tick_size":"${priceText(market.tick)}","hash":"${books[outcome].hash}",` +
      `"timestamp":"${market.bookChangedMs}","sequence":${market.bookVersion}}`,
  );
}

export function bestBidAskMessages(market: Market): string[] {
  const { bid, ask } = bestPrices(market);
  const spread = priceText((ask === 0 ? PRICE_ONE : ask) - bid);
  return OUTCOMES.map(
    (outcome) =>
      `{"event_type":"best_bid_ask","market":"${market.conditionId}","asset_id":"${market.tokenIds[outcome]}",` +
      `"best_bid":"${bestPriceText(market, outcome, 'BUY') ?? NO_BID}","best_ask":"${bestPriceText(market, outcome, 'SELL') ?? NO_ASK}",` +
      `"spread":"${spread}","timestamp":"${market.bookChangedMs}","sequence":${market.bookVersion}}`,
  );
}

export function newMarketMessage(
  { definition }: MarketAdded,
  market: Market,
  state: Readonly<State>,
  text: EventText | undefined,
  profile: ProfileKind,
): string {
  const { takerFeeRate } = definition;
  const isPublic = profile === 'polymarket';
  const schedule = feeSchedule(takerFeeRate);
  return JSON.stringify({
    event_type: 'new_market',
    id: String(definition.id),
    question: definition.question,
    market: market.conditionId,
    slug: definition.slug,
    description: definition.description,
    assets_ids: definition.tokenIds,
    outcomes: definition.outcomes,
    event_message: eventMessage(market, state, text),
    timestamp: String(market.bookChangedMs),
    tags: text?.tagSlugs ?? definition.tagLabels,
    condition_id: market.conditionId,
    active: definition.active,
    clob_token_ids: definition.tokenIds,
    sports_market_type: '',
    line: '',
    game_start_time: definition.gameStartTime,
    close_time: closeTimeText(definition.closeTimeMs ?? null),
    open_time: closeTimeText(market.openTimeMs),
    order_price_min_tick_size: priceText(definition.tick),
    group_item_title: definition.groupItemTitle,
    taker_base_fee: String(isPublic ? feeMark(takerFeeRate) : takerFeeRate),
    fees_enabled: takerFeeRate > 0,
    fee_schedule: isPublic ? publicSchedule(schedule) : schedule,
    sequence: market.bookVersion,
  });
}

/** The schedule as the public feed spells it. */
const publicSchedule = ({ rate, exponent, takerOnly, rebateRate }: FeeSchedule): PublicFeeSchedule => ({
  ...{ exponent: String(exponent), rate: String(rate) },
  ...{ taker_only: takerOnly, rebate_rate: String(rebateRate) },
});

export function closeTimeMessage(market: Market): string {
  const { conditionId, tokenIds, closeTimeMs, openTimeMs, tradingEnded, bookChangedMs, bookVersion } = market;
  return (
    `{"event_type":"close_time","market":"${conditionId}","assets_ids":["${tokenIds[0]}","${tokenIds[1]}"],` +
    `"close_time":"${closeTimeText(closeTimeMs)}","open_time":"${closeTimeText(openTimeMs)}",` +
    `"trading_ended":${tradingEnded},"timestamp":"${bookChangedMs}",` +
    `"sequence":${bookVersion}}`
  );
}

export function resultStatusMessage(market: Market, { status, note }: ResultChange): string {
  const { conditionId, tokenIds, proposal, bookChangedMs, bookVersion } = market;
  const first = proposal === null ? null : (proposedPayouts(proposal).find(([id]) => id === market.id)?.[1] ?? null);
  return JSON.stringify({
    event_type: 'result_status',
    market: conditionId,
    assets_ids: tokenIds,
    status,
    payouts: payoutTexts(first),
    refund: proposal?.result.kind === 'refund',
    note,
    ends_at: proposal === null ? '' : new Date(proposal.endsMs).toISOString(),
    timestamp: String(bookChangedMs),
    sequence: bookVersion,
  });
}

export function clarificationMessage(
  { number, text }: ClarificationAdded,
  { id, slug }: CatalogEvent,
  { conditionId, bookVersion }: Market,
  timeMs: number,
): string {
  return JSON.stringify({
    event_type: 'clarification',
    event_id: String(id),
    event_slug: slug,
    number,
    text,
    timestamp: String(timeMs),
    market: conditionId,
    sequence: bookVersion,
  });
}

export function marketResolvedMessage(market: Market, state: Readonly<State>, text: EventText | undefined): string {
  const payouts = market.payouts ?? [0, 0];
  const refunded = isRefund(payouts);
  const winner = OUTCOMES.find((outcome) => payouts[outcome] === PRICE_ONE);
  return JSON.stringify({
    event_type: 'market_resolved',
    id: String(market.catalogId),
    market: market.conditionId,
    assets_ids: market.tokenIds,
    outcomes: market.outcomes,
    winning_asset_id: winner === undefined ? '' : market.tokenIds[winner],
    winning_outcome: winner === undefined ? '' : market.outcomes[winner],
    payouts: refunded ? [] : payouts.map((payout) => priceText(payout)),
    ...(refunded && { refunded }),
    event_message: eventMessage(market, state, text),
    timestamp: String(market.bookChangedMs),
    tags: text?.tagSlugs ?? [],
    sequence: market.bookVersion,
  });
}

function eventMessage({ catalogEvent }: Market, state: Readonly<State>, text: EventText | undefined): object | null {
  const known = catalogEvent === null ? undefined : state.catalogEvents.get(catalogEvent);
  if (known === undefined) return null;
  const { ticker = '', title = '', description = '' } = text ?? {};
  return { id: String(known.id), ticker, slug: known.slug, title, description };
}

export function resyncMessage(market: Market, reason: string): string {
  const [first, second] = market.tokenIds;
  return (
    `{"event_type":"resync","market":"${market.conditionId}","asset_ids":["${first}","${second}"],` +
    `"reason":"${reason}","sequence":${market.bookVersion}}`
  );
}

/** Message that reports a missed `new_market` or `market_resolved`; the catalog shows which. */
export const NEW_MARKETS_RESYNC =
  '{"event_type":"resync","market":"","asset_ids":[],"reason":"slow_reader","sequence":0}';
