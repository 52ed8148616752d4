/** A failing seed shrinks to what the failure needs and nothing more. The runs are fake and fail on demand. */
import { expect, test } from 'vitest';
import type { FaultKind } from '../faults/faults.ts';
import { type Feature, featuresOf } from '../features/table.ts';
import type { RunLimits, RunResult } from '../limits.ts';
import { least, minimise, rangesOf, type ShrinkOptions, shrink } from './shrink.ts';

const KINDS: readonly FaultKind[] = ['crash', 'pause', 'takeover', 'clock_jump', 'request_lost'];

/** A fake run in which every allowed fault happened; it breaks `rule` unless that is null. */
function resultOf(limits: RunLimits, rule: string | null): RunResult {
  const fired = KINDS.filter((kind) => limits.faults?.includes(kind) ?? true);
  const counts = Object.fromEntries(fired.map((kind) => [`fault ${kind}`, 1]));
  const figures = { seed: 1, traceHash: '', steps: 500, simulatedMs: 0, counts };
  return rule === null ? { ...figures, kind: 'ok' } : { ...figures, kind: 'broken', rule, step: 500, message: '' };
}

const hasAction = ({ actions }: RunLimits, place: number): boolean =>
  actions?.some(([first, last]) => first <= place && place <= last) ?? true;
const hasFault = ({ faults }: RunLimits, kind: FaultKind): boolean => faults?.includes(kind) ?? true;
const hasFeature = ({ without }: RunLimits, feature: Feature): boolean => without?.includes(feature) !== true;

function optionsOf(breaks: (limits: RunLimits) => string | null): ShrinkOptions {
  return { limits: {}, commands: 300, runsMax: 2_000, run: async (_, limits) => resultOf(limits, breaks(limits)) };
}

const shrunkBy = (breaks: (limits: RunLimits) => string | null) => shrink(1, optionsOf(breaks));

test('shrink: one part of the venue, two faults, one client and three places are what is left', async () => {
  const [needed, ...others] = featuresOf(1);
  const shrunk = await shrunkBy((limits) => {
    const isThere =
      hasFeature(limits, needed as Feature) &&
      hasFault(limits, 'pause') &&
      hasFault(limits, 'takeover') &&
      (limits.faultsUntilStep ?? 500) >= 120 &&
      (limits.clients?.includes(3) ?? true) &&
      [7, 8, 91].every((place) => hasAction(limits, place));
    return isThere ? 'conservation' : null;
  });
  const { actions, ...limits } = shrunk?.limits ?? {};
  expect(limits).toEqual({ without: others, faults: ['pause', 'takeover'], faultsUntilStep: 120, clients: [3] });
  expect(actions?.map((range) => range.join())).toEqual(['7,8', '91,91']);
});

test('shrink: what breaks another rule is not followed', async () => {
  const shrunk = await shrunkBy((limits) => (hasFault(limits, 'crash') ? 'fenced' : 'progress'));
  expect([shrunk?.result.rule, shrunk?.limits.faults]).toEqual(['fenced', ['crash']]);
  expect(shrunk?.limits.actions).toEqual([]);
});

test('shrink: a seed that holds has nothing to shrink, and the number of runs is bounded', async () => {
  expect(await shrunkBy(() => null)).toBeNull();
  const options = optionsOf((limits) => (hasAction(limits, 5) ? 'progress' : null));
  expect((await shrink(1, { ...options, runsMax: 4 }))?.runs).toBe(4);
});

test('shrink: ranges hold exactly the places', () => {
  expect(rangesOf([1, 2, 3, 7, 9, 10]).map((range) => range.join())).toEqual(['1,3', '7,7', '9,10']);
  expect(rangesOf([])).toEqual([]);
});

test('shrink: the smallest list and the least number, whatever they are', async () => {
  const wanted = [2, 3, 17];
  const list = Array.from({ length: 40 }, (_, index) => index);
  expect(await minimise(list, async (some) => wanted.every((item) => some.includes(item)))).toEqual(wanted);
  expect(await minimise(list, async () => true)).toEqual([]);
  for (const number of [0, 1, 13, 40]) expect(await least(40, async (some) => some >= number)).toBe(number);
});
