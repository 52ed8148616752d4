/** The field lists of the interface, taken from its tables, and a check of resources against them. */
import { isTrue } from './compare.ts';
import { parsed } from './http.ts';

export type Fields = Readonly<Record<string, FieldType>>;

const of = (type: FieldType, names: string): Fields =>
  Object.fromEntries(names.split(' ').map((name): [string, FieldType] => [name, type]));

export const TRADE_FILL: Fields = {
  ...of('string', 'proxyWallet asset conditionId title slug icon eventSlug outcome name pseudonym bio profileImage'),
  ...of('string', 'profileImageOptimized transactionHash'),
  ...of('number', 'size price usdcSize'),
  ...of('integer', 'timestamp outcomeIndex'),
  side: 'side',
};
export const EVENT_MARKET: Fields = {
  ...of('string', 'id question conditionId slug resolutionSource image icon description questionID'),
  ...of('time', 'endDate startDate createdAt updatedAt'),
  ...of('json-strings', 'outcomes clobTokenIds'),
  ...of('boolean', 'active closed archived'),
};
export const CATALOG_MARKET: Fields = { ...EVENT_MARKET, events: 'array' };
export const EVENT_REFERENCE: Fields = of('string', 'id ticker slug title');
export const LISTING_ITEM: Fields = {
  ...of('boolean', 'enable_order_book active closed archived accepting_orders notifications_enabled neg_risk'),
  ...of('boolean', 'is_50_50_outcome'),
  ...of('string', 'accepting_order_timestamp end_date_iso game_start_time condition_id question_id question'),
  ...of('string', 'market_slug description fpmm neg_risk_market_id neg_risk_request_id icon image'),
  ...of('number', 'minimum_order_size minimum_tick_size seconds_delay maker_base_fee taker_base_fee'),
  rewards: 'object',
  tokens: 'array',
  tags: 'strings',
};
export const MARKET_DETAIL: Fields = {
  ...LISTING_ITEM,
  ...of('boolean', 'itode screening_check_enabled'),
  ...of('string', 'slug status'),
  ...of('number', 'taker_order_delay_ms order_age_seconds'),
  ...of('strings', 'assets_ids outcomes'),
  ...of('object', 'event raw_metadata'),
  market_id: 'integer',
};
/** Fields of market detail that a listing item lacks. */
export const DETAIL_ONLY: readonly string[] = Object.keys(MARKET_DETAIL).filter((name) => !(name in LISTING_ITEM));
export const MARKET_TOKEN: Fields = { ...of('string', 'token_id outcome'), price: 'number', winner: 'boolean' };
export const EVENT: Fields = {
  ...of('string', 'id ticker slug title description resolutionSource image icon'),
  ...of('time', 'startDate creationDate endDate createdAt updatedAt'),
  ...of('boolean', 'active closed archived'),
  ...of('array', 'tags markets series'),
  eventMetadata: 'object',
};
export const SERIES: Fields = {
  ...of('string', 'id ticker slug title seriesType recurrence image icon'),
  ...of('boolean', 'active closed archived'),
  ...of('time', 'createdAt updatedAt'),
};
export const TAG: Fields = {
  ...of('string', 'id label slug'),
  ...of('time', 'createdAt updatedAt'),
  requiresTranslation: 'boolean',
};
export const COMMENT: Fields = {
  ...of('string', 'id body parentEntityType parentCommentID userAddress replyAddress'),
  ...of('integer', 'parentEntityID reportCount reactionCount replyCount'),
  ...of('time', 'createdAt updatedAt'),
  ...of('array', 'reactions replies'),
  profile: 'object',
};
export const PROFILE: Fields = {
  ...of('string', 'name pseudonym bio proxyWallet baseAddress profileImage'),
  ...of('boolean', 'displayUsernamePublic isMod isCreator'),
  profileImageOptimized: 'object',
  positions: 'array',
};
export const BOOK: Fields = {
  ...of('string', 'market asset_id timestamp hash last_trade_price'),
  ...of('decimal', 'min_order_size tick_size'),
  ...of('array', 'bids asks'),
  neg_risk: 'boolean',
};
export const BOOK_LEVEL: Fields = of('decimal', 'price size');
export const LAST_TRADE_PRICE: Fields = { token_id: 'string', price: 'decimal', side: 'side' };
export const SINGLE_ORDER: Fields = {
  ...of('string', 'id status market originalSize outcome makerAddress owner price sizeMatched assetId type'),
  associateTrades: 'strings',
  side: 'side',
  createdAt: 'time',
};
export const ORDER_RESULT: Fields = {
  ...of('string', 'errorMsg orderID takingAmount makingAmount status'),
  success: 'boolean',
};
export const BUILDER_TRADE: Fields = {
  ...of('string', 'id taker_order_id market asset_id side size fee_rate_bps price status outcome maker_address owner'),
  ...of('string', 'transaction_hash type'),
  ...of('time', 'match_time last_update'),
  bucket_index: 'integer',
  maker_orders: 'array',
};
const MAKER = 'order_id maker_address owner matched_amount fee_rate_bps price asset_id outcome side';
export const BUILDER_MAKER: Fields = of('string', MAKER);
export const HOLDER: Fields = {
  ...of('string', 'proxyWallet bio asset pseudonym name profileImage profileImageOptimized'),
  amount: 'number',
  displayUsernamePublic: 'boolean',
  outcomeIndex: 'integer',
};

const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z|)$/;
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/;

const isText = (value: unknown): value is string => typeof value === 'string';
const isStrings = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** Kinds of values, each with its check. */
const TYPES = {
  string: isText,
  number: (value: unknown) => typeof value === 'number',
  integer: (value: unknown) => Number.isInteger(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value: unknown) => Array.isArray(value),
  strings: isStrings,
  side: (value: unknown) => value === 'BUY' || value === 'SELL',
  time: (value: unknown) => isText(value) && TIME.test(value),
  decimal: (value: unknown) => isText(value) && DECIMAL.test(value),
  'json-strings': (value: unknown) => isText(value) && isStrings(parsed(value)),
} as const;
type FieldType = keyof typeof TYPES;

/** Checks that every field exists with its type; additional fields are allowed. */
export function hasFields(what: string, value: unknown, fields: Fields): void {
  isTrue(what, TYPES.object(value), 'an object', value);
  const object = value as Readonly<Record<string, unknown>>;
  for (const [name, type] of Object.entries(fields)) {
    const got = object[name];
    isTrue(`${what}: field ${name}`, TYPES[type](got), type, got === undefined ? 'absent' : got);
  }
}
