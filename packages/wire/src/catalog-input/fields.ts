/**
 * Reads fields of catalog JSON by their kinds and bounds in the contract, and reports a wrong field by its path. The
 * lowest layer of the catalog's wire-to-command mapping; knows no resource. Never computes an amount in floats: a JSON
 * number is read through its shortest decimal text.
 */
import {
  CATALOG_DECIMAL,
  CATALOG_ID,
  type CatalogField,
  type CatalogFields,
  type CatalogKind,
  conditionIdText,
} from '@bellwether/contract';
import {
  type CatalogId,
  type ConditionId,
  catalogId,
  isConditionId,
  isMicros,
  isTokenId,
  MICROS_MAX,
  type Micros,
  TICKS,
  type TokenId,
} from '@bellwether/engine';
import { normalizeIsoDate } from '../forms/iso-date.ts';
import { credentialsProblem } from '../forms/link.ts';
import { sameLetters } from '../forms/meant-name.ts';

/** An error in catalog input with its place: `path` as in `[0].markets[3].conditionId`, '' for the whole body. */
export type InvalidInput = { readonly kind: 'invalid'; readonly path: string; readonly message: string };

export type Parsed<T> = { readonly kind: 'parsed'; readonly value: T } | InvalidInput;

/** Thrown inside the mapping only; `parsing` turns it into an `InvalidInput`. */
export class CatalogInputError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'CatalogInputError';
    this.path = path;
  }
}

/** Runs a parser; returns its value or the first invalid field. Other errors pass through. */
export function parsing<T>(parse: () => T): Parsed<T> {
  try {
    return { kind: 'parsed', value: parse() };
  } catch (error) {
    if (error instanceof CatalogInputError) return { kind: 'invalid', path: error.path, message: error.message };
    throw error;
  }
}

/** Readable line: `path: message`. */
export function describeInvalid(invalid: InvalidInput): string {
  return invalid.path === '' ? invalid.message : `${invalid.path}: ${invalid.message}`;
}

const SLUG = /^[^\s\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}/?#%&,"\\]+$/u;

