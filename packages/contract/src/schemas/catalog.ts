/** The catalog: tags, series, events and markets as `GET /markets` (catalog form), `/events/*` and `/tags` show them. */
import { Type } from 'typebox';
import { amount, figure, flag, text, whole } from '../described.ts';
import { MARKED } from '../fee-mark.ts';
import { MARKET_VERSIONS } from '../position-ids.ts';
import * as common from './common.ts';
import { HouseMaker } from './house-maker.ts';
import {
  CAROUSEL,
  EVENT_OPTIONS,
  ExcludedTags,
  IncludeTag,
  LocaleOfNoEffect,
  MARKET_LIST_OPTIONS,
  MARKET_SORT_SPELLINGS,
  MARKETS_ABSENT,
  Recurrence,
  RelatedTags,
  TemplateOfNoEffect,
} from './public-filters.ts';
import { resultFields } from './results.ts';

export const Tag = Type.Object({
  id: Type.String(),
  label: Type.String(),
  slug: Type.String(),
  createdAt: common.IsoTime,
  updatedAt: common.IsoTime,
  requiresTranslation: Type.Boolean(),
});
export type Tag = Type.Static<typeof Tag>;

export const Series = Type.Object({
  id: Type.String(),
  ticker: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  seriesType: Type.String(),
  recurrence: Type.String(),
  image: Type.String(),
  icon: Type.String(),
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  createdAt: common.IsoTime,
  updatedAt: common.IsoTime,
});
export type Series = Type.Static<typeof Series>;

/** The fields of an event that its markets show. */
export const EventReference = Type.Object({
  id: Type.String(),
  ticker: Type.String(),
  slug: Type.String(),
  title: Type.String(),
});

/** A taker's fee, in the form that clients of the ecosystem read. */
export const FeeSchedule = Type.Object(
  {
    rate: figure('taker fee rate as a fraction'),
    exponent: whole('always 1'),
    takerOnly: flag('always true'),
    rebateRate: figure('always 0'),
  },
  { description: 'fee of a taker: size × rate × (price × (1 − price))^exponent' },
);
export type FeeSchedule = Type.Static<typeof FeeSchedule>;

const version = Type.Enum([...MARKET_VERSIONS], { description: 'v2: its ids are structured; additive' });

