/** `npm run sim -- --mutants`: runs the simulator on every seeded bug and tells which it finds. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Hunted, hunt } from './hunt.ts';
import { KeptResults } from './kept-results.ts';
import { huntedLine, isFound, section, summary, writeSection } from './report.ts';
import { AREAS, MUTANTS, mutantNamed } from './table.ts';

const OPTIONS = {
  mutants: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  area: { type: 'string', multiple: true },
  'budget-seeds': { type: 'string' },
  from: { type: 'string' },
  workers: { type: 'string' },
  /** File of what earlier runs have found out. */
  results: { type: 'string' },
  write: { type: 'boolean' },
} as const;

/** Answers the exit code: 0 when every bug was found. Throws on arguments that make no sense. */
export async function runMutants(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const chosen = chosenBy(values.only ?? [], values.area ?? []);
  if (values.write === true && chosen.length < MUTANTS.length) throw new Error('--write is for all seeded bugs');
  const budget = atLeastOne('--budget-seeds', values['budget-seeds'] ?? '2000');
  const firstSeed = atLeastOne('--from', values.from ?? '1');
  const workers = atLeastOne('--workers', values.workers ?? String(availableParallelism()));
  console.log(
    `${chosen.length} seeded bugs, up to ${budget} seeds each from seed ${firstSeed} on, ${workers} at a time`,
  );
  const kept = values.results === undefined ? null : new KeptResults(values.results);
  const results = new Map<string, Hunted>();
  for (const mutant of chosen) {
    const known = kept?.find(mutant, { firstSeed, budget }) ?? null;
    if (known !== null) results.set(mutant.name, known);
  }
  if (results.size > 0) console.log(`${results.size} of them are known from ${values.results}`);
  const left = chosen.filter(({ name }) => !results.has(name));
  const onEnd = (hunted: Hunted): void => {
    results.set(hunted.mutant.name, hunted);
    kept?.keep(hunted, firstSeed);
    console.log(huntedLine(hunted));
  };
  await hunt(left, { firstSeed, budget, workers, onEnd });
  const all = chosen.flatMap(({ name }) => results.get(name) ?? []);
  console.log(summary(all));
  for (const hunted of all) if (!isFound(hunted)) console.log(huntedLine(hunted));
  if (values.write === true) writeSection(section(all, budget));
  return all.every(isFound) ? 0 : 1;
}

function chosenBy(names: readonly string[], areas: readonly string[]): typeof MUTANTS {
  if (names.length + areas.length === 0) return MUTANTS;
  const named = names.flatMap((list) => list.split(',')).map((name) => mutantNamed(name));
  const ofAreas = AREAS.filter(({ title }) => areas.some((area) => title.toLowerCase().startsWith(area.toLowerCase())));
  return [...named, ...ofAreas.flatMap(({ mutants }) => mutants)];
}

function atLeastOne(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option} takes a whole number of at least 1`);
  return number;
}
