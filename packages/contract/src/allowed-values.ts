/** Describes as text which values a request schema allows: the single source for all refusals of malformed values. */
import type { Type } from 'typebox';
import { CATALOG_DECIMAL } from './schemas/catalog-input.ts';
import * as common from './schemas/common.ts';
import { EMAIL_PATTERN, GROUP_NAME_PATTERN, PERSON_NAME_PATTERN } from './schemas/people.ts';
import { TOKEN_NAME_PATTERN } from './schemas/rights.ts';

/** Text for each pattern. A test checks that every pattern used in a request has one. */
const PATTERN_WORDS: Readonly<Record<string, string>> = {
  [common.ADDRESS_PATTERN]: 'a wallet address: 0x and 40 hex digits, all lower-case or with a correct checksum',
  [EMAIL_PATTERN]: 'an e-mail address',
  [GROUP_NAME_PATTERN]: 'a letter or digit, then letters, digits, spaces and . _ & + -',
  [PERSON_NAME_PATTERN]: 'one line without invisible characters',
  [TOKEN_NAME_PATTERN]: '1 to 40 letters, digits, dots, hyphens and underscores, a letter or digit first',
  [common.HASH_PATTERN]: '0x and 64 hex digits',
  [common.CONDITION_ID_PATTERN]: '0x and 62 or 64 hex digits',
  '^(0x[0-9a-fA-F]{62}([0-9a-fA-F]{2})?)?$': '0x and 62 or 64 hex digits, or nothing',
  [`^$|${common.CONDITION_ID_PATTERN}`]: '0x and 62 or 64 hex digits, or nothing',
  '^0x[0-9a-fA-F]{62}$': '0x and 62 hex digits',
  '^(0x[0-9a-fA-F]{64})?$': '0x and 64 hex digits, or nothing',
  '^$|^0x[0-9a-fA-F]{64}$': '0x and 64 hex digits, or nothing',
  '^0x0{40}$': 'the zero address: 0x and 40 zeros',
  '^0x([0-9a-fA-F]{2})*$': '0x and pairs of hex digits',
  '^0x[0-9a-fA-F]{130}$': '0x and 130 hex digits: 65 bytes',
  '^0x(?:[0-9a-fA-F]{130}|[0-9a-fA-F]{512})$': '0x and 130 or 512 hex digits: 65 or 256 bytes',
  '^0x([0-9a-fA-F]{2}){65,1024}$': '0x and pairs of hex digits: 65 to 1024 bytes',
  [common.TOKEN_ID_PATTERN]: 'a whole number of at most 78 decimal digits',
  '^(0|[1-9][0-9]{0,77})?$': 'a whole number of at most 78 decimal digits, or nothing',
  [common.MICROS_PATTERN]: 'a whole number of at most 16 decimal digits',
  '^[1-9][0-9]{0,15}$': 'a whole number above 0 of at most 16 decimal digits',
  [common.CATALOG_ID_PATTERN]: 'a whole number of at most 15 decimal digits',
  '^([1-9][0-9]{0,14})?$': 'a whole number above 0 of at most 15 decimal digits, or nothing',
  '^(|[1-9][0-9]{0,14})$': 'a whole number above 0 of at most 15 decimal digits, or nothing',
  '^(0|[1-9][0-9]{0,11})$': 'a whole number of at most 12 decimal digits',
  '^(0|[1-9][0-9]{0,11})?$': 'a whole number of at most 12 decimal digits, or nothing',
  '^[1-9][0-9]{0,8}$': 'a whole number above 0 of at most 9 decimal digits',
  '^[0-3]?$': '0, 1, 2, 3 or nothing',
  [common.DECIMAL_PATTERN]: 'a decimal with at most 6 decimals, without sign, exponent or leading zeros',
  [CATALOG_DECIMAL.source]: 'a decimal without sign, exponent or leading zeros',
  '^(1(\\.0{1,4})?|0(\\.[0-9]{1,4})?)$': 'a decimal from 0 to 1 with at most 4 decimals',
  '^[0-9a-f]{32}$': '32 hex digits in small letters',
  '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$': 'a UUID in small letters',
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$': 'a day: YYYY-MM-DD',
  [common.FLAG_OR_NUMBER_PATTERN]: 'true, false or a whole number of at most 9 decimal digits',
  '^[A-Za-z0-9_-]+$': 'the cursor of an answer, as it came',
  '^[A-Za-z0-9_-]{1,64}$': 'an id, as the venue told it',
  '^.{1,300}$': 'text of 1 to 300 characters in one line',
  '^[^\\s/?#%&,"\\\\]*$': 'text without spaces, commas, quotes and any of / ? # % & \\',
  '^([0-9]{1,15}|0x[0-9a-fA-F]{62}([0-9a-fA-F]{2})?)$': 'a catalog id or a condition id',
  '^(0[xX][0-9a-fA-F]{62}([0-9a-fA-F]{2})?|(?!0[xX][^-]*$)[^\\s\\x00-\\x1f\\x7f/?#%&,"\\\\]{1,250})$':
    'a condition id, a catalog id or a market slug',
  '^(Event|Series|market):(0|[1-9][0-9]{0,14})$': 'Event, Series or market, a colon and an id, as Event:12',
  '^(main|[1-9][0-9]*)$': 'main or the number of a branch',
  '^[a-z0-9][a-z0-9-]{0,59}$': '1 to 60 small letters, digits and hyphens, no hyphen first',
  '^(?:(?:GET|POST|PUT|PATCH|DELETE|\\*) )?/\\S{0,199}$':
    'a method or *, a space and a path, or a path alone, as POST /order or /data/*',
  [common.MOMENT_PATTERN]: 'a moment, as 2026-01-01T12:00:00Z',
  [common.MOMENT_OR_NOW_PATTERN]: 'a moment, as 2026-01-01T12:00:00Z, or `now`',
  [common.DURATION_PATTERN]: 'a length of time, as 250ms, 90s, 15m, 24h, 7d or 1h30m',
};

interface Allowed {
  readonly type?: string;
  readonly anyOf?: readonly Type.TSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Type.TSchema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Describes the values that `schema` allows, as text that follows "expected". */
export function allowedValues(schema: Type.TSchema): string {
  const { anyOf, enum: choices, const: only, type, items, pattern, ...bounds } = schema as Allowed;
  if (anyOf !== undefined) return [...new Set(anyOf.map(allowedValues))].join(' or ');
  if (choices !== undefined) return `one of ${choices.join(', ')}`;
  if (only !== undefined) return JSON.stringify(only);
  switch (type) {
    case 'string':
      return pattern === undefined ? 'text' : (PATTERN_WORDS[pattern] ?? `text that matches ${pattern}`);
    case 'integer':
      return `a whole number${rangeOf(bounds)}`;
    case 'number':
      return `a number${rangeOf(bounds)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return items === undefined ? 'a list' : `a list, each item ${allowedValues(items)}`;
    default:
      return type === 'null' ? 'null' : 'an object';
  }
}

function rangeOf({ minimum, maximum }: Allowed): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}
