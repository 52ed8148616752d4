/**
 * The venue's own settings: its name, its currency, who may join and read, and the starting balance. Each is given as a setting of
 * the environment or as a field of `bellwether.config.json`; the environment wins. The set-up page writes that file.
 */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { JOINS, READS } from '@bellwether/contract/joins';
import { hidesCharacters, type Micros, marksProblem, micros, STARTING_BALANCES_MAX } from '@bellwether/engine';
import { ConfigError } from './config-error.ts';
import { FILE_FIELDS } from './settings.ts';

export interface VenueSettings {
  readonly name: string;
  /** Word or sign of the play money; `$` by default. */
  readonly currency: string;
  readonly join: (typeof JOINS)[number];
  readonly reads: (typeof READS)[number];
  /** Amount credited once to each wallet when it is bound. */
  readonly startingBalance: Micros;
}

export type VenueField = keyof VenueSettings;
/** Values as text; missing fields have their defaults. */
export type VenueFields = { readonly [Field in VenueField]?: string | undefined };

/** Name of the file in the data folder, where a venue's other state is: a copied or moved folder takes it along. */
export const CONFIG_FILE = 'bellwether.config.json';

/** An account's two wallets together may get what the venue pays out in starting balances. */
const BALANCE_MAX = STARTING_BALANCES_MAX / 2;
const NAME_LENGTH_MAX = 60;
const CURRENCY_LENGTH_MAX = 12;
const FILE_CHARACTERS_MAX = 16 * 1024;
/** Control, invisible and direction-changing characters, and line ends. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

/** Checks the values. `placeOf` names a field's place in a refusal. Throws `ConfigError`. */
export function readVenueSettings(
  fields: VenueFields,
  placeOf: (field: VenueField) => string,
  defaultBalance: string,
): VenueSettings {
  const { name = 'Bellwether', currency = '$', join: wanted = 'open', reads: readers = 'public' } = fields;
  const { startingBalance = defaultBalance } = fields;
  const refuse = (field: VenueField, rule: string, value: string): never => {
    throw new ConfigError(`${placeOf(field)} must be ${rule}, not ${shown(value)}`);
  };
  for (const [field, value] of [
    ['name', name],
    ['currency', currency],
  ] as const) {
    if (marksProblem(value) !== null) refuse(field, 'without piles of marks on a letter', value);
  }
  if ([...name].length > NAME_LENGTH_MAX || HIDDEN.test(name) || hidesCharacters(name) || !/[\p{L}\p{N}]/u.test(name)) {
    refuse('name', `1 to ${NAME_LENGTH_MAX} visible characters with a letter or digit among them`, name);
  }
  if (
    [...currency].length > CURRENCY_LENGTH_MAX ||
    !/^[\p{L}\p{M}\p{Sc}\p{So} ]*[\p{L}\p{Sc}\p{So}]$/u.test(currency)
  ) {
    refuse('currency', `1 to ${CURRENCY_LENGTH_MAX} letters or signs without digits, such as points or €`, currency);
  }
  const joins = JOINS.find((each) => each === wanted) ?? refuse('join', `one of ${JOINS.join(', ')}`, wanted);
  const reads = READS.find((each) => each === readers) ?? refuse('reads', `one of ${READS.join(', ')}`, readers);
  const balance =
    readAmount(startingBalance) ??
    refuse('startingBalance', `a decimal amount up to ${BALANCE_MAX / 1e6} with at most 6 decimals`, startingBalance);
  return { name, currency, join: joins, reads, startingBalance: balance };
}

/** Null if the text is no exact amount in the engine's range. */
function readAmount(text: string): Micros | null {
  const [whole = '', fraction = ''] = text.split('.');
  if (!/^[0-9]{1,10}(?:\.[0-9]{1,6})?$/.test(text)) return null;
  const amount = Number(`${whole}${fraction.padEnd(6, '0')}`);
  return amount <= BALANCE_MAX ? micros(amount) : null;
}

/** A value in a message: on one line, and cut. */
const shown = (value: string): string => JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);

export interface ConfigFile {
  readonly path: string;
  readonly fields: VenueFields;
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

function parseFields(text: string, path: string): VenueFields {
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
