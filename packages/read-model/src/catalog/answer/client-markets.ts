/** Market information in the formats of the public trading clients: compact terms, short listings, recent fills. */
import {
  type CompactMarket,
  type LiveActivity,
  type MarketListingItem,
  type MarketListingPage,
  type MarketsPageParameters,
  marketVersion,
  type SimplifiedMarkets,
} from '@bellwether/contract';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import { selectFillIds, selectFills } from '../../ledger/query/ledger.ts';
import { marketTextsOf, ownersOf } from '../../ledger/query/ledger-context.ts';
import { sideOf } from '../../ledger/tables.ts';
import { found } from '../../lookup.ts';
import type { Read } from '../../read.ts';
import { marketViews } from '../query/catalog-market-views.ts';
import { listingItemBody, takesOrders } from './catalog-output.ts';
import { marketsPage } from './markets.ts';

/** Every market with few fields. */
export const simplifiedMarketsRead: Read<MarketsPageParameters, SimplifiedMarkets> = {
  name: 'simplified-markets',
  run: async (database, parameters) => ({ value: simplified(await marketsPage(database, parameters)) }),
};

/** Markets that currently take orders. A page may be short, since it covers a run of all markets. */
export const samplingMarketsRead: Read<MarketsPageParameters, MarketListingPage> = {
  name: 'sampling-markets',
  run: async (database, parameters) => ({ value: await marketsPage(database, parameters, takesOrders) }),
};

/** Markets that currently take orders, with few fields. */
export const samplingSimplifiedRead: Read<MarketsPageParameters, SimplifiedMarkets> = {
  name: 'sampling-simplified-markets',
  run: async (database, parameters) => ({ value: simplified(await marketsPage(database, parameters, takesOrders)) }),
};

const simplified = ({ data, ...page }: MarketListingPage): SimplifiedMarkets => ({
  ...page,
  data: data.map(({ condition_id, rewards, tokens, active, closed, archived, accepting_orders }) => {
    return { condition_id, rewards, tokens, active, closed, archived, accepting_orders };
  }),
});

export interface MarketKeyParameters {
  /** Key of the market in the gateway's view. */
  readonly market: number;
}

/** Read of `GET /clob-markets/{condition_id}`. */
export const compactMarketRead: Read<MarketKeyParameters, CompactMarket> = {
  name: 'compact-market',
  async run(database, { market }) {
    const [view] = await marketViews(database, { kind: 'keys', markets: [market] });
    return view === undefined ? null : { value: compactMarket(listingItemBody(view, [])) };
  },
};

function compactMarket(item: MarketListingItem): CompactMarket {
  return {
    v: marketVersion(item.condition_id, item.tokens[0]?.token_id ?? ''),
    c: item.condition_id,
    t: item.tokens.map(({ token_id, outcome }) => ({ t: token_id, o: outcome })),
    mos: item.minimum_order_size,
    mts: item.minimum_tick_size,
    mbf: item.maker_base_fee,
    tbf: item.taker_base_fee,
    nr: item.neg_risk,
    fd: { r: item.taker_base_fee / 10_000, e: 1, to: true },
    r: { mi: item.rewards.min_size, ma: item.rewards.max_spread, e: item.rewards.rates.length > 0 },
    ao: item.accepting_orders,
    aot: item.accepting_order_timestamp,
    gst: item.game_start_time,
    sd: item.seconds_delay,
    cbos: false,
    rfqe: false,
    itode: false,
    ibce: false,
    oas: 0,
  };
}

/** Maximum number of fills in one answer. */
const ACTIVITY_MAX = 100;

/** Read of `GET /markets/live-activity/{condition_id}`. */
export const liveActivityRead: Read<MarketKeyParameters, LiveActivity> = {
  name: 'live-activity',
  async run(database, { market }) {
    const filter = { takerOnly: true, side: null, markets: [market], wallets: null, threshold: null };
    const ids = await selectFillIds(database, filter, ACTIVITY_MAX, 0);
    const fills = (await selectFills(database, ids)).sort((a, b) => b.id - a.id);
    const text = found(await marketTextsOf(database, [{ market }]), market, 'market');
    const owners = await ownersOf(database, fills);
    const value = fills.map((fill): LiveActivity[number] => {
      const owner = found(owners, fill.wallet, 'wallet');
      return {
        event_type: 'trade',
        market: {
          condition_id: text.condition_id,
          asset_id: fill.outcome === 0 ? text.token_0 : text.token_1,
          question: text.question,
          icon: text.icon,
          slug: text.slug,
        },
        user: {
          address: owner.address,
          username: shownName(owner),
          profile_picture: owner.profile_image,
          optimized_profile_picture: owner.profile_image,
          pseudonym: owner.pseudonym,
        },
        side: sideOf(fill.kind),
        size: amountText(fill.size_micros),
        fee_rate_bps: '0',
        price: amountText(fill.price_micros),
        outcome: fill.outcome === 0 ? text.outcome_0 : text.outcome_1,
        outcome_index: fill.outcome,
        transaction_hash: `0x${fill.hash}`,
        timestamp: String(fill.time_s),
      };
    });
    return { value };
  },
};
