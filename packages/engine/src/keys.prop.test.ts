/** Keys of accounts among orders compared with their oracle: decisions, and states rebuilt from events and snapshots. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dice } from './testing/dice.ts';
import { CommandFactory, type TimedCommand } from './testing/generators.ts';
import type { Intent } from './testing/intents.ts';
import { keyCommand, keyTime, orderOfKey } from './testing/key-commands.ts';
import { forAll } from './testing/runs.ts';
import { Shadow, unseen } from './testing/shadow.ts';

const OTHERS: readonly Intent['kind'][] = [
  ...new Array<Intent['kind']>(16).fill('PlaceOrder'),
  ...(['CancelOrders', 'CancelMatching', 'ExpireOrders', 'SplitPosition', 'BindAndPlace', 'SetMode'] as const),
];

function run(seeds: readonly number[]): Shadow {
  const factory = new CommandFactory();
  let shadow = Shadow.opened(factory);
  let { timeMs } = shadow.state;
  seeds.forEach((seed, index) => {
    const dice = new Dice(seed);
    timeMs = keyTime(dice, shadow.state, timeMs);
    const ofKeys = dice.once(3);
    const drawn: TimedCommand = ofKeys
      ? { command: keyCommand(dice, shadow.state, timeMs), timeMs }
      : factory.next({ kind: dice.pick(OTHERS), seed });
    const { command } = drawn;
    timeMs = Math.max(timeMs, drawn.timeMs);
    const isOfKey = command.kind === 'PlaceOrder' && dice.once(2);
    shadow.execute({ command: isOfKey ? orderOfKey(dice, shadow.state, command) : command, timeMs });
    if (seed % 16 === 0 || index === seeds.length - 1) shadow.compareCopies(command);
    if (index === seeds.length >> 1) shadow = shadow.restarted();
  });
  return shadow;
}

test('keys: decide as the oracle does, and their events and snapshots are their state', () => {
  const seeds = fc.array(fc.noBias(fc.nat()), { minLength: 1, maxLength: 150, size: 'max' });
  forAll(25, [seeds], (list) => void run(list));
});

const CORNERS: readonly string[] = [
  ...['accepted AddKey', 'unchanged AddKey', 'accepted RevokeKey', 'accepted EndKeys', 'unchanged EndKeys'],
  ...['unknown_key', 'key_ended', 'key_scope', 'key_invalid', 'key_revoked', 'ended key', 'self_trade'],
  ...['accepted RelayTransaction', 'batch of a key', 'insufficient_balance', 'wallet_not_owned'],
];

test('keys: seeded histories reach every rule', () => {
  const histories = [1, 2, 3, 4, 5, 6].map((seed) => run(new Dice(seed).seeds(400)));
  expect(unseen(CORNERS, histories)).toEqual([]);
});