const marketFields = {
  id: Type.String(),
  question: Type.String(),
  conditionId: Type.String(),
  slug: Type.String(),
  resolutionSource: Type.String(),
  endDate: common.EndDate,
  startDate: common.StartDate,
  image: Type.String(),
  icon: Type.String(),
  description: Type.String(),
  outcomes: text('JSON array of outcome labels, in a string'),
  clobTokenIds: text('JSON array of token ids, in a string'),
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  createdAt: common.IsoTime,
  updatedAt: common.IsoTime,
  questionID: Type.String(),
  // Additive from here on.
  outcomeLabels: Type.Array(Type.String(), { description: 'outcome labels as a real array' }),
  tokenIds: Type.Array(Type.String(), { description: 'token ids as a real array' }),
  version,
  positionIds: Type.Optional(
    Type.Array(Type.String(), { description: 'of a market of version v2: its token ids as a real array; additive' }),
  ),
  outcomePrices: text(
    'JSON array of displayed prices as decimal strings, in a string; 0.5 each while priceKnown is false',
  ),
  priceKnown: flag('false: no price is known and the 0.5 in outcomePrices stands for none; additive'),
  resolved: flag('true: the result is fixed and outcomePrices are the payouts; additive'),
  bestBid: figure('of the first outcome; 0 when no one bids'),
  bestAsk: figure('of the first outcome; 1 when no one offers'),
  lastTradePrice: figure('of the first outcome; 0 before any trade'),
  spread: figure('bestAsk - bestBid'),
  volume: text('volumeNum as a decimal string'),
  liquidity: text('liquidityNum as a decimal string'),
  volumeNum: figure('collateral traded, taker side counted once'),
  volume24hr: figure('the same over 24 hourly sums, the current hour included'),
  liquidityNum: figure('collateral that the resting orders stand for'),
  orderPriceMinTickSize: Type.Number(),
  orderMinSize: figure('smallest size of a resting order, in shares'),
  makerBaseFee: Type.Number(),
  takerBaseFee: figure(`taker fee rate in 1/10000; ${MARKED}; feeSchedule has the rate`),
  feesEnabled: flag('takerBaseFee is above 0; additive'),
  feeSchedule: FeeSchedule,
  takerOrderDelayMs: figure('wait of an order that would trade at once: always 0 here; additive'),
  acceptingOrders: Type.Boolean(),
  enableOrderBook: Type.Boolean(),
  negRisk: Type.Boolean(),
  negRiskMarketID: Type.String(),
  negRiskRequestID: Type.String(),
  marketMakerAddress: text(
    'as the record had it that the market was imported from; empty, since there is none here; additive',
  ),
  groupItemTitle: Type.String(),
  gameStartTime: common.IsoTimeOrEmpty,
  closeTime: common.CloseTime,
  openTime: common.OpenTime,
  startDateIso: common.IsoDay,
  endDateIso: common.IsoDay,
  umaResolutionStatus: Type.Optional(
    Type.Enum(['proposed', 'disputed', 'resolved'], {
      description: 'of the current result; absent while none is proposed or fixed; additive',
    }),
  ),
  umaResolutionStatuses: text('JSON array of these words, as they came, in a string; additive'),
  ...resultFields,
  umaEndDate: Type.Optional({
    ...common.IsoTime,
    description:
      'when the result was fixed at this venue; absent before, and for a market that came with its result; additive',
  }),
  closedTime: Type.Optional(
    text('when a closed market ended, by its result or its closing time, as 2026-01-01 12:00:00+00; additive'),
  ),
};

export const EventMarket = Type.Object(marketFields);
export type EventMarket = Type.Static<typeof EventMarket>;

export const CatalogMarket = Type.Object({
  ...marketFields,
  events: Type.Array(EventReference),
  tags: Type.Optional(Type.Array(Tag, { description: 'those of its event, with include_tag; additive' })),
});
export type CatalogMarket = Type.Static<typeof CatalogMarket>;
export const CatalogMarkets = Type.Array(CatalogMarket);
/** `GET /markets/slug/{slug}`, served by the read `market-by-slug`. */
export const MarketSlugParams = Type.Object({
  slug: Type.String({ minLength: 1, maxLength: 300, description: 'market slug' }),
});

/** A dated note to the rules of an event. */
export const Clarification = Type.Object({
  number: Type.Integer({ minimum: 1, description: 'from 1, in the order of time' }),
  text: Type.String(),
  createdAt: common.IsoTime,
});

export const Event = Type.Object({
  id: Type.String(),
  ticker: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  resolutionSource: Type.String(),
  image: Type.String(),
  icon: Type.String(),
  startDate: common.StartDate,
  creationDate: common.IsoTime,
  endDate: common.EndDate,
  createdAt: common.IsoTime,
  updatedAt: common.IsoTime,
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  tags: Type.Array(Tag),
  markets: Type.Array(EventMarket),
  series: Type.Array(Series),
  eventMetadata: Type.Object({}, { additionalProperties: true, description: 'free-form' }),
  // Additive from here on.
  version,
  negRisk: Type.Boolean(),
  negRiskMarketID: Type.String(),
  volume: figure('sum over its markets; so are the next two'),
  volume24hr: Type.Number(),
  liquidity: Type.Number(),
  closedTime: Type.Optional({
    ...common.IsoTime,
    description: 'the last closedTime of its markets, once it is closed',
  }),
  creator: text('address or site that created it; empty when unknown'),
  sites: Type.Array(Type.String(), { description: 'sites it is available on; empty = everywhere' }),
  clarifications: Type.Array(Clarification, { description: 'notes to its rules, oldest first' }),
  houseMaker: Type.Optional(HouseMaker),
});
export type Event = Type.Static<typeof Event>;

