/**
 * A run's features follow from its seed alone, every feature is absent from many seeds, and absent features do not
 * occur.
 */
import { expect, test } from 'vitest';
import { runSeed } from '../run-seed.ts';
import { ACTIONS, isKept } from '../workload/plan.ts';
import { ALL_FEATURES, FEATURE_NAMES, FEATURES, featuresOf, ROWS_OF_SEVERAL, without } from './table.ts';

const COMMANDS = 200;
/** Expected share of seeds with rows; some of the seeds with several nodes go without. */
const WITH_ROWS = FEATURES.read_store * (1 - FEATURES.several_nodes * (1 - ROWS_OF_SEVERAL));
const SEEDS = Array.from({ length: 2_000 }, (_, index) => index + 1);

test('features: each is in its share of the seeds, and any two are left out together', () => {
  const drawn = SEEDS.map(featuresOf);
  expect(SEEDS.map(featuresOf)).toEqual(drawn);
  for (const one of FEATURE_NAMES) {
    const share = drawn.filter((features) => features.has(one)).length / SEEDS.length;
    expect(Math.abs(share - (one === 'read_store' ? WITH_ROWS : FEATURES[one]))).toBeLessThan(0.05);
    for (const other of FEATURE_NAMES)
      expect(drawn.some((features) => !features.has(one) && !features.has(other))).toBe(true);
    for (const other of FEATURE_NAMES)
      expect(drawn.some((features) => features.has(one) && features.has(other))).toBe(true);
  }
});

test('features: what is taken away takes its actions along and no other', () => {
  const kept = ACTIONS.filter(({ kind }) => isKept({ without: ['feeds'] }, { index: 0, client: 0, kind, atMs: 0 }));
  const gone = ACTIONS.filter((action) => !kept.includes(action)).map(({ kind }) => kind);
  expect(gone).toEqual(['follow books', 'disconnect', 'read slowly']);
  expect(without(ALL_FEATURES, ['feeds']).has('feeds')).toBe(false);
});

test('features: a run leaves behind what it has, and nothing of what it lacks', async () => {
  const full = SEEDS.find((seed) =>
    ['read_store', 'feeds', 'snapshots'].every((name) => featuresOf(seed).has(name as never)),
  );
  const seed = full ?? 0;
  const has = await runSeed(seed, { commands: COMMANDS });
  expect(has).toMatchObject({ kind: 'ok' });
  expect(has.counts).toMatchObject({ 'run with read_store': 1, 'run with feeds': 1 });
  expect(Object.keys(has.counts)).toEqual(expect.arrayContaining(['action read rows', 'feed frames']));
  const lacks = await runSeed(seed, { commands: COMMANDS, without: FEATURE_NAMES });
  expect(lacks).toMatchObject({ kind: 'ok' });
  expect(lacks.traceHash).not.toBe(has.traceHash);
  const names = Object.keys(lacks.counts);
  expect(names.filter((name) => name.startsWith('run with ') || name.startsWith('feed '))).toEqual([]);
  const unneeding = ACTIONS.filter(({ needs }) => needs === undefined);
  const actions = new Set<string>(unneeding.map(({ kind }) => `action ${kind}`));
  expect(names.filter((name) => name.startsWith('action ') && !actions.has(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith('examined rows') || name === 'start from a snapshot')).toEqual([]);
});
