/** Parses the arguments of `npm run sim --`. */
import { availableParallelism } from 'node:os';
import { FAULT_KINDS } from './faults/faults.ts';
import { FEATURE_NAMES } from './features/table.ts';
import type { RunLimits } from './limits.ts';
import { optionsOf } from './shared/harness.ts';

/** Stands for an empty list. */
const NONE = 'none';

export type SimArguments = ReturnType<typeof parseArguments>;

export function parseArguments() {
  const { seed, commands, only, without, faults, clients, actions, ...given } = optionsOf({
    seeds: 100,
    from: 1,
    /** Additional seeds that no run has had before, derived from the time. */
    fresh: 0,
    workers: availableParallelism(),
    seed: -1,
    trace: false,
    shrink: false,
    commands: -1,
    without: '',
    faults: '',
    'faults-until': -1,
    clients: '',
    actions: '',
    canaries: false,
    only: '',
  });
  const until = given['faults-until'];
  const limits: RunLimits = {
    ...(without !== '' && { without: namesIn(without, FEATURE_NAMES) }),
    ...(faults !== '' && { faults: namesIn(faults, FAULT_KINDS) }),
    ...(until >= 0 && { faultsUntilStep: until }),
    ...(clients !== '' && { clients: listOf(clients).map(Number) }),
    ...(actions !== '' && { actions: listOf(actions).map(range) }),
  };
  return { ...given, limits, only, seed: seed < 0 ? null : seed, commands: commands < 0 ? null : commands };
}

const listOf = (text: string): readonly string[] => (text === NONE ? [] : text.split(','));

function namesIn<Name extends string>(text: string, names: readonly Name[]): readonly Name[] {
  return listOf(text).map((word) => {
    const known = names.find((name) => name === word);
    if (known === undefined) throw new Error(`there is no ${word}: ${names.join(', ')}`);
    return known;
  });
}

function range(text: string): readonly [number, number] {
  const [first = Number.NaN, last = first] = text.split('-').map(Number);
  if (!Number.isInteger(first) || !Number.isInteger(last)) throw new Error(`${text} is no range of actions`);
  return [first, last];
}

export function replayCommand(seed: number, limits: RunLimits = {}): string {
  const { without = [], faults, faultsUntilStep, clients, actions } = limits;
  const words = [`npm run sim -- --seed ${seed} --trace`];
  const add = (name: string, list: readonly (string | number)[]): void =>
    void words.push(`--${name} ${list.length === 0 ? NONE : list.join(',')}`);
  if (without.length > 0) add('without', without);
  if (faults !== undefined) add('faults', faults);
  if (faultsUntilStep !== undefined) add('faults-until', [faultsUntilStep]);
  if (clients !== undefined) add('clients', clients);
  const ranges = actions?.map(([first, last]) => (first === last ? first : `${first}-${last}`));
  if (ranges !== undefined) add('actions', ranges);
  return words.join(' ');
}