export const LIST_LIMIT_MAX = 100;
export const LIST_LIMIT_DEFAULT = 20;
/** Largest offset and catalog id: 2^53 - 1. */
export const COUNT_MAX = Number.MAX_SAFE_INTEGER;

const slug = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }));
const id = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: COUNT_MAX, description }));

export const Creator = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'wallet address or site identifier: only what is available on that site',
  }),
);

export const Page = {
  limit: Type.Integer({
    minimum: 1,
    maximum: LIST_LIMIT_MAX,
    default: LIST_LIMIT_DEFAULT,
    description: 'rows that the answer has at most',
  }),
  offset: Type.Integer({ minimum: 0, maximum: COUNT_MAX, default: 0, description: 'rows passed over before them' }),
};

/** Page limit of lists whose bound the interface leaves open: clients of the ecosystem ask for up to this many rows. */
export const WIDE_LIST_LIMIT_MAX = 500;
export const WidePage = { ...Page, limit: common.clampedLimit(1, WIDE_LIST_LIMIT_MAX, LIST_LIMIT_DEFAULT) };

/** Most columns that one list may be sorted by. */
export const SORT_COLUMNS_MAX = 4;
/** Sort columns in order of precedence, in any of their spellings. */
export const sortedBy = <const Column extends string, const Spelling extends string>(
  columns: readonly Column[],
  spellings: Readonly<Record<Spelling, string | null>>,
) =>
  Type.Optional(
    Type.Array(Type.Enum([...columns, ...(Object.keys(spellings) as Spelling[])]), {
      maxItems: SORT_COLUMNS_MAX,
      description:
        'sort columns, comma-separated: the next decides among equals, id at last; without it by id. ' +
        'volume1wk, volume1mo, volume1yr, competitive and featuredOrder are the same for all',
    }),
  );

const least = (what: string) => Type.Optional(amount(`${what} of at least this`));
const most = (what: string) => Type.Optional(amount(`${what} of at most this`));
const bound = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: `${description}: ISO 8601, a day or a time` }));
/** Date ranges that lists accept, bounds included. */
export const DateRanges = {
  start_date_min: bound('start date at this or later'),
  start_date_max: bound('start date at this or earlier'),
  end_date_min: bound('end date at this or later'),
  end_date_max: bound('end date at this or earlier'),
};
/** Amount ranges in collateral, bounds included. */
export const MarketAmountRanges = {
  volume_num_min: least('volumeNum'),
  volume_num_max: most('volumeNum'),
  liquidity_num_min: least('liquidityNum'),
  liquidity_num_max: most('liquidityNum'),
};
export const EventAmountRanges = {
  volume_min: least('volume'),
  volume_max: most('volume'),
  liquidity_min: least('liquidity'),
  liquidity_max: most('liquidity'),
};

/** Most ids in one list parameter. */
export const LIST_NAMES_MAX = 100;
export const IdList = Type.Optional(
  Type.Array(Type.String({ pattern: common.CATALOG_ID_PATTERN, description: 'numeric ids' }), {
    maxItems: LIST_NAMES_MAX,
    description: 'any of these numeric ids, comma-separated or repeated; additive',
  }),
);
export const Slugs = Type.Optional(
  Type.Array(Type.String({ pattern: '^.{1,300}$', description: 'slugs' }), {
    maxItems: LIST_NAMES_MAX,
    description: 'any of these slugs, comma-separated or repeated',
  }),
);
export const Ascending = Type.Boolean({
  default: false,
  description: 'smallest first; without order it turns the order by id round',
});

export const MARKET_SORT_COLUMNS = [
  ...['id', 'question', 'slug', 'startDate', 'endDate', 'createdAt', 'updatedAt', 'closedTime', 'volume', 'volumeNum'],
  ...['volume24hr', 'liquidity', 'liquidityNum', 'bestBid', 'bestAsk', 'lastTradePrice'],
] as const;

