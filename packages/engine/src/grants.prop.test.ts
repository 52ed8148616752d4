import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dice } from './testing/dice.ts';
import { grantCommand } from './testing/grant-commands.ts';
import { forAll } from './testing/runs.ts';
import { Shadow, unseen } from './testing/shadow.ts';

/** Generates commands from seeds, with a restart half way. */
function run(seeds: readonly number[]): Shadow {
  let shadow = Shadow.opened();
  const { timeMs } = shadow.state;
  seeds.forEach((seed, index) => {
    const command = grantCommand(new Dice(seed), shadow.state);
    shadow.execute({ command, timeMs: timeMs + index });
    if (seed % 16 === 0 || index === seeds.length - 1) shadow.compareCopies(command);
    if (index === seeds.length >> 1) shadow = shadow.restarted();
  });
  return shadow;
}

test('grants: pay as the oracle does, and events and snapshots are the state', () => {
  const seeds = fc.array(fc.noBias(fc.nat()), { minLength: 1, maxLength: 150, size: 'max' });
  forAll(25, [seeds], (list) => void run(list));
});

const CORNERS: readonly string[] = `
  accepted Grant, unchanged Grant, accepted SetStandingGrant, unchanged SetStandingGrant, grant_invalid,
  amount_out_of_range, deposit_limit, unknown_wallet, wallet_borrowed
`
  .trim()
  .split(/,\s+/);

test('grants: seeded histories reach every rule, and none pays an account twice', () => {
  const histories = [1, 2, 3, 4].map((seed) => run(new Dice(seed).seeds(800)));
  expect(unseen(CORNERS, histories)).toEqual([]);
  for (const { naive } of histories)
    for (const id of new Set(naive.state.grants.steps.map((step) => step.id))) {
      const paid = naive.state.grants.steps.filter((step) => step.id === id).flatMap(({ to }) => to);
      expect(new Set(paid).size).toBe(paid.length);
    }
});
