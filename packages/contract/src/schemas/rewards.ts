/**
 * Queries and answers of the rewards and rebates programmes that the public trading clients ask for. The venue has
 * neither: filters are checked for their form and have no effect, and every list is empty.
 */
import { Type } from 'typebox';
import { flag } from '../described.ts';
import { LIST_NAMES_MAX } from './catalog.ts';
import { AddressText, CATALOG_ID_PATTERN } from './common.ts';
import { Cursor, page } from './ecosystem.ts';

const NO_EFFECT = 'of no effect';
const word = (maxLength: number) => Type.Optional(Type.String({ maxLength, description: NO_EFFECT }));
const names = Type.Optional(
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: LIST_NAMES_MAX, description: NO_EFFECT }),
);
const ids = Type.Optional(
  Type.Array(Type.String({ pattern: CATALOG_ID_PATTERN, description: 'catalog ids' }), {
    maxItems: LIST_NAMES_MAX,
    description: NO_EFFECT,
  }),
);
const filter = Type.Optional(flag(NO_EFFECT));
const bound = Type.Optional(Type.Number({ minimum: 0, description: NO_EFFECT }));
const page_size = Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'rows of a full page' }));
const sorted = { order_by: word(40), position: word(40) };
const searched = { q: word(200), tag_slug: names };

/** `GET /rewards/user` and `/rewards/user/total`. */
export const RewardsQuery = Type.Object({
  date: Type.Optional(Type.String({ maxLength: 40, description: 'day, YYYY-MM-DD' })),
  signature_type: word(4),
  maker_address: Type.Optional(AddressText),
  sponsored: filter,
  next_cursor: Cursor,
  ...sorted,
  no_competition: word(5),
});
export type RewardsQuery = Type.Static<typeof RewardsQuery>;

/** `GET /rewards/user/markets`. */
export const RewardsMarketsQuery = Type.Object({
  ...RewardsQuery.properties,
  page_size,
  ...searched,
  favorite_markets: filter,
  only_mergeable: filter,
  only_open_orders: filter,
  only_open_positions: filter,
});
export type RewardsMarketsQuery = Type.Static<typeof RewardsMarketsQuery>;

/** `GET /rewards/user/percentages`. */
export const RewardsPercentagesQuery = Type.Object({
  signature_type: Type.Optional(Type.String({ pattern: '^[0-3]?$', description: '0 to 3; of no effect' })),
  maker_address: Type.Optional(AddressText),
});

/** `GET /rewards/markets/current` and `/rewards/markets/{condition_id}`. */
export const RewardsConfigurationQuery = Type.Object({ sponsored: filter, next_cursor: Cursor });

/** `GET /rewards/markets/multi`. */
export const RewardedMarketsQuery = Type.Object({
  page_size,
  ...searched,
  exclude_tag_slug: names,
  market_id: ids,
  event_id: ids,
  event_title: word(200),
  ...sorted,
  min_volume_24hr: bound,
  max_volume_24hr: bound,
  min_spread: bound,
  max_spread: bound,
  min_price: bound,
  max_price: bound,
  next_cursor: Cursor,
});

/** A page of any of the lists. */
export const NoRewards = page(Type.Object({}, { additionalProperties: true }));
export const NoTotals = Type.Array(Type.Object({}, { additionalProperties: true }), {
  maxItems: 0,
  description: 'always empty',
});

/** `GET /rebates/current`. */
export const RebatesQuery = Type.Object({
  date: Type.String({
    pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
    description: 'day, YYYY-MM-DD',
  }),
  maker_address: AddressText,
});
export type RebatesQuery = Type.Static<typeof RebatesQuery>;
/** The public clients' form for a day without rebates: null, and no empty list. */
export const NoRebates = Type.Null({ description: 'always null' });
