/**
 * Values that clients should never send: texts and bytes that fit no schema, and JSON that JSON.stringify never writes.
 */
import { anyText } from '@bellwether/engine/testing';
import fc, { type Arbitrary } from 'fast-check';

/** JSON text that is inserted verbatim: numbers that a double cannot hold, escapes, broken tokens. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const RAW_NUMBERS = [
  '1e999',
  '-1e999',
  '-0',
  '1.0000000000000001',
  '9007199254740993',
  '1E2',
  '0.1e-400',
  '12345678901234567890123456789',
];

export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '-0',
  '+1',
  '01',
  '1.5',
  '1e3',
  '0x10',
  'null',
  'true',
  'TRUE',
  '9007199254740993',
  '1e400',
  '\u0000',
  'a\u0000b',
  '\ufeff1',
  '\u202e1',
  '٣',
  '\ud800',
  '\u{1f600}',
  'e\u0301',
  '%',
  '%00',
  "' OR 1=1 --",
  '"; DROP TABLE markets; --',
  '*',
  'a* OR b"',
  'NEAR(',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  '0x',
  `0x${'0'.repeat(40)}`,
  `0x${'f'.repeat(64)}`,
  `0X${'AB'.repeat(32)}`,
  `0x${'ab'.repeat(33)}`,
  String(2n ** 256n),
  String(2n ** 256n - 1n),
  '9'.repeat(78),
  '9'.repeat(200),
  'x'.repeat(5_000),
  'MA==',
  'LTE=',
  'LTI=',
  'MA',
  '=',
  ',',
  ',,',
  '1,2',
];

export const oddText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  anyText(20),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
);

/** Odd values to put in place of any JSON value. */
const oddValue: Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 53), 1e21, 1e-7, [], {}, [[]], [null]),
  fc.constantFrom(...RAW_NUMBERS).map((text) => new RawJson(text)),
  fc.constantFrom('"\\ud800"', '"\\u0000"', '"\\u005f\\u005fproto\\u005f\\u005f"').map((text) => new RawJson(text)),
  fc.integer({ min: 2, max: 2_000 }).map((depth) => new RawJson('['.repeat(depth) + ']'.repeat(depth))),
  fc.jsonValue({ maxDepth: 2 }),
);

type Path = readonly (string | number)[];

export interface Change {
  readonly kind: 'replace' | 'remove' | 'repeat' | 'unknown' | 'proto';
  /** Selects the place to change. */
  readonly at: number;
  readonly value: unknown;
}

export const change: Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'repeat', 'unknown', 'proto'),
  at: fc.nat(),
  value: oddValue,
});

export function changedJson(value: unknown, { kind, at, value: odd }: Change): string {
  const paths = pathsOf(value, []);
  const path = paths[at % paths.length] ?? [];
  if (kind === 'replace') return jsonText(replaced(value, path, odd));
  const objects = paths.filter((each) => isObject(valueAt(value, each)));
  const place = objects[at % Math.max(objects.length, 1)];
  if (place === undefined) return jsonText(replaced(value, path, odd));
  const target = valueAt(value, place) as Readonly<Record<string, unknown>>;
  const keys = Object.keys(target);
  const key = keys[at % Math.max(keys.length, 1)] ?? 'x';
  switch (kind) {
    case 'remove':
      return jsonText(
        replaced(value, place, Object.fromEntries(Object.entries(target).filter(([name]) => name !== key))),
      );
    case 'repeat':
      return jsonText(replaced(value, place, withField(target, key, target[key] ?? null)));
    case 'unknown':
      return jsonText(replaced(value, place, withField(target, `x${at % 100}`, odd)));
    case 'proto':
      return jsonText(
        replaced(value, place, withField(target, at % 2 === 0 ? '__proto__' : 'constructor', { prototype: odd })),
      );
  }
}

/** The object's text with one more field at its end, even if a field of that name exists. */
function withField(target: Readonly<Record<string, unknown>>, key: string, value: unknown): RawJson {
  const text = jsonText(target);
  return new RawJson(`${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(key)}:${jsonText(value)}}`);
}

/** Same as JSON.stringify, except that raw texts are inserted verbatim. */
export function jsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`)
    .join(',')}}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson);
}

function pathsOf(value: unknown, path: Path): Path[] {
  const members = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [path, ...members.flatMap(([key, member]) => pathsOf(member, [...path, key]))];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, key) => (found as Readonly<Record<string | number, unknown>>)[key], value);
}

function replaced(value: unknown, path: Path, by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaced(item, rest, by) : item));
  const entries = Object.entries(value as object).map(([name, member]) => [
    name,
    name === key ? replaced(member, rest, by) : member,
  ]);
  return Object.fromEntries(entries);
}

/** Breaks finished JSON: truncates it, changes bytes, or adds text before or after the value. */
export const breakBytes: Arbitrary<(bytes: Buffer) => Buffer> = fc
  .record({ kind: fc.nat(8), at: fc.nat(), byte: fc.nat(255) })
  .map(({ kind, at, byte }) => (bytes) => {
    const place = bytes.length === 0 ? 0 : at % bytes.length;
    switch (kind) {
      case 0:
        return bytes.subarray(0, place);
      case 1:
        return Buffer.concat([bytes.subarray(0, place), Buffer.of(byte), bytes.subarray(place)]);
      case 2:
        return Buffer.concat([bytes.subarray(0, place), Buffer.of(byte), bytes.subarray(place + 1)]);
      case 3:
        return Buffer.concat([Buffer.from('\ufeff'), bytes]);
      case 4:
        return Buffer.concat([bytes, bytes]);
      case 5:
        return Buffer.from(bytes.toString('utf8').replaceAll('"', "'"));
      case 6:
        return Buffer.from(bytes.toString('utf8'), 'utf16le');
      case 7:
        return Buffer.concat([bytes.subarray(0, place), Buffer.of(0xff, 0xfe), bytes.subarray(place)]);
      default:
        return Buffer.from('['.repeat(100_000));
    }
  });
