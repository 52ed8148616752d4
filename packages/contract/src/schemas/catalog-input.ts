/**
 * Operator input that adds to the catalog or changes it. Each field is stated once, with its kind, bounds and schema: the
 * venue's reader follows from it as the documents do, and names the path of a wrong field. Additional names from records
 * of the ecosystem are ignored, all other names are refused; null counts as not given, but not in place of an object that
 * only this venue has.
 */
import { type TSchema, Type } from 'typebox';
import { amount } from '../described.ts';
import { MARKET_VERSIONS } from '../position-ids.ts';
import {
  LABEL_LENGTH_MAX,
  NO_END_DATE,
  SLUG_LENGTH_MAX,
  STRICT,
  TEXT_LENGTH_MAX,
  TITLE_LENGTH_MAX,
  URL_LENGTH_MAX,
} from './common.ts';

/** How a field is read. `own`: together with other fields. */
export type CatalogKind =
  | ('text' | 'link' | 'required' | 'flag' | 'date' | 'instant' | 'slug' | 'id' | 'conditionId')
  | ('rate' | 'tick' | 'micros' | 'shown' | 'strings' | 'metadata' | 'own');

export interface CatalogField<Kind extends CatalogKind = CatalogKind> {
  readonly kind: Kind;
  readonly schema: TSchema;
  /** Length of a text, or of metadata as JSON; items of a list. 0: the kind has its own bounds. */
  readonly max: number;
  /** Value of an absent flag or number, as it is read; undefined for false or 0. */
  readonly fallback: number | boolean | undefined;
}

/** Fields by their names on the wire. */
export type CatalogFields = Readonly<Record<string, CatalogField>>;

/** A decimal without sign and exponent: whole part and fraction. */
export const CATALOG_DECIMAL = /^(0|[1-9][0-9]{0,15})(?:\.([0-9]{1,20}))?$/;
/** A public number; '' for none. */
export const CATALOG_ID = /^([1-9][0-9]{0,14})?$/;

/** The type allows any record: it may be one of the ecosystem's, with many more fields. */
type CatalogRecord = Readonly<Record<string, unknown>>;
const record = (schema: TSchema) => Type.Unsafe<CatalogRecord>(schema);

const optional = (fields: CatalogFields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, Type.Optional(schema)]));

/** Schema of a record with one required field, which is named first. */
function input(name: string, { [name]: required, ...others }: CatalogFields) {
  const description = 'Further fields of the same record in the ecosystem are ignored, other names refused.';
  return record(Type.Object({ ...(required && { [name]: required.schema }), ...optional(others) }, { description }));
}

const field = <Kind extends CatalogKind>(
  kind: Kind,
  schema: TSchema,
  max = 0,
  fallback?: number | boolean,
): CatalogField<Kind> => ({ kind, schema, max, fallback });
const described = (description: string | undefined) => (description === undefined ? {} : { description });

const text = (max: number, description?: string) =>
  field('text', Type.String({ maxLength: max, ...described(description) }), max);
const link = (description: string) =>
  field('link', Type.String({ maxLength: URL_LENGTH_MAX, description }), URL_LENGTH_MAX);
const required = (max: number) => field('required', Type.String({ minLength: 1, maxLength: max }), max);
const flag = (description?: string, fallback?: boolean) =>
  field('flag', Type.Boolean(described(description)), 0, fallback);
const time = <Kind extends CatalogKind>(kind: Kind, note: string) =>
  field(kind, Type.String({ maxLength: 40, description: `ISO 8601${note === '' ? '' : `; ${note}`}` }), 40);
const date = (note = '') => time('date', note);
const decimal = <Kind extends CatalogKind>(kind: Kind, description: string, fallback?: number) => {
  const written = Type.String({ pattern: CATALOG_DECIMAL.source });
  return field(kind, Type.Union([Type.Number({ minimum: 0 }), written], { description }), 0, fallback);
};
const pair = (description: string) => {
  const json = Type.String({ description: 'the same array as JSON text' });
  return field('strings', Type.Union([Type.Array(Type.String()), json], { description }));
};

