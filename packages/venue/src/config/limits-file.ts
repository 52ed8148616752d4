/** Reads the operator's file of request caps, strictly: an unintended cap is worse than none at all. */
import type { CapName } from '@bellwether/contract';
import { CAPS, type CapTable, type CapWindow, capTable } from '@bellwether/contract/caps';

/** Bounds of a window. A client's log can grow to `requests` times 8 bytes. */
const REQUESTS_MAX = 1_000_000;
const SECONDS_MAX = 3_600;
const WINDOWS_MAX = 4;
const FILE_CHARACTERS_MAX = 64 * 1024;

/**
 * Default table with rows replaced from `text`: `{"book": [{"requests": 50, "seconds": 10}], "tags": []}`. A row with
 * an empty list has no cap. Throws an Error whose message names the key and the rule.
 */
export function readLimitsFile(text: string): CapTable {
  if (text.length > FILE_CHARACTERS_MAX) throw new Error(`the file has more than ${FILE_CHARACTERS_MAX} characters`);
  const value = parse(text);
  if (!isObject(value)) throw new Error('the file must hold an object');
  const overrides: Partial<Record<CapName, readonly CapWindow[]>> = {};
  for (const [name, windows] of Object.entries(value)) {
    if (!Object.hasOwn(CAPS, name)) {
      throw new Error(`"${shown(name)}" is not a row of the table (${Object.keys(CAPS).join(', ')})`);
    }
    overrides[name as CapName] = readWindows(name, windows);
  }
  return capTable(overrides);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the file is not valid JSON');
  }
}

function readWindows(name: string, value: unknown): CapWindow[] {
  if (!Array.isArray(value) || value.length > WINDOWS_MAX) {
    throw new Error(`"${name}" must be a list of at most ${WINDOWS_MAX} windows`);
  }
  const windows = value.map((item: unknown, index) => readWindow(`"${name}"[${index}]`, item));
  if (new Set(windows.map(({ seconds }) => seconds)).size < windows.length) {
    throw new Error(`"${name}" must not have two windows of the same seconds`);
  }
  return windows;
}

function readWindow(place: string, value: unknown): CapWindow {
  if (!isObject(value)) throw new Error(`${place} must be an object with requests and seconds`);
  for (const field of Object.keys(value)) {
    if (field !== 'requests' && field !== 'seconds') throw new Error(`${place}.${shown(field)} is not a field here`);
  }
  return {
    requests: readInteger(`${place}.requests`, value['requests'], REQUESTS_MAX),
    seconds: readInteger(`${place}.seconds`, value['seconds'], SECONDS_MAX),
  };
}

function readInteger(place: string, value: unknown, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Error(`${place} must be an integer in 1..${most}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sanitized form of an unknown name, safe to repeat in an error. */
const shown = (name: string): string => name.replace(/[^A-Za-z0-9_.-]/g, '').slice(0, 64);
