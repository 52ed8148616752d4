/** Parsers for durations, speeds, moments and journal entries that the operator types. Pure. */
import { SANDBOX_SPEED_MAX } from '@bellwether/contract';
import { formatCount } from '../format/numbers.ts';
import { readTyped } from '../format/typed-number.ts';
import { isoOfLocal } from '../operate/rules.ts';

/** The parsed value, or a text with the problem. */
export type Read<Value> =
  | { readonly value: Value; readonly problem: null }
  | { readonly value: null; readonly problem: string };

const MICROS = 1_000_000;
const PORT_MAX = 65_535;

export function problem(text: string): { readonly value: null; readonly problem: string } {
  return { value: null, problem: text };
}

export const good = <Value>(value: Value): Read<Value> => ({ value, problem: null });

/** Reads a duration in the venue's format, such as `1h30m`. Ignores spaces and case. */
export function readLength(text: string): Read<string> {
  const bare = text.replace(/\s/g, '').toLowerCase();
  if (bare === '') return problem('Enter a length of time, such as 1h30m.');
  return bare.length <= 40 && /^(?:[0-9]{1,12}(?:ms|s|m|h|d))+$/.test(bare)
    ? good(bare)
    : problem('A length of time is such as 90s, 15m, 24h, 7d or 1h30m.');
}

/** Reads a speed as a multiple of the device's, from 0 to the venue's maximum. */
export function readSpeed(text: string): Read<number> {
  const typed = readTyped(text);
  if (typed.kind === 'empty') return problem('Enter how many times faster than usual.');
  if (typed.kind === 'bad') return problem(typed.reason);
  const speed = Number(typed.micros) / MICROS;
  return speed <= SANDBOX_SPEED_MAX
    ? good(speed)
    : problem(`It goes at most ${formatCount(SANDBOX_SPEED_MAX)} times as fast.`);
}

/** Converts `datetime-local` text to ISO text. */
export function readMoment(local: string): Read<string> {
  const iso = isoOfLocal(local);
  return iso === '' ? problem('Choose a date and a time.') : good(iso);
}

/** Reads a whole number, at least `least`. */
export function readWhole(text: string, least: number, empty: string): Read<number> {
  const typed = readTyped(text);
  if (typed.kind === 'empty') return problem(empty);
  const value = typed.kind === 'number' ? Number(typed.micros) / MICROS : Number.NaN;
  return Number.isSafeInteger(value) && value >= least && value <= 1_000_000_000
    ? good(value)
    : problem(`It must be a whole number from ${least} on.`);
}

/** Reads the port of a fork; 0, for any free port, if nothing is typed. */
export function readPort(text: string): Read<number> {
  if (text.trim() === '') return good(0);
  const port = readWhole(text, 1, '');
  return port.value !== null && port.value <= PORT_MAX
    ? port
    : problem(`A port is a whole number from 1 to ${PORT_MAX}.`);
}

/** A moment of a branch: by its time, or as the state after a journal entry. */
export type PlaceText = { readonly by: 'time' | 'entry'; readonly local: string; readonly entry: string };

export type Place = { readonly time: string } | { readonly sequence: number };

export function readPlace({ by, local, entry }: PlaceText): Read<Place> {
  if (by === 'time') {
    const moment = readMoment(local);
    return moment.value === null ? moment : good({ time: moment.value });
  }
  const sequence = readWhole(entry, 0, 'Enter the number of an entry.');
  return sequence.value === null ? sequence : good({ sequence: sequence.value });
}

/** Returns a fork's URL as reachable from here: one that listens on all interfaces has no address of its own. */
export function forkLink(url: string, hostname: string): string {
  const link = new URL('/app/', url);
  if (link.hostname === '0.0.0.0' || link.hostname === '[::]') link.hostname = hostname;
  return link.href;
}
