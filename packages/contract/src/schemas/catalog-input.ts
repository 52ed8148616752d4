/**
 * Operator input that adds to the catalog or changes it. These schemas are documentation; the venue's own reader checks
 * the input field by field, so that a refusal names the path of the field. Additional names from records of the
 * ecosystem are ignored, all other names are refused; null counts as not given.
 */
import { type TProperties, type TSchema, Type } from 'typebox';
import { amount } from '../described.ts';
import { MARKET_VERSIONS } from '../position-ids.ts';
import {
  LABEL_LENGTH_MAX,
  NO_END_DATE,
  SLUG_LENGTH_MAX,
  TEXT_LENGTH_MAX,
  TITLE_LENGTH_MAX,
  URL_LENGTH_MAX,
} from './common.ts';

/** The type allows any record: it may be one of the ecosystem's, with many more fields. */
type CatalogRecord = Readonly<Record<string, unknown>>;
const record = (schema: TSchema) => Type.Unsafe<CatalogRecord>(schema);

const MAY_COPY = 'Further fields of the same record in the ecosystem are ignored, other names refused.';

const optional = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]));

const text = (maxLength: number, description?: string): TSchema =>
  Type.String({ maxLength, ...(description !== undefined && { description }) });
const flag = (description?: string): TSchema => Type.Boolean(description === undefined ? {} : { description });
const date = (description?: string): TSchema =>
  Type.String({ maxLength: 40, description: `ISO 8601${description === undefined ? '' : `; ${description}`}` });
const id = Type.Union(
  [Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }), Type.String({ pattern: '^([1-9][0-9]{0,14})?$' })],
  { description: 'public number; given by the venue by default' },
);
const slug = Type.String({
  maxLength: SLUG_LENGTH_MAX,
  pattern: '^[^\\s/?#%&,"\\\\]*$',
  description: 'made from the title by default',
});
/** A number, or a number as text: `0.01` or `"0.01"`. */
const decimal = (description: string): TSchema =>
  Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^(0|[1-9][0-9]{0,15})(\\.[0-9]{1,20})?$' })], {
    description,
  });
const pair = (description: string): TSchema =>
  Type.Union([Type.Array(Type.String()), Type.String({ description: 'the same array as JSON text' })], { description });

const dates = { createdAt: date('now by default'), updatedAt: date('now by default') };
const visibility = {
  active: flag('default true'),
  closed: flag('default false'),
  archived: flag('default false'),
};
const changedVisibility = { active: flag(), closed: flag(), archived: flag() };
const words = {
  description: text(TEXT_LENGTH_MAX),
  resolutionSource: text(URL_LENGTH_MAX),
  image: text(URL_LENGTH_MAX, 'URL'),
  icon: text(URL_LENGTH_MAX, 'URL'),
  startDate: date(),
  endDate: date(),
};

const version = (description: string): TSchema => Type.Enum([...MARKET_VERSIONS], { description });

const tag = { id, slug, ...dates, requiresTranslation: flag('default false') };
export const TagInput = record(
  Type.Object(
    { label: Type.String({ minLength: 1, maxLength: LABEL_LENGTH_MAX }), ...optional(tag) },
    { description: MAY_COPY },
  ),
);

const series = {
  id,
  slug,
  ticker: text(TITLE_LENGTH_MAX, 'the slug by default'),
  seriesType: text(LABEL_LENGTH_MAX),
  recurrence: text(LABEL_LENGTH_MAX),
  image: text(URL_LENGTH_MAX, 'URL'),
  icon: text(URL_LENGTH_MAX, 'URL'),
  ...visibility,
  ...dates,
};
export const SeriesInput = record(
  Type.Object(
    { title: Type.String({ minLength: 1, maxLength: TITLE_LENGTH_MAX }), ...optional(series) },
    { description: MAY_COPY },
  ),
);