/** `GET /markets`, catalog form. Aliases are in the route table. */
export const MarketsQuery = Type.Object({
  ...WidePage,
  active: Type.Optional(flag('only markets with this flag')),
  closed: Type.Optional(flag('only markets with this flag')),
  archived: Type.Optional(flag('only markets with this flag')),
  tag_slug: slug('tag slug'),
  tag_id: id('numeric tag id'),
  event_id: id('numeric event id'),
  event_slug: slug('event slug'),
  conditionId: Type.Optional(common.ConditionIdText),
  id: IdList,
  condition_ids: Type.Optional(
    Type.Array(common.ConditionIdText, {
      maxItems: LIST_NAMES_MAX,
      description: 'any of these condition ids; additive',
    }),
  ),
  clob_token_ids: Type.Optional(
    Type.Array(common.TokenIdText, {
      maxItems: LIST_NAMES_MAX,
      description: 'markets of any of these tokens; additive',
    }),
  ),
  slug: Slugs,
  question_ids: Type.Optional(
    Type.Array(Type.String({ pattern: '^.{1,300}$' }), {
      maxItems: LIST_NAMES_MAX,
      description: 'any of these question ids; additive',
    }),
  ),
  uma_resolution_status: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 100 },
      description: 'resolved: only with a result; proposed or disputed: only with such a proposal; nothing has another',
    }),
  ),
  exclude_tag_id: ExcludedTags,
  recurrence: Recurrence,
  related_tags: RelatedTags,
  include_tag: IncludeTag,
  ...LocaleOfNoEffect,
  ...MARKETS_ABSENT,
  ...MARKET_LIST_OPTIONS,
  ...MarketAmountRanges,
  ...DateRanges,
  order: sortedBy(MARKET_SORT_COLUMNS, MARKET_SORT_SPELLINGS),
  ascending: Ascending,
  creator: Creator,
});
/** The query as the read `markets` receives it: aliases resolved, defaults filled in, `conditionId` lower-case. */
export type MarketsQuery = Type.Static<typeof MarketsQuery>;

/** Parameters of lists that only have the order by id. */
export const ById = {
  order: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'of no effect: these lists are sorted by id' }),
  ),
  ascending: Type.Boolean({ default: false, description: 'oldest first' }),
};

export const TagsQuery = Type.Object({
  ...Page,
  creator: Creator,
  ...CAROUSEL,
  ...TemplateOfNoEffect,
  ...LocaleOfNoEffect,
  ...ById,
});
export type TagsQuery = Type.Static<typeof TagsQuery>;
export const Tags = Type.Array(Tag);

/** `GET /events/{id}`: the id in the path, served by the read `event-by-id`. */
export const EventIdParams = Type.Object({
  id: Type.Integer({ minimum: 0, maximum: COUNT_MAX, description: 'catalog id of the event' }),
});
/** `GET /events/slug/{slug}`, served by the read `event-by-slug`. */
export const EventSlugParams = Type.Object({
  slug: Type.String({ minLength: 1, maxLength: 300, description: 'event slug' }),
});
export const EventQuery = Type.Object({ creator: Creator, ...EVENT_OPTIONS });
/** `GET /markets/{condition_id}` and `GET /markets/slug/{slug}`. */
export const MarketQuery = Type.Object({ include_tag: IncludeTag, ...LocaleOfNoEffect });
export type MarketQuery = Type.Static<typeof MarketQuery>;

/** `GET /markets/{condition_id}/tags`: a catalog id or a condition id. */
export const MarketTagsParams = Type.Object({
  condition_id: Type.String({
    pattern: '^([0-9]{1,15}|0x[0-9a-fA-F]{62}([0-9a-fA-F]{2})?)$',
    description: 'catalog id or condition id',
  }),
});

export type EventByIdParameters = Type.Static<typeof EventIdParams> & Type.Static<typeof EventQuery>;
export type EventBySlugParameters = Type.Static<typeof EventSlugParams> & Type.Static<typeof EventQuery>;
