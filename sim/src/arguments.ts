/** Parses the arguments of `npm run sim --`. */
import { availableParallelism } from 'node:os';
import { FAULT_KINDS, type FaultKind } from './faults/table.ts';
import { FEATURE_NAMES, type Feature } from './features/table.ts';
import type { RunLimits } from './world.ts';

export interface SimArguments {
  readonly seeds: number;
  readonly from: number;
  /** Additional seeds that no run has had before, derived from the time. */
  readonly fresh: number;
  readonly workers: number;
  /** A single seed to run. */
  readonly seed: number | null;
  readonly trace: boolean;
  /** True to shrink the seed. */
  readonly shrink: boolean;
  readonly commands: number | null;
  readonly limits: RunLimits;
}

export function parseArguments(words: readonly string[]): SimArguments {
  const values = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (!word.startsWith('--')) throw new Error(`${word}: options begin with --`);
    const next = words[at + 1];
    const hasValue = next !== undefined && !next.startsWith('--');
    values.set(word.slice(2), hasValue ? next : '');
    if (hasValue) at++;
  }
  const number = (name: string, otherwise: number): number => {
    const text = values.get(name);
    if (text === undefined) return otherwise;
    if (!/^\d+$/.test(text)) throw new Error(`--${name} is a whole number`);
    return Number(text);
  };
  const limits: { -readonly [Name in keyof RunLimits]: RunLimits[Name] } = {};
  const without = values.get('without');
  if (without !== undefined) limits.without = without.split(',').filter(Boolean).map(feature);
  const faults = values.get('faults');
  if (faults !== undefined) limits.faults = faults.split(',').filter(Boolean).map(faultKind);
  if (values.has('faults-until')) limits.faultsUntilStep = number('faults-until', 0);
  const clients = values.get('clients');
  if (clients !== undefined) limits.clients = clients.split(',').filter(Boolean).map(Number);
  const actions = values.get('actions');
  if (actions !== undefined) limits.actions = actions.split(',').filter(Boolean).map(range);
  return {
    seeds: number('seeds', 100),
    from: number('from', 1),
    fresh: number('fresh', 0),
    workers: number('workers', availableParallelism()),
    seed: values.has('seed') ? number('seed', 0) : null,
    trace: values.has('trace'),
    shrink: values.has('shrink'),
    commands: values.has('commands') ? number('commands', 0) : null,
    limits,
  };
}

function faultKind(name: string): FaultKind {
  const kind = FAULT_KINDS.find((one) => one === name);
  if (kind === undefined) throw new Error(`there is no fault ${name}: ${FAULT_KINDS.join(', ')}`);
  return kind;
}

function feature(name: string): Feature {
  const known = FEATURE_NAMES.find((one) => one === name);
  if (known === undefined) throw new Error(`no run has ${name}: ${FEATURE_NAMES.join(', ')}`);
  return known;
}

function range(text: string): readonly [number, number] {
  const [first = Number.NaN, last = first] = text.split('-').map(Number);
  if (!Number.isInteger(first) || !Number.isInteger(last)) throw new Error(`${text} is no range of actions`);
  return [first, last];
}

/** Returns the command that replays a seed. */
export function replayCommand(
  seed: number,
  { without, faults, faultsUntilStep, clients, actions }: RunLimits = {},
): string {
  const words = [`npm run sim -- --seed ${seed} --trace`];
  if (without !== undefined && without.length > 0) words.push(`--without ${without.join(',')}`);
  if (faults !== undefined) words.push(`--faults ${faults.join(',')}`);
  if (faultsUntilStep !== undefined) words.push(`--faults-until ${faultsUntilStep}`);
  if (clients !== undefined) words.push(`--clients ${clients.join(',')}`);
  if (actions !== undefined) {
    words.push(`--actions ${actions.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',')}`);
  }
  return words.join(' ');
}
