/**
 * Picks the authentication headers out of a request's raw header list. A parsed list has already joined or dropped
 * duplicates, and the headers that a proxy checked must be the ones checked here: exactly one of each, in the one
 * configured spelling. Also compares their timestamp with the venue's clocks.
 */
import type { DetailsOf } from '@bellwether/contract';

/** Maximum number and length of header names whose meaning is cached; other names are looked up each time. */
const HEADER_NAMES_MAX = 512;
const HEADER_NAME_LENGTH_MAX = 64;

/** Headers of wallet authentication, without the prefix. */
export const L1_FIELDS = ['ADDRESS', 'SIGNATURE', 'TIMESTAMP', 'NONCE'] as const;
/** Headers of API key authentication, without the prefix. */
export const L2_FIELDS = ['ADDRESS', 'API_KEY', 'PASSPHRASE', 'TIMESTAMP', 'SIGNATURE'] as const;

/** Headers of builder keys, without the prefix; the account follows from the key. */
export const BUILDER_FIELDS = [
  'BUILDER_API_KEY',
  'BUILDER_PASSPHRASE',
  'BUILDER_TIMESTAMP',
  'BUILDER_SIGNATURE',
] as const;

export type AuthHeaders<Field extends string> =
  | {
      readonly kind: 'complete';
      /** Prefix that the headers came with, used to name them in errors. */
      readonly prefix: string;
      readonly values: Readonly<Record<Field, string>>;
    }
  | HeadersRefused;

interface HeadersRefused {
  readonly kind: 'refused';
  readonly error: string;
  /** The missing, repeated or misspelt header; null if a whole set is wrong. */
  readonly header: string | null;
}

/** Memoizes `of` for the header names that clients usually send: every request brings the same ones. */
export function rememberingNames<T extends object | boolean | null>(of: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const answer = of(name);
    if (known.size < HEADER_NAMES_MAX && name.length <= HEADER_NAME_LENGTH_MAX) {
      // A copy: a slice of a request's head would keep the whole head in memory.
      known.set(Buffer.from(name, 'latin1').toString('latin1'), answer);
    }
    return answer;
  };
}

/** Form of a configured header prefix, for example `SERVICE_`. */
const PREFIX = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_$/;

/** Prefixes with the profile whose clients send them. */
const PROFILES_OF_PREFIXES: readonly (readonly [prefix: string, profile: string])[] = [
  ['POLY_', 'polymarket'],
  ['SERVICE_', 'bellwether'],
];

/** Lower-case names of headers that proxies add. */
const OF_PROXIES: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-real-ip',
]);

interface KnownHeader {
  readonly prefix: number;
  readonly field: number;
  /** False if the spelling has a hyphen instead of the configured underscore. */
  readonly exact: boolean;
}

/**
 * Creates a reader of one set of fields from a raw header list: name, value, name, value, … Throws `RangeError` for a
 * prefix that is not like `SERVICE_`.
 */
export function createHeaderReader<Field extends string>(
  prefixes: readonly string[],
  fields: readonly Field[],
): (rawHeaders: readonly string[]) => AuthHeaders<Field> {
  if (prefixes.length === 0) throw new RangeError('at least one header prefix is needed');
  for (const prefix of prefixes) {
    if (!PREFIX.test(prefix)) throw new RangeError(`not a header prefix: ${prefix}`);
  }
  const known = knownHeaders(prefixes, fields);
  const headerOf = rememberingNames((name) => known.get(name) ?? known.get(name.toLowerCase()) ?? null);
  const spelled = ({ prefix, field }: KnownHeader): string => `${prefixes[prefix]}${fields[field]}`;

  return (rawHeaders) => {
    const values: (string | undefined)[] = new Array(fields.length).fill(undefined);
    let found: number | null = null;
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const name = rawHeaders[index] ?? '';
      const header = headerOf(name);
      if (header === null) continue;
      if (!header.exact) {
        const canonical = spelled(header);
        return refused(`header ${name} is not accepted: it is spelled ${canonical}`, canonical);
      }
      if (found !== null && found !== header.prefix) {
        return refused(`headers ${prefixes[found]}* and ${prefixes[header.prefix]}* are mixed: send one set`, null);
      }
      if (values[header.field] !== undefined) {
        const canonical = spelled(header);
        return refused(`header ${canonical} was sent more than once`, canonical);
      }
      found = header.prefix;
      values[header.field] = rawHeaders[index + 1] ?? '';
    }
    const prefix = prefixes[found ?? 0] ?? '';
    const other = found === null ? otherProfile(rawHeaders, prefix, fields) : null;
    return other === null
      ? complete(prefix, fields, values, found === null ? rawHeaders : null)
      : refused(other, `${prefix}${fields[0]}`);
  };
}

/** Error text for headers that belong to a venue of another profile; null if none arrived. */
function otherProfile(rawHeaders: readonly string[], wanted: string, fields: readonly string[]): string | null {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toUpperCase());
  for (const [prefix, profile] of PROFILES_OF_PREFIXES) {
    if (prefix === wanted || !fields.some((field) => names.includes(prefix + field))) continue;
    return (
      `missing header ${wanted}${fields[0]}; ${prefix}* headers arrived, which a venue takes that was started with ` +
      `BELLWETHER_PROFILE=${profile}: this one takes ${wanted}*`
    );
  }
  return null;
}

