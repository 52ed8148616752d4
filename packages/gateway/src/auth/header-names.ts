/** Names of the authentication headers, in every spelling that is noticed. */

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

/** Form of a configured header prefix, for example `SERVICE_`. */
const PREFIX = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_$/;

export interface KnownHeader {
  readonly prefix: number;
  readonly field: number;
  /** False if the spelling has a hyphen instead of the configured underscore. */
  readonly exact: boolean;
}

/**
 * Every spelling that must be noticed, in lower case: header names are case-insensitive. Throws `RangeError` for a
 * prefix that is not like `SERVICE_`.
 */
export function knownHeaders(prefixes: readonly string[], fields: readonly string[]): ReadonlyMap<string, KnownHeader> {
  if (prefixes.length === 0) throw new RangeError('at least one header prefix is needed');
  for (const prefix of prefixes) {
    if (!PREFIX.test(prefix)) throw new RangeError(`not a header prefix: ${prefix}`);
  }
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
