/**
 * Query parameters of the catalog that public clients know and this venue has nothing for: display options without
 * effect, filters whose data no market here has, and other spellings of sort columns.
 */
import { Type } from 'typebox';
import { CATALOG_ID_PATTERN } from './common.ts';

const TEXT_LENGTH_MAX = 300;
const NAMES_MAX = 100;

const noEffect = (description: string) => Type.Optional(Type.Boolean({ description: `${description}; of no effect` }));
const ofNone = (what: string) =>
  Type.Optional(Type.Boolean({ description: `true: ${what} alone, which there are none of here` }));
const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, description }));

export const IncludeTag = Type.Optional(
  Type.Boolean({ description: 'true: the market has `tags`, those of its event; additive' }),
);
export const LocaleOfNoEffect = { locale: text('language; of no effect') };
export const TemplateOfNoEffect = { include_template: noEffect('with its template') };
export const RelatedTags = noEffect('with related tags, which there are none of here');
/** Display options of an event. */
export const EVENT_OPTIONS = {
  include_chat: noEffect('with its chat'),
  include_template: noEffect('with its template'),
  include_best_lines: noEffect('with the best lines of a game'),
  ...LocaleOfNoEffect,
};

export const ExcludedTags = Type.Optional(
  Type.Array(Type.String({ pattern: CATALOG_ID_PATTERN, description: 'numeric ids' }), {
    maxItems: NAMES_MAX,
    description: 'none with any of these numeric tag ids, comma-separated or repeated',
  }),
);
export const Recurrence = text('recurrence of a series it belongs to, such as daily');

/** Options of lists that change nothing here. */
export const TAG_MATCH = {
  tag_match: Type.Optional(
    Type.Enum(['any', 'all'], { description: 'of no effect: a list is filtered by one tag at a time' }),
  ),
};
export const EVENT_LIST_OPTIONS = {
  ...TAG_MATCH,
  include_children: noEffect('with the events below it, which there are none of here'),
  featured_order: noEffect('in the order in which they are featured'),
};
export const MARKET_LIST_OPTIONS = { ...TAG_MATCH, decimalized: noEffect('with odds as decimals') };

/** Filters on data that no event or market here has: asking for it finds nothing, asking for its absence everything. */
const ABSENT = { cyom: ofNone('created by users') };
export const EVENTS_ABSENT = {
  ...ABSENT,
  live: ofNone('live events'),
  featured: ofNone('featured events'),
  ended: ofNone('events whose game has ended'),
  event_date: text('events of games of this day, which there are none of here'),
  event_week: Type.Optional(Type.Integer({ minimum: 0, description: 'events of this week of a season: none here' })),
  game_id: text('events of this game, which there are none of here'),
  parent_event_id: text('events below this one, which there are none of here'),
  partner_slug: text('events of this partner, which there are none of here'),
  start_time_min: text('events of games from this time on, which there are none of here'),
  start_time_max: text('events of games until this time, which there are none of here'),
};
export const MARKETS_ABSENT = {
  ...ABSENT,
  rfq_enabled: ofNone('markets with quotes'),
  game_id: text('markets of this game, which there are none of here'),
  sports_market_types: Type.Optional(
    Type.Array(Type.String({ description: 'types' }), {
      maxItems: NAMES_MAX,
      description: 'markets of these types of sport, which there are none of here',
    }),
  ),
  rewards_min_size: Type.Optional(
    Type.Number({ minimum: 0, description: 'rewards for orders of at least this; above 0 there are none here' }),
  ),
};
export const CAROUSEL = { is_carousel: ofNone('tags of the carousel') };

/** True if a query names data that nothing here has; false, 0 and an absent parameter ask for no such data. */
export function asksForAbsent(query: object): boolean {
  const names = Object.keys({ ...EVENTS_ABSENT, ...MARKETS_ABSENT, ...CAROUSEL });
  return names.some((name) => Boolean((query as Readonly<Record<string, unknown>>)[name]));
}

/** Other spellings of sort columns. Null: a column without data, among which the next column decides. */
export const EVENT_SORT_SPELLINGS = {
  start_date: 'startDate',
  end_date: 'endDate',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  closed_time: 'closedTime',
  volume_24hr: 'volume24hr',
  volume1wk: null,
  volume_1wk: null,
  volume1mo: null,
  volume_1mo: null,
  volume1yr: null,
  volume_1yr: null,
  competitive: null,
  featuredOrder: null,
  featured_order: null,
} as const;
export const MARKET_SORT_SPELLINGS = {
  ...EVENT_SORT_SPELLINGS,
  volume_num: 'volumeNum',
  liquidity_num: 'liquidityNum',
  best_bid: 'bestBid',
  best_ask: 'bestAsk',
  last_trade_price: 'lastTradePrice',
} as const;

/** The sort columns with data that an order names, in their first spelling; undefined if it names none. */
export function sortColumns<Column extends string>(
  order: readonly string[] | undefined,
  spellings: Readonly<Record<string, string | null>>,
): readonly Column[] | undefined {
  const columns = order?.map((name) => (Object.hasOwn(spellings, name) ? spellings[name] : name)) ?? [];
  const distinct = new Set(columns.filter((column) => column !== null));
  return distinct.size === 0 ? undefined : ([...distinct] as Column[]);
}