function complete<Field extends string>(
  prefix: string,
  fields: readonly Field[],
  values: readonly (string | undefined)[],
  /** The raw header list if it has none of the fields; otherwise null. */
  noneIn: readonly string[] | null,
): AuthHeaders<Field> {
  const named = {} as Record<Field, string>;
  for (const [index, field] of fields.entries()) {
    const value = values[index];
    if (value === undefined || value === '') return refused(missingText(prefix, field, noneIn), prefix + field);
    named[field] = value;
  }
  return { kind: 'complete', prefix, values: named };
}

function missingText(prefix: string, field: string, noneIn: readonly string[] | null): string {
  const text = `missing header ${prefix}${field}`;
  if (noneIn === null) return text;
  const proxy = noneIn.find((name, index) => index % 2 === 0 && OF_PROXIES.has(name.toLowerCase()));
  if (proxy === undefined)
    return `${text}; no ${prefix}* header arrived: if they were sent, a proxy may strip header names with underscores`;
  return (
    `${text}; no ${prefix}* header arrived through the proxy that added ${proxy.toLowerCase()}: ` +
    'it seems to strip header names with underscores (nginx: set underscores_in_headers on)'
  );
}

function refused(error: string, header: string | null): HeadersRefused {
  return { kind: 'refused', error, header };
}

/** Every spelling that must be noticed, in lower case: header names are case-insensitive. */
function knownHeaders(prefixes: readonly string[], fields: readonly string[]): ReadonlyMap<string, KnownHeader> {
  const known = new Map<string, KnownHeader>();
  for (const [prefixIndex, prefix] of prefixes.entries()) {
    for (const [fieldIndex, field] of fields.entries()) {
      const header = { prefix: prefixIndex, field: fieldIndex, exact: true };
      const name = prefix + field;
      for (const spelling of hyphenSpellings(name.toLowerCase())) {
        known.set(spelling, { ...header, exact: spelling === name.toLowerCase() });
      }
    }
  }
  return known;
}

/** All spellings of the name, with `_` or `-` for each underscore. */
function hyphenSpellings(name: string): string[] {
  let spellings = [''];
  for (const character of name) {
    const choices = character === '_' ? ['_', '-'] : [character];
    spellings = spellings.flatMap((spelling) => choices.map((choice) => spelling + choice));
  }
  return spellings;
}

type Clock = DetailsOf<'unauthenticated'>['clock'];

/** Clocks that a timestamp is compared with, in Unix milliseconds, and the allowed difference in seconds. */
export interface Clocks {
  readonly clock: () => number;
  /** Name of that clock in refusals; `venue` by default. */
  readonly clockName?: Clock['name'];
  /** Clock of the machine, for a venue with a manual clock. */
  readonly otherClock?: () => number;
  readonly toleranceSeconds: { readonly past: number; readonly future: number };
}

/**
 * Facts about the clock. `sent` is the timestamp header, undefined if missing. Of two clocks, the one closer to
 * accepting the timestamp is reported.
 */
export function clockDetails(
  { clock, clockName = 'venue', otherClock, toleranceSeconds }: Clocks,
  sent: string | undefined,
): Clock {
  const timestamp = sent !== undefined && isTimestamp(sent) ? Number(sent) : null;
  const { past: behindMax, future: aheadMax } = toleranceSeconds;
  const heldAgainst = (name: Clock['name'], nowMs: number): Clock => {
    const serverTime = Math.floor(nowMs / 1000);
    const aheadSeconds = timestamp === null ? null : timestamp - serverTime;
    return { name, serverTime, timestamp, aheadSeconds, behindMax, aheadMax };
  };
  const own = heldAgainst(clockName, clock());
  if (otherClock === undefined) return own;
  const other = heldAgainst('machine', otherClock());
  return excessOf(other) < excessOf(own) ? other : own;
}

/** Seconds beyond the accepted range; 0 if accepted. */
function excessOf({ aheadSeconds, behindMax, aheadMax }: Clock): number {
  return aheadSeconds === null ? 0 : Math.max(0, aheadSeconds - aheadMax, -aheadSeconds - behindMax);
}

/** Value of the first header whose name ends in `TIMESTAMP`, from any set of headers. */
export function sentTimestamp(rawHeaders: readonly string[]): string | undefined {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && /[_-]timestamp$/i.test(name));
  return at < 0 ? undefined : rawHeaders[at + 1];
}

export function timestampError(clocks: Clocks, name: string, text: string): string | null {
  if (!isTimestamp(text)) return `header ${name} must be Unix time in whole seconds`;
  const { name: clock, aheadSeconds, behindMax, aheadMax } = clockDetails(clocks, text);
  const ahead = aheadSeconds ?? 0;
  if (-ahead <= behindMax && ahead <= aheadMax) return null;
  const [by, most] = ahead > 0 ? [`${ahead} s ahead of`, aheadMax] : [`${-ahead} s behind`, behindMax];
  return `header ${name} is ${by} the ${clock === 'venue' ? 'server' : clock}'s clock (at most ${most} s): check the clock or use GET /time`;
}

/** Unix seconds; a value in milliseconds is longer. */
const TIMESTAMP = /^(?:0|[1-9][0-9]{0,10})$/;

function isTimestamp(text: string): boolean {
  return TIMESTAMP.test(text);
}