const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** Decimal text of a JSON number without exponent; null if it needs one that is outside every accepted range. */
export function plainDecimal(value: number): string | null {
  const text = String(value);
  const small = /^([1-9])(?:\.([0-9]+))?e-([0-9]{1,2})$/.exec(text);
  if (small === null) return CATALOG_DECIMAL.test(text) ? text : null;
  const [, first = '', rest = '', exponent = '0'] = small;
  return `0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
}

/** Parses a decimal (JSON number or text) into an integer of 10^-scale, exactly; null if it does not fit. */
export function parseScaled(value: unknown, scale: number): number | null {
  const text = typeof value === 'number' ? plainDecimal(value) : typeof value === 'string' ? value : null;
  if (text === null) return null;
  const match = CATALOG_DECIMAL.exec(text);
  if (match === null) return null;
  const [, whole = '0', rawFraction = ''] = match;
  const fraction = rawFraction.replace(/0+$/, '');
  if (fraction.length > scale) return null;
  const scaled = Number(whole + fraction.padEnd(scale, '0'));
  return Number.isSafeInteger(scaled) ? scaled : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field's name as it is written, or as JSON if it has other characters than names have. */
const printable = (name: string): string => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));

/** Values of fields by kind; ticks and rates in 1/10000. An absent field is '', 0, {} or null if it has no default. */
interface Values {
  readonly text: string;
  readonly link: string;
  /** Trimmed, and not empty. */
  readonly required: string;
  readonly flag: boolean;
  /** ISO 8601 in UTC. */
  readonly date: string;
  /** Unix milliseconds, truncated to the millisecond. */
  readonly instant: number | null;
  readonly slug: string;
  readonly id: CatalogId | null;
  readonly conditionId: ConditionId | null;
  readonly rate: number;
  readonly tick: number;
  readonly micros: Micros;
  /** A number that is only displayed, never used in calculations. */
  readonly shown: number;
  readonly strings: readonly string[] | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

type ReadKind = keyof Values & CatalogKind;
type ValueOf<Field> = Field extends CatalogField<infer Kind> ? Values[Kind & ReadKind] : never;
type ReadFields = Readonly<Record<string, CatalogField<ReadKind>>>;
type ValuesOf<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/** A JSON object under a path; every getter treats null like an absent field, and counts the field as read. */
export class Fields {
  readonly path: string;
  readonly #record: Readonly<Record<string, unknown>>;
  readonly #read = new Set<string>();
  #isInput = false;
  /** Objects inside this one that were read field by field, by the field that has them. */
  readonly #inner = new Map<string, readonly Fields[]>();

  /** Throws `CatalogInputError` if `value` is no JSON object. */
  constructor(value: unknown, path: string) {
    if (!isRecord(value)) throw new CatalogInputError(path, 'must be an object');
    this.#record = value;
    this.path = path;
  }

  at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  fail(name: string, message: string): never {
    throw new CatalogInputError(this.at(name), message);
  }

  /** True if the object has the field, even as null. */
  names(name: string): boolean {
    return Object.hasOwn(this.#record, name);
  }

  has(name: string): boolean {
    return this.peek(name) !== undefined;
  }

  /** The same for an object that no record of the ecosystem has: null is refused instead. */
  hasObject(name: string): boolean {
    if (this.names(name) && !this.has(name)) this.fail(name, 'must be an object');
    return this.has(name);
  }

  get(name: string): unknown {
    this.#read.add(name);
    return this.peek(name);
  }

  /** The value of a field that stays unread: it only helps to decide. */
  peek(name: string): unknown {
    const value = Object.hasOwn(this.#record, name) ? this.#record[name] : undefined;
    return value === null ? undefined : value;
  }

  /** True if the field has this value. Only then it counts as read. */
  says(name: string, value: unknown): boolean {
    return this.peek(name) === value && this.get(name) === value;
  }

  /** Fields that nothing has read, here and in the objects inside, which are at `place.name`. */
  *unread(place: string): Generator<readonly [place: string, name: string]> {
    for (const name of Object.keys(this.#record)) {
      if (this.has(name) && !this.#read.has(name)) yield [place, printable(name)];
      for (const inner of this.#inner.get(name) ?? []) yield* inner.unread(`${place}.${name}`);
    }
  }

  /** Counts all fields as read, because the object is left out as a whole. */
  leaveOut(): void {
    for (const name of Object.keys(this.#record)) this.#read.add(name);
    this.#inner.clear();
  }

  /**
   * Marks the object as an operator's input, whose texts are checked, while records keep theirs. Refuses the first field
   * that is neither in the table nor among the names that are ignored.
   */
  checkInput(table: CatalogFields, ignored: ReadonlySet<string> = new Set()): void {
    this.#isInput = true;
    for (const name of Object.keys(this.#record)) {
      if (Object.hasOwn(table, name) || ignored.has(name)) continue;
      const meant = sameLetters(name, [...Object.keys(table), ...ignored]);
      this.fail(name, meant === null ? 'unknown field' : `unknown field; did you mean "${meant}"?`);
    }
  }

  /** The value of a field by its row in a table; `fallback` replaces that of the row. */
  read<Table extends CatalogFields, Name extends keyof Table & string>(
    table: Table,
    name: Name,
    fallback?: ValueOf<Table[Name]>,
  ): ValueOf<Table[Name]> {
    return this.as(table[name] as CatalogField<ReadKind>, name, fallback) as ValueOf<Table[Name]>;
  }

  /** The same for a field that has another name here than in the table. */
  as<Kind extends ReadKind>({ kind, max, fallback: ofRow }: CatalogField<Kind>, name: string, fallback?: Values[Kind]) {
    // Cast: the row's fallback is that of its kind.
    return READERS[kind](this, name, max, fallback ?? (ofRow as Values[Kind] | undefined));
  }

  /** The values of all fields of a table. */
  all<Table extends ReadFields>(table: Table): ValuesOf<Table> {
    return this.#some(table, () => true) as ValuesOf<Table>;
  }

  /** The values of fields that the object has; refuses an object without any. */
  given<Table extends ReadFields>(table: Table): Partial<ValuesOf<Table>> {
    const values = this.#some(table, (name) => this.has(name));
    const [empty = ''] = Object.keys(this.#record);
    if (Object.keys(values).length === 0) this.fail(empty, 'names nothing to change');
    return values as Partial<ValuesOf<Table>>;
  }

  #some(table: ReadFields, isMeant: (name: string) => boolean): object {
    const rows = Object.entries(table).filter(([name]) => isMeant(name));
    return Object.fromEntries(rows.map(([name, row]) => [name, this.as(row, name)]));
  }

  text(name: string, lengthMax: number, fallback = ''): string {
    const value = this.get(name);
    if (value === undefined) return fallback;
    if (typeof value !== 'string') this.fail(name, 'must be a string');
    if (value.length > lengthMax) this.fail(name, `must have at most ${lengthMax} characters`);
    return this.#shown(name, value);
  }

  #shown(name: string, text: string): string {
    if (!this.#isInput || !CONTROL.test(text)) return text;
    return this.fail(name, 'must not contain control characters other than newline and tab');
  }

  /** Refuses a value that was read as absent: null or ''. */
  required<Value>(name: string, value: Value | null): Value {
    if (value === null || value === '') this.fail(name, 'is required');
    return value;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.get(name);
    if (value === undefined) return fallback;
    if (typeof value !== 'boolean') this.fail(name, 'must be true or false');
    return value;
  }

  /** ISO 8601 in UTC, or `fallback` if absent or empty. */
  date(name: string, fallback = ''): string {
    const value = this.text(name, 40);
    if (value === '') return fallback;
    return normalizeIsoDate(value) ?? this.fail(name, 'must be an ISO 8601 date');
  }

  list(name: string): readonly unknown[] {
    const value = this.get(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) this.fail(name, 'must be an array');
    return value;
  }

  /** Each element of an array as an object with its own path; the same objects each time. */
  records(name: string): readonly Fields[] {
    return this.#within(name, () =>
      this.list(name).map((value, index) => new Fields(value, `${this.at(name)}[${index}]`)),
    );
  }

  /** An object inside this one; without fields if it is absent. */
  record(name: string): Fields {
    const [inner] = this.#within(name, () => [new Fields(this.get(name) ?? {}, this.at(name))]);
    return inner ?? this.fail(name, 'must be an object');
  }

  #within(name: string, read: () => readonly Fields[]): readonly Fields[] {
    const inner = this.#inner.get(name) ?? read();
    this.#inner.set(name, inner);
    return inner;
  }

  /** An array of strings, given as an array or as JSON text of one; null if absent or empty. */
  strings(name: string): readonly string[] | null {
    let value = this.get(name);
    if (typeof value === 'string' && value !== '') {
      try {
        value = JSON.parse(value);
      } catch {
        this.fail(name, 'must be an array of strings or a string holding one as JSON');
      }
    }
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null;
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
      this.fail(name, 'must be an array of strings or a string holding one as JSON');
    }
    return value.map((item) => this.#shown(name, item));
  }
}

const READERS: {
  readonly [Kind in ReadKind]: (
    fields: Fields,
    name: string,
    max: number,
    fallback: Values[Kind] | undefined,
  ) => Values[Kind];
} = {
  text: (fields, name, max, fallback) => fields.text(name, max, fallback),
  link(fields, name, max) {
    const value = fields.text(name, max);
    const problem = credentialsProblem(value);
    return problem === null ? value : fields.fail(name, problem);
  },
  required(fields, name, max) {
    const value = fields.text(name, max).trim();
    if (value === '') fields.fail(name, fields.has(name) ? 'must not be empty' : 'is required');
    return value;
  },
  flag: (fields, name, _max, fallback = false) => fields.flag(name, fallback),
  date: (fields, name, _max, fallback) => fields.date(name, fallback),
  instant(fields, name) {
    const date = fields.date(name);
    if (date === '') return null;
    const timeMs = Date.parse(date);
    return timeMs >= 0 ? timeMs : fields.fail(name, 'must not lie before 1970');
  },
  slug(fields, name, max) {
    const value = fields.text(name, max);
    if (value !== '' && !SLUG.test(value))
      fields.fail(name, 'must be a slug without spaces, invisible characters or URL delimiters');
    return value;
  },
  id(fields, name) {
    const value = fields.get(name);
    if (value === undefined || value === '') return null;
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !CATALOG_ID.test(text)) fields.fail(name, 'must be a positive integer id');
    return catalogId(Number(text));
  },
  conditionId(fields, name, max) {
    const value = conditionIdText(fields.text(name, max));
    if (value === '') return null;
    return isConditionId(value) ? value : fields.fail(name, 'must be 0x and 64 hex digits');
  },
  rate(fields, name, _max, fallback = 0) {
    const rate = parseScaled(fields.get(name) ?? fallback, 0);
    return rate !== null && rate <= 10_000 ? rate : fields.fail(name, 'must be an integer from 0 to 10000');
  },
  tick(fields, name, _max, fallback) {
    const value = fields.get(name);
    const tick = value === undefined ? fallback : parseScaled(value, 4);
    const known = TICKS.find((allowed) => allowed === tick);
    return known ?? fields.fail(name, 'must be one of 0.1, 0.01, 0.005, 0.0025, 0.001, 0.0001');
  },
  micros(fields, name, _max, fallback) {
    const value = fields.get(name);
    const amount = value === undefined ? fallback : parseScaled(value, 6);
    const isKnown = typeof amount === 'number' && isMicros(amount);
    const most = MICROS_MAX / 1_000_000;
    return isKnown ? amount : fields.fail(name, `must be a decimal from 0 to ${most} of at most 6 places`);
  },
  shown(fields, name) {
    const value = fields.get(name) ?? 0;
    const isKnown = typeof value === 'number' && Number.isFinite(value) && value >= 0;
    return isKnown ? value : fields.fail(name, 'must be a number, not negative');
  },
  strings: (fields, name) => fields.strings(name),
  metadata(fields, name, max) {
    const value = fields.get(name) ?? {};
    if (!isRecord(value)) return fields.fail(name, 'must be an object');
    const isShort = JSON.stringify(value).length <= max;
    return isShort ? value : fields.fail(name, `must have at most ${max} characters of JSON`);
  },
};

/** Checks two token ids; they must differ. */
export function tokenPair(values: readonly string[], path: string): readonly [TokenId, TokenId] {
  const [first, second] = values;
  if (values.length !== 2 || first === undefined || second === undefined) {
    throw new CatalogInputError(path, 'must name exactly two tokens');
  }
  if (!isTokenId(first) || !isTokenId(second)) throw new CatalogInputError(path, 'token ids must be decimal digits');
  if (first === second) throw new CatalogInputError(path, 'token ids must differ');
  return [first, second];
}