const marketWords = {
  ...words,
  gameStartTime: date(),
  groupItemTitle: text(LABEL_LENGTH_MAX, 'its name within the event'),
};
const marketTerms = {
  orderPriceMinTickSize: decimal('0.1, 0.01, 0.005, 0.0025, 0.001 or 0.0001; default 0.01'),
  orderMinSize: decimal('shares, at most 6 decimals; default 5'),
  takerBaseFee: decimal('taker fee rate in 1/10000, an integer of 0..10000; default 0'),
  makerBaseFee: decimal('in 1/10000; shown, never charged: makers pay no fee'),
  closeTime: date(
    'trading ends then, and what rests is cancelled; default none; in a patch empty or null takes it away',
  ),
};
const recordedTerms = {
  feesEnabled: flag('of a record of the ecosystem: false means no fee; true, that takerBaseFee is only a mark'),
  feeType: text(
    100,
    'of such a record: its category, as in crypto_fees; without feeSchedule the category’s published rate is taken',
  ),
  feeSchedule: Type.Object(
    { rate: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })) },
    {
      additionalProperties: true,
      description: 'of such a record: with exponent 1 its rate is taken instead of takerBaseFee',
    },
  ),
  clobRewards: Type.Array(
    Type.Object(
      { assetAddress: text(66), rewardsDailyRate: Type.Number({ minimum: 0 }) },
      { additionalProperties: true },
    ),
    { maxItems: 20, description: 'shown only, as rewards.rates' },
  ),
};
const market = {
  id,
  slug,
  version: version('that of its event'),
  conditionId: Type.String({
    pattern: '^(0x[0-9a-fA-F]{62}([0-9a-fA-F]{2})?)?$',
    description: 'given by the venue by default',
  }),
  questionID: text(66),
  ...marketWords,
  startDate: date('that of its event by default'),
  endDate: date('that of its event by default'),
  outcomes: pair('two different labels; default Yes and No'),
  clobTokenIds: pair('two different token ids in decimal digits; random by default'),
  ...marketTerms,
  ...recordedTerms,
  ...visibility,
  acceptingOrders: flag('default true while active and not closed'),
  negRisk: flag('that of its event'),
  negRiskMarketID: text(66),
  negRiskRequestID: text(66),
  marketMakerAddress: text(66),
  notificationsEnabled: flag('shown only'),
  enableOrderBook: flag('shown only; acceptingOrders says whether orders are taken'),
  acceptingOrdersTimestamp: date('shown only'),
  secondsDelay: amount('shown only: orders match at once'),
  rewardsMinSize: amount('shown only'),
  rewardsMaxSpread: amount('shown only'),
  is5050Outcome: flag('shown only'),
  ...dates,
};
export const MarketInput = record(
  Type.Object(
    { question: Type.String({ minLength: 1, maxLength: TITLE_LENGTH_MAX }), ...optional(market) },
    { description: MAY_COPY },
  ),
);

const named = (item: TSchema): TSchema =>
  Type.Array(Type.Union([Type.String(), item]), {
    description: 'by name or as an object; one whose slug the venue has is referred to, others are added',
  });
const event = {
  id,
  slug,
  ticker: text(TITLE_LENGTH_MAX, 'the slug by default'),
  ...words,
  startDate: date('now by default'),
  endDate: date(`${NO_END_DATE} is shown by default, which stands for none`),
  creationDate: date('now by default'),
  ...dates,
  ...visibility,
  version: version('v2: its markets have structured ids, and their orders the domain of version 3; default v1'),
  negRisk: flag('at most one of its markets resolves to Yes; default: what all markets say, else false'),
  negRiskMarketID: text(66),
  tags: named(TagInput),
  series: named(SeriesInput),
  markets: Type.Array(MarketInput),
  sites: pair('names of sites that the event is restricted to; default none, everywhere'),
  creator: text(LABEL_LENGTH_MAX, 'site or wallet'),
  eventMetadata: Type.Object({}, { additionalProperties: true, description: 'kept as given' }),
};
export const EventInput = record(
  Type.Object(
    { title: Type.String({ minLength: 1, maxLength: TITLE_LENGTH_MAX }), ...optional(event) },
    { description: MAY_COPY },
  ),
);

export const EventPatch = record(
  Type.Object(
    optional({ title: text(TITLE_LENGTH_MAX), ticker: text(TITLE_LENGTH_MAX), ...words, ...changedVisibility }),
    {
      minProperties: 1,
      additionalProperties: false,
      description: 'what changes, at least one field',
    },
  ),
);

export const MarketPatch = record(
  Type.Object(
    optional({
      question: text(TITLE_LENGTH_MAX),
      ...marketWords,
      ...marketTerms,
      ...changedVisibility,
      acceptingOrders: flag(),
    }),
    {
      minProperties: 1,
      description:
        'What changes, at least one field. The names of GET /markets/{condition_id} are understood, too: ' +
        'minimum_tick_size, minimum_order_size, taker_base_fee, maker_base_fee, accepting_orders, end_date_iso, game_start_time, close_time.',
    },
  ),
);
