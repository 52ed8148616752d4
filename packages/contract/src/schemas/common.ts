/**
 * Building blocks of the wire format: identifiers, amounts and times in requests and responses. Every schema is plain
 * JSON Schema, and the static types are derived from the schemas. Independent of the exchange's own types.
 */
import { Type } from 'typebox';
import { count, strict, text } from '../described.ts';
import { RefusalDetails } from './refusal.ts';

/** Length limits for texts of the catalog, in UTF-16 units: shared by the descriptions and the checks. */
export const TITLE_LENGTH_MAX = 500;
export const TEXT_LENGTH_MAX = 50_000;
export const URL_LENGTH_MAX = 2_000;
export const LABEL_LENGTH_MAX = 200;
export const SLUG_LENGTH_MAX = 250;

/** The `endDate` of an event or market without one: sorts last, and fits nanoseconds in 64 bits. */
export const NO_END_DATE = '2199-12-31T00:00:00Z';

/** An id of the catalog: of an event, market, tag or series. */
export const CATALOG_ID_PATTERN = '^(0|[1-9][0-9]{0,14})$';

/** A flag that clients also write as a number. */
export const FLAG_OR_NUMBER_PATTERN = '^([0-9]{1,9}|[tT][rR][uU][eE]|[fF][aA][lL][sS][eE])$';

export const ADDRESS_PATTERN = '^0x[0-9a-fA-F]{40}$';
export const HASH_PATTERN = '^0x[0-9a-fA-F]{64}$';
/** A condition id. Those of markets of version v2 are 31 bytes, and are accepted as such and with a zero byte behind. */
export const CONDITION_ID_PATTERN = '^0x[0-9a-fA-F]{62}([0-9a-fA-F]{2})?$';
/** Token ids are 256-bit integers in decimal. */
export const TOKEN_ID_PATTERN = '^(0|[1-9][0-9]{0,77})$';
/** A 256-bit integer in decimal. */
export const UINT256_PATTERN = '^(0|[1-9][0-9]{0,77})$';
/** An order amount in millionths: below 10^16; the exchange checks the exact bound. */
export const MICROS_PATTERN = '^(0|[1-9][0-9]{0,15})$';
/** A plain decimal with at most 6 decimals: no sign, no exponent, no leading zeros. */
export const DECIMAL_PATTERN = '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,6})?$';

/** Marks a number whose larger values the profile `polymarket` takes as the maximum; others refuse them. */
export const CLAMPED = 'x-clamped';
/** Rows of a page whose bound the interface leaves open. */
export const clampedLimit = (
  minimum: number,
  maximum: number,
  byDefault: number,
  rows = 'rows that the answer has at most',
) =>
  Type.Integer({
    ...{ minimum, maximum, default: byDefault, [CLAMPED]: true },
    description: `${rows}; the profile polymarket takes more than ${maximum} as ${maximum}`,
  });

/** For request bodies: unknown fields are refused, never ignored. */
export const STRICT = { additionalProperties: false } as const;

/** Wallet address in a request: lower-case, or with a correct checksum. */
export const AddressText = Type.String({
  pattern: ADDRESS_PATTERN,
  description: 'wallet address: 0x and 40 hex digits, all lower-case or with a correct checksum',
});
export const ConditionIdText = Type.String({
  pattern: CONDITION_ID_PATTERN,
  description: 'condition id: 0x and 64 hex digits; 62 for one of a market of version v2',
});
/** 32 bytes in hex: order ids, hashes. */
export const HashText = Type.String({ pattern: HASH_PATTERN, description: '0x and 64 hex digits' });
export const TokenIdText = Type.String({
  pattern: TOKEN_ID_PATTERN,
  description: 'outcome token id: a 256-bit integer in decimal digits',
});
/** Decimal amount in a request, in whole units of collateral or shares. */
export const DecimalText = Type.String({
  pattern: DECIMAL_PATTERN,
  description: 'decimal with at most 6 decimals, without sign, exponent or leading zeros',
});
export const DecimalAnswer = text('decimal without exponent and without trailing zeros');
const ISO_TIME = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z';
export const IsoTime = Type.String({ pattern: `^${ISO_TIME}$`, description: 'ISO 8601 time in UTC' });
export const IsoDay = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'the day of startDate or endDate, in UTC; additive',
});
/** A date that may be unknown: '' by the interface, null for the public clients, which parse every text as a date. */
const unknownAsNull = (description: string, pattern: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], pattern, description });
export const IsoTimeOrEmpty = unknownAsNull(
  'ISO 8601 time in UTC; empty when unknown, in the profile polymarket null',
  `^(${ISO_TIME})?$`,
);
/** The time by which the question is to be settled, as set by the operator. */
export const EndDate = Type.String({
  pattern: `^${ISO_TIME}$`,
  description: `ISO 8601 time in UTC; ${NO_END_DATE} for one without an end`,
});
/** The time at which it began. */
export const StartDate = Type.String({
  pattern: `^${ISO_TIME}$`,
  description: 'ISO 8601 time in UTC; when it was created if nothing else was said, or its end if that is earlier',
});
/** The time at which trading in a market ends, or '' if it ends only with the result. */
export const CloseTime = unknownAsNull(
  'ISO 8601 time in UTC from which on no order is taken; empty, in the profile polymarket null: trading ends with the result; additive',
  `^(${ISO_TIME})?$`,
);
/** The time at which trading in a market opens, or '' once it has. */
export const OpenTime = unknownAsNull(
  'ISO 8601 time in UTC before which no order is taken; empty, in the profile polymarket null: trading has opened; additive',
  `^(${ISO_TIME})?$`,
);
/** The end date in the trading clients' form. */
export const EndDateIso = unknownAsNull(
  `ISO 8601 time in UTC; ${NO_END_DATE} for one without an end, in the profile polymarket null`,
  `^${ISO_TIME}$`,
);
export const SideText = Type.Enum(['BUY', 'SELL'], { description: 'BUY or SELL, for the outcome named' });