/** An address, or an id of 32 bytes. */
const hexText = text(66);
const title = required(TITLE_LENGTH_MAX);
const label = required(LABEL_LENGTH_MAX);
const id = field(
  'id',
  Type.Union(
    [Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }), Type.String({ pattern: CATALOG_ID.source })],
    { description: 'public number; given by the venue by default' },
  ),
);
const slug = field(
  'slug',
  Type.String({
    maxLength: SLUG_LENGTH_MAX,
    pattern: '^[^\\s/?#%&,"\\\\]*$',
    description: 'made from the title by default',
  }),
  SLUG_LENGTH_MAX,
);
const ticker = text(TITLE_LENGTH_MAX, 'the slug by default');
const picture = link('URL, without user name and password');
const dates = { createdAt: date('now by default'), updatedAt: date('now by default') };
const version = (description: string) => field('own', Type.Enum([...MARKET_VERSIONS], { description }));
const shown = field('shown', amount('shown only'));

export const CATALOG_VISIBILITY = {
  active: flag('default true', true),
  closed: flag('default false'),
  archived: flag('default false'),
};
const changedVisibility = { active: flag(), closed: flag(), archived: flag() };

/** Text of an event besides its title. */
export const EVENT_TEXT = {
  description: text(TEXT_LENGTH_MAX),
  resolutionSource: link('URL, without user name and password, or text'),
  image: picture,
  icon: picture,
  startDate: date(),
  endDate: date(),
};

export const TAG_FIELDS = { id, label, slug, ...dates, requiresTranslation: flag('default false') };
export const TagInput = input('label', TAG_FIELDS);

export const SERIES_FIELDS = {
  id,
  ticker,
  slug,
  title,
  seriesType: text(LABEL_LENGTH_MAX),
  recurrence: text(LABEL_LENGTH_MAX),
  image: picture,
  icon: picture,
  ...CATALOG_VISIBILITY,
  ...dates,
};
export const SeriesInput = input('title', SERIES_FIELDS);

/** Text of a market besides its question. */
export const MARKET_TEXT = {
  ...EVENT_TEXT,
  gameStartTime: date(),
  groupItemTitle: text(LABEL_LENGTH_MAX, 'its name within the event'),
};
/** Trading terms of a market besides its fees. */
export const MARKET_SIZES = {
  orderPriceMinTickSize: decimal('tick', '0.1, 0.01, 0.005, 0.0025, 0.001 or 0.0001; default 0.01', 100),
  orderMinSize: decimal('micros', 'shares, at most 6 decimals; default 5', 5_000_000),
  closeTime: time(
    'instant',
    'trading ends then, and what rests is cancelled; default: in POST /admin/events the end date if it lies ahead, else none; null or empty: none',
  ),
  openTime: time(
    'instant',
    'no order is taken before it; default none; null or empty: none; once trading has opened, it stays open',
  ),
};
export const MARKET_FEES = {
  takerBaseFee: decimal('rate', 'taker fee rate in 1/10000, an integer of 0..10000; default 0'),
  makerBaseFee: decimal('rate', 'in 1/10000; shown, never charged: makers pay no fee'),
};
const recordedFees = {
  feesEnabled: flag('of a record of the ecosystem: false means no fee; true, that takerBaseFee is only a mark'),
  feeType: text(
    100,
    'of such a record: its category, as in crypto_fees; without feeSchedule the category’s published rate is taken',
  ),
  feeSchedule: field(
    'own',
    Type.Object(
      { rate: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })) },
      {
        additionalProperties: true,
        description: 'of such a record: with exponent 1 its rate is taken instead of takerBaseFee',
      },
    ),
  ),
};
const REWARDS_MAX = 20;
/** Daily rewards of a market. */
export const CLOB_REWARDS = field(
  'own',
  Type.Array(
    Type.Object(
      { assetAddress: hexText.schema, rewardsDailyRate: Type.Number({ minimum: 0 }) },
      { additionalProperties: true },
    ),
    { maxItems: REWARDS_MAX, description: 'shown only, as rewards.rates' },
  ),
  REWARDS_MAX,
);
/** Facts of a market that are passed on as published. */
export const MARKET_FACTS = {
  negRiskMarketID: hexText,
  negRiskRequestID: hexText,
  marketMakerAddress: hexText,
  notificationsEnabled: flag('shown only', true),
  enableOrderBook: flag('shown only; acceptingOrders says whether orders are taken', true),
  acceptingOrdersTimestamp: date('shown only'),
  secondsDelay: field('shown', amount('shown only: orders match at once')),
  rewardsMinSize: shown,
  rewardsMaxSpread: shown,
  is5050Outcome: flag('shown only'),
};
export const MARKET_FIELDS = {
  question: title,
  id,
  slug,
  version: version('that of its event'),
  conditionId: field(
    'conditionId',
    Type.String({ pattern: '^(0x[0-9a-fA-F]{62}([0-9a-fA-F]{2})?)?$', description: 'given by the venue by default' }),
    66,
  ),
  questionID: hexText,
  ...MARKET_TEXT,
  startDate: date('that of its event by default'),
  endDate: date('that of its event by default'),
  outcomes: pair('two different labels; default Yes and No'),
  clobTokenIds: pair('two different token ids in decimal digits; random by default'),
  ...MARKET_SIZES,
  ...MARKET_FEES,
  ...recordedFees,
  clobRewards: CLOB_REWARDS,
  ...CATALOG_VISIBILITY,
  acceptingOrders: flag('default true while active and not closed'),
  negRisk: flag('that of its event'),
  ...MARKET_FACTS,
  ...dates,
};
export const MarketInput = input('question', MARKET_FIELDS);

