/**
 * The venue's own settings: its looks, who may join and read, and the starting balance. Each is given as a setting of
 * the environment or as a field of `bellwether.config.json`; the environment wins. The set-up page writes that file.
 */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { JOINS, READS } from '@bellwether/contract/joins';
import { LOOKS_FIELDS, type Looks, looksRule, type Micros, micros, STARTING_BALANCES_MAX } from '@bellwether/engine';
import type { GatewaySettings } from '@bellwether/gateway/http/dependencies.ts';
import { ConfigError } from './config-error.ts';
import { FIELD_OF, FILE_FIELDS } from './settings.ts';
import { readSignIn } from './sign-in.ts';

export type VenueSettings = Pick<GatewaySettings, keyof Looks | 'join' | 'reads' | 'startingBalance'>;

export type VenueField = keyof VenueSettings;
/** Values as text; missing fields have their defaults. */
export type VenueFields = { readonly [Field in VenueField]?: string | undefined };

/** Name of the file in the data folder, where a venue's other state is: a copied or moved folder takes it along. */
export const CONFIG_FILE = 'bellwether.config.json';

/** An account's two wallets together may get what the venue pays out in starting balances. */
const BALANCE_MAX = STARTING_BALANCES_MAX / 2;
const FILE_CHARACTERS_MAX = 128 * 1024;
/** Looks without a setting or a field. */
const DEFAULT_LOOKS = { name: 'Bellwether', currency: '$', accent: '', logo: '', welcome: '', terms: '' };

/** Checks the values. `placeOf` names a field's place in a refusal. Throws `ConfigError`. */
export function readVenueSettings(
  fields: VenueFields,
  placeOf: (field: VenueField) => string,
  defaultBalance: string,
): VenueSettings {
  const { join: wanted = 'open', reads: readers = 'public', startingBalance = defaultBalance } = fields;
  const refuse = (field: VenueField, rule: string, value: string): never => {
    throw new ConfigError(`${placeOf(field)} must be ${rule}, not ${shown(value)}`);
  };
  const looks = { ...DEFAULT_LOOKS };
  for (const field of LOOKS_FIELDS) {
    const value = fields[field] ?? looks[field];
    const rule = looksRule(field, value);
    if (rule !== null) throw new ConfigError(`${placeOf(field)} must ${rule}, not ${shown(value)}`);
    looks[field] = value;
  }
  const joins = JOINS.find((each) => each === wanted) ?? refuse('join', `one of ${JOINS.join(', ')}`, wanted);
  const reads = READS.find((each) => each === readers) ?? refuse('reads', `one of ${READS.join(', ')}`, readers);
  const balance =
    readAmount(startingBalance) ??
    refuse('startingBalance', `a decimal amount up to ${BALANCE_MAX / 1e6} with at most 6 decimals`, startingBalance);
  return { ...looks, join: joins, reads, startingBalance: balance };
}

/** Null if the text is no exact amount in the engine's range. */
function readAmount(text: string): Micros | null {
  const [whole = '', fraction = ''] = text.split('.');
  if (!/^[0-9]{1,10}(?:\.[0-9]{1,6})?$/.test(text)) return null;
  const amount = Number(`${whole}${fraction.padEnd(6, '0')}`);
  return amount <= BALANCE_MAX ? micros(amount) : null;
}

/** Runs a check of settings, whose refusals then name fields of the file at `path`. */
export function inFields<Checked>(path: string, check: () => Checked): Checked {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const words = error.message.replaceAll(/BELLWETHER_[A-Z_]+/g, (name) => FIELD_OF.get(name) ?? name);
    throw new ConfigError(path === '' ? words : `${path}: ${words}`);
  }
}

/** A value in a message: on one line, and cut. */
const shown = (value: string): string => JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);

export interface ConfigFile {
  readonly path: string;
  /** Also those of signing in. */
  readonly fields: VenueFields & Readonly<Record<string, string | undefined>>;
}

/**
 * Reads the file; null if there is none. `named` is the path in `BELLWETHER_CONFIG`: such a file must exist, since a
 * typo must not open a venue to everyone. Throws `ConfigError`, whose message names file, field and rule.
 */
export function readConfigFile(dataDir: string, named: string | undefined): ConfigFile | null {
  const path = named === undefined ? join(dataDir, CONFIG_FILE) : resolve(named);
  const shownPath = named === undefined ? path : `BELLWETHER_CONFIG: ${path}`;
  const text = readText(path, shownPath, named === undefined);
  if (text === null) return null;
  const fields = parseFields(text, shownPath);
  // Checked even where the environment wins: a mistake should not wait until that setting is removed.
  readVenueSettings(fields, (field) => `${shownPath}: ${field}`, '0');
  inFields(shownPath, () => readSignIn((name) => fields[FIELD_OF.get(name) ?? '']));
  return { path, fields };
}

/** Null if the file is not there and need not be. A link to a file that is gone is not "not there". */
function readText(path: string, shownPath: string, mayBeMissing: boolean): string | null {
  try {
    if (mayBeMissing && lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    if (!statSync(path).isFile()) throw new ConfigError(`${shownPath} must be a regular file`);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (mayBeMissing && code === 'ENOTDIR') return null;
    throw new ConfigError(`${shownPath} must be a readable file in UTF-8: ${code}`);
  }
}

function parseFields(text: string, path: string): ConfigFile['fields'] {
  if (text.length > FILE_CHARACTERS_MAX)
    throw new ConfigError(`${path} must have at most ${FILE_CHARACTERS_MAX} characters`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ConfigError(`${path} must be valid JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError(`${path} must hold an object such as {"name": "Bellwether"}`);
  }
  const fields: Record<string, string> = {};
  for (const [field, given] of Object.entries(value)) {
    if (!FILE_FIELDS.has(field)) {
      throw new ConfigError(
        `${path}: ${shown(field)} is not a field; the fields are ${[...FILE_FIELDS.keys()].join(', ')}`,
      );
    }
    // Numbers too are text, which keeps them exact.
    if (typeof given !== 'string') throw new ConfigError(`${path}: ${field} must be a text in quotes`);
    fields[field] = given.trim();
  }
  const names = [...text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined);
  if (names.length > Object.keys(fields).length) throw new ConfigError(`${path} must name each field once`);
  return fields;
}
