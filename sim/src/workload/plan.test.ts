/** The plan follows from the seed alone, holds enough commands, and includes every kind of action. */
import { expect, test } from 'vitest';
import { createDice } from '../dice/dice.ts';
import { ALL_FEATURES } from '../features/table.ts';
import { CLIENTS } from './client.ts';
import { ACTIONS, isKept, makePlan, placesFor } from './plan.ts';

const planOf = (seed: number) =>
  makePlan(createDice(seed).fork('plan'), placesFor(1_000, ALL_FEATURES), CLIENTS, ALL_FEATURES);

test('plan: the same seed has the same plan, another one another', () => {
  expect(planOf(7)).toEqual(planOf(7));
  expect(planOf(7)).not.toEqual(planOf(8));
});

test('plan: places are numbered in the order of their time, and results come late', () => {
  const plan = planOf(3);
  expect(plan.map(({ index }) => index)).toEqual(plan.map((_, index) => index));
  expect(plan.every(({ atMs }, at) => at === 0 || (plan[at - 1]?.atMs ?? 0) <= atMs)).toBe(true);
  const end = plan.at(-1)?.atMs ?? 0;
  const results = plan.filter(({ kind }) => kind === 'resolve event');
  expect(results.every(({ atMs }) => atMs >= end * 0.5)).toBe(true);
});

test('plan: every kind of action comes up and is known', () => {
  const plans = [1, 2, 3, 4, 5].flatMap((seed) => planOf(seed));
  const kinds = new Set(plans.map(({ kind }) => kind));
  expect(ACTIONS.filter(({ kind }) => !kinds.has(kind))).toEqual([]);
  expect(new Set(ACTIONS.map(({ kind }) => kind)).size).toBe(ACTIONS.length);
});

test('plan: limits keep the named clients and places, both ends included', () => {
  const plan = planOf(2);
  const kept = plan.filter((planned) =>
    isKept(
      {
        clients: [1],
        actions: [
          [10, 20],
          [400, 400],
        ],
      },
      planned,
    ),
  );
  const wanted = plan.filter(({ index, client }) => client === 1 && ((index >= 10 && index <= 20) || index === 400));
  expect([kept, plan.filter((planned) => isKept({}, planned))]).toEqual([wanted, plan]);
});