const named = (item: TSchema) =>
  field(
    'own',
    Type.Array(Type.Union([Type.String(), item]), {
      description: 'by name or as an object; one whose slug the venue has is referred to, others are added',
    }),
  );
/** An amount or a part of 1, as a number or as text. */
const plain = (description: string) =>
  Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: CATALOG_DECIMAL.source })], { description });
/** Terms on which the venue itself quotes the markets of a new event. */
export const HOUSE_MAKER_FIELDS = {
  subsidy: field(
    'own',
    plain('the most that the house can lose in the event: above 0 and at most 1000000, at most 6 decimals'),
  ),
  probabilities: field(
    'own',
    Type.Array(plain('above 0 and below 1, at most 6 decimals'), {
      description:
        'opening probabilities of the first outcomes, one for each market in their order; in an event with one winner they add to 1, and are equal by default; else 0.5 each by default',
    }),
  ),
  spread: field(
    'own',
    plain(
      'distance of the best bid and the best ask: 0 to 0.5, at most 4 decimals; default 0, the ticks on either side of the curve',
    ),
  ),
};
/** Longest unit of a numeric question. */
const UNIT_LENGTH_MAX = 20;
const point = (description: string) => {
  const schema = Type.Union([Type.Number(), Type.String({ maxLength: 40 })], { description });
  return field('own', schema);
};
export const DISTRIBUTION_FIELDS = {
  kind: field(
    'own',
    Type.Enum(['uniform', 'normal', 'weights'], {
      description: 'uniform, the default: by width; a bucket without an end counts as one of mean width',
    }),
  ),
  mean: point('of normal: a number, or a date'),
  deviation: field('own', Type.Number({ minimum: 0, description: 'of normal: standard, above 0; in days for dates' })),
  weights: field('own', Type.Array(Type.Number({ minimum: 0 }), { description: 'of weights: one for each bucket' })),
};
/** A question about a number or a date, whose markets the venue makes: one for each bucket. */
export const NUMERIC_FIELDS = {
  from: point('first edge: a number of at most 15 digits and 6 decimals, or an ISO 8601 date'),
  to: point('last edge'),
  step: point('width of the buckets between them; of dates in days, as 7, or as 1 month, 1 quarter or 1 year'),
  edges: field(
    'own',
    Type.Array(point('').schema, {
      description: 'ascending, in place of from, to and step: between any two is a bucket',
    }),
  ),
  distribution: field(
    'own',
    Type.Object(optional(DISTRIBUTION_FIELDS), {
      ...STRICT,
      description: 'opening probabilities of houseMaker, each at least 0.0005; uniform by default',
    }),
  ),
  unit: text(UNIT_LENGTH_MAX, 'of numbers, as in the titles of the markets'),
  orderPriceMinTickSize: decimal('tick', 'of each market; default 0.01 with up to 10 buckets, else 0.001'),
  orderMinSize: MARKET_SIZES.orderMinSize,
  takerBaseFee: MARKET_FEES.takerBaseFee,
};
const METADATA_MAX = 50_000;
export const EVENT_FIELDS = {
  title,
  id,
  slug,
  ticker,
  ...EVENT_TEXT,
  startDate: date('now by default'),
  endDate: date(`${NO_END_DATE} is shown by default, which stands for none`),
  closeTime: time('instant', 'that of each market without its own'),
  openTime: time('instant', 'that of each market without its own'),
  creationDate: date('now by default'),
  ...dates,
  ...CATALOG_VISIBILITY,
  version: version('v2: its markets have structured ids, and their orders the domain of version 3; default v1'),
  negRisk: flag('at most one of its markets resolves to Yes; default: what all markets say, else false'),
  negRiskMarketID: hexText,
  tags: named(TagInput),
  series: named(SeriesInput),
  markets: field('own', Type.Array(MarketInput)),
  numeric: field(
    'own',
    Type.Object(optional(NUMERIC_FIELDS), {
      ...STRICT,
      description:
        'in place of markets: an event with one winner whose markets are 2 to 200 buckets of a number or a date: below the first edge, from each edge up to the next, and from the last edge on',
    }),
  ),
  houseMaker: field(
    'own',
    Type.Object(optional(HOUSE_MAKER_FIELDS), {
      description:
        'the venue itself quotes all markets of the event from the start, along the curve of a logarithmic market scoring rule; probabilities of numeric follow from its distribution',
    }),
  ),
  sites: pair('names of sites that the event is restricted to; default none, everywhere'),
  creator: text(LABEL_LENGTH_MAX, 'site or wallet'),
  eventMetadata: field(
    'metadata',
    Type.Object({}, { additionalProperties: true, description: 'kept as given' }),
    METADATA_MAX,
  ),
};
export const EventInput = input('title', EVENT_FIELDS);

