/** Rows to wire format for markets in trading terms: the detail of one market and the items of the cursor listing. */
import type { MarketDetail, MarketListingItem, MarketToken } from '@bellwether/contract';
import { PRICE_ONE } from '@bellwether/engine';
import type { MarketView } from '../../queries/catalog/catalog-market-views.ts';
import { shownPriceNumbers, ticksNumber, unitsNumber } from './catalog-prices.ts';
import { closeTimeText, paysHalfEach, statusOf, takesOrders } from './market-status.ts';

/** An item of `GET /markets`, cursor form. */
export function listingItemBody(view: MarketView, tags: string[]): MarketListingItem {
  const { prices, isKnown } = shownPriceNumbers(view);
  const token = (outcome: 0 | 1): MarketToken => ({
    token_id: outcome === 0 ? view.token_0 : view.token_1,
    outcome: outcome === 0 ? view.outcome_0 : view.outcome_1,
    price: prices[outcome],
    winner: view.payout_0 === (outcome === 0 ? PRICE_ONE : 0),
    price_known: isKnown,
  });
  return {
    enable_order_book: view.enable_order_book === 1,
    active: view.active === 1,
    closed: view.closed === 1,
    archived: view.archived === 1,
    accepting_orders: takesOrders(view),
    accepting_order_timestamp: view.accepting_order_timestamp,
    minimum_order_size: unitsNumber(view.minimum_size_micros),
    minimum_tick_size: ticksNumber(view.tick),
    condition_id: view.condition_id,
    question_id: view.question_id,
    question: view.question,
    description: view.description,
    market_slug: view.slug,
    end_date_iso: view.end_date,
    game_start_time: view.game_start_time,
    close_time: closeTimeText(view.close_ms),
    seconds_delay: view.seconds_delay,
    fpmm: view.fpmm,
    maker_base_fee: view.maker_fee_rate,
    taker_base_fee: view.taker_fee_rate,
    notifications_enabled: view.notifications_enabled === 1,
    neg_risk: view.neg_risk === 1,
    neg_risk_market_id: view.neg_risk_market_id,
    neg_risk_request_id: view.neg_risk_request_id,
    icon: view.icon,
    image: view.image,
    rewards: {
      rates: JSON.parse(view.rewards_rates) as MarketListingItem['rewards']['rates'],
      min_size: view.rewards_min_size,
      max_spread: view.rewards_max_spread,
    },
    is_50_50_outcome: paysHalfEach(view),
    tokens: [token(0), token(1)],
    tags,
  };
}

/** Answer of `GET /markets/{condition_id}`. */
export function marketDetailBody(view: MarketView, tags: string[]): MarketDetail {
  return {
    ...listingItemBody(view, tags),
    status: statusOf(view),
    slug: view.slug,
    market_id: view.id,
    assets_ids: [view.token_0, view.token_1],
    outcomes: [view.outcome_0, view.outcome_1],
    event: {
      id: view.event === null ? '' : String(view.event),
      slug: view.event_slug ?? '',
      title: view.event_title ?? '',
      ticker: view.event_ticker ?? '',
      description: view.event_description ?? '',
    },
    raw_metadata: {},
    itode: false,
    screening_check_enabled: false,
    taker_order_delay_ms: 0,
    order_age_seconds: 0,
  };
}