/** Body of most errors. */
export const PlainError = strict({
  error: text('what was wrong, in words'),
  code: Type.Optional(text('the same for programs; additive')),
  retry_after_seconds: Type.Optional(count('seconds until a retry makes sense')),
  heartbeat_id: Type.Optional(
    text('with `Invalid Heartbeat ID` only: the id expected; empty when the key is not armed'),
  ),
  error_msg: Type.Optional(text('with `Invalid Heartbeat ID` only: the text of `error` again, where clients read it')),
  orderID: Type.Optional(text('of a refused order whose signed fields could be read: its id; additive')),
  call: Type.Optional(Type.Integer({ minimum: 1, description: 'of a relayed batch only: the call that is meant' })),
  chainId: Type.Optional(count('with `members_only` only: chain of a sign-in by a wallet; as in `GET /venue`')),
  authMessage: Type.Optional(text('with `members_only` only: message that the wallet signs')),
  authPrefix: Type.Optional(text('with `members_only` only: prefix of the headers')),
  details: Type.Optional(RefusalDetails),
});

export const CatalogError = strict({
  type: Type.Enum([
    'bad request',
    'not found error',
    'unauthorized',
    'forbidden',
    'conflict',
    'unprocessable content',
    'rate limited',
    'internal error',
    'service unavailable',
  ]),
  error: Type.String(),
  details: Type.Optional(RefusalDetails),
});

/** Id of a row in `/trades` or `/activity`. */
export const RowId = text(
  'id of the row, decimal digits: one for each leg of a trade, the same in /trades and /activity; larger is newer; additive',
);

/** Asset name in the data service. */
export const AssetText = text(
  '<condition id>:<outcome index>; the decimal token id at that service’s own host in the profile polymarket',
);

/** Settlement statuses of a trade, in the ecosystem's terms. */
const TRADE_STATUSES = [...['MATCHED_NOT_BROADCASTED', 'MATCHED', 'MINED', 'RETRYING', 'CONFIRMED', 'FAILED']] as const;

export const TradeStatus = Type.Enum([...TRADE_STATUSES], {
  description:
    'CONFIRMED: a match and its settlement are one step; the user feed of the profile polymarket says MATCHED first. The others are shown by a sandbox alone, where that goes wrong on purpose',
});
export type TradeStatus = Type.Static<typeof TradeStatus>;

// Moments and durations in requests: in milliseconds, or as text.

/** 9999-12-31T23:59:59.999Z, the latest moment. */
export const LATEST_MS = 253_402_300_799_999;

export const MOMENT_PATTERN =
  '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$';
export const MOMENT_OR_NOW_PATTERN = `${MOMENT_PATTERN}|^now$`;
export const DURATION_PATTERN = '^(?:\\d{1,12}(?:ms|s|m|h|d))+$';

export const TimeMs = Type.Integer({ minimum: 0, maximum: LATEST_MS, description: 'Unix milliseconds' });

export const MomentText = Type.String({ pattern: MOMENT_PATTERN, maxLength: 40, description: 'ISO 8601' });

export const Moment = Type.Union([TimeMs, MomentText]);

export const Duration = Type.Union([
  Type.Integer({ minimum: 0, maximum: LATEST_MS, description: 'milliseconds' }),
  Type.String({ pattern: DURATION_PATTERN, maxLength: 40, description: 'as 250ms, 90s, 15m, 24h, 7d or 1h30m' }),
]);