export const EVENT_PATCH_FIELDS = {
  title,
  ticker: text(TITLE_LENGTH_MAX),
  ...EVENT_TEXT,
  ...changedVisibility,
  openTime: time('instant', 'of all its markets that have not opened; null or empty opens them'),
};
export const EventPatch = record(
  Type.Object(optional(EVENT_PATCH_FIELDS), {
    minProperties: 1,
    additionalProperties: false,
    description: 'what changes, at least one field',
  }),
);

/** Names used by `GET /markets/{condition_id}` for fields of a patch. */
export const MARKET_DETAIL_NAMES: ReadonlyMap<string, string> = new Map([
  ['minimum_tick_size', 'orderPriceMinTickSize'],
  ['minimum_order_size', 'orderMinSize'],
  ['taker_base_fee', 'takerBaseFee'],
  ['maker_base_fee', 'makerBaseFee'],
  ['accepting_orders', 'acceptingOrders'],
  ['end_date_iso', 'endDate'],
  ['game_start_time', 'gameStartTime'],
  ['close_time', 'closeTime'],
  ['open_time', 'openTime'],
]);
export const MARKET_PATCH_FIELDS = {
  question: title,
  ...MARKET_TEXT,
  ...MARKET_SIZES,
  ...MARKET_FEES,
  ...changedVisibility,
  acceptingOrders: flag(),
};
export const MarketPatch = record(
  Type.Object(optional(MARKET_PATCH_FIELDS), {
    minProperties: 1,
    description:
      'What changes, at least one field. The names of GET /markets/{condition_id} are understood, too: ' +
      `${[...MARKET_DETAIL_NAMES.keys()].join(', ')}.`,
  }),
);
