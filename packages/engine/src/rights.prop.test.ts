/** Rights among orders and keys compared with their oracle: decisions, and states rebuilt from events and snapshots. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { communityCommand } from './testing/community-commands.ts';
import { Dice } from './testing/dice.ts';
import { CommandFactory, type TimedCommand } from './testing/generators.ts';
import type { Intent } from './testing/intents.ts';
import { keyCommand, orderOfKey } from './testing/key-commands.ts';
import { rightsCommand } from './testing/rights-commands.ts';
import { forAll } from './testing/runs.ts';
import { Shadow, unseen } from './testing/shadow.ts';

const OTHERS: readonly Intent['kind'][] = [
  ...new Array<Intent['kind']>(16).fill('PlaceOrder'),
  ...(['CancelOrders', 'CancelMatching', 'SplitPosition', 'BindAndPlace', 'IssueApiKey', 'BindWallet'] as const),
  ...(['RelayTransaction', 'RelayTransaction', 'Deposit', 'Withdraw'] as const),
];

function run(seeds: readonly number[]): Shadow {
  const factory = new CommandFactory();
  let shadow = Shadow.opened(factory);
  let { timeMs } = shadow.state;
  const drawn = (dice: Dice, seed: number): TimedCommand => {
    if (dice.once(3)) return { command: rightsCommand(dice, timeMs), timeMs };
    if (dice.once(8)) return { command: keyCommand(dice, shadow.state, timeMs), timeMs };
    if (dice.once(12)) return { command: communityCommand(dice, shadow.state.community.comments.count), timeMs };
    return factory.next({ kind: dice.pick(OTHERS), seed });
  };
  seeds.forEach((seed, index) => {
    const dice = new Dice(seed);
    timeMs += dice.pick([0, 0, 1, 250, 1_500]);
    const { command, timeMs: at } = drawn(dice, seed);
    timeMs = Math.max(timeMs, at);
    const ofKey: Command =
      command.kind === 'PlaceOrder' && dice.once(2) ? orderOfKey(dice, shadow.state, command) : command;
    const acted: Command = dice.once(10) ? { ...ofKey, act: { actor: 'root', reason: 'seed' } } : ofKey;
    shadow.execute({ command: acted, timeMs });
    if (seed % 16 === 0 || index === seeds.length - 1) shadow.compareCopies(command);
    if (index === seeds.length >> 1) shadow = shadow.restarted();
  });
  return shadow;
}

test('rights: decide as the oracle does, and their events and snapshots are their state', () => {
  const seeds = fc.array(fc.noBias(fc.nat()), { minLength: 1, maxLength: 150, size: 'max' });
  forAll(25, [seeds], (list) => void run(list));
});

const CORNERS: readonly string[] = [
  ...['accepted SetRole', 'unchanged SetRole', 'accepted IssueToken', 'accepted RevokeToken', 'unknown_admin_token'],
  ...['token_invalid', 'token_name_taken', 'accepted SuspendAccount', 'unchanged SuspendAccount'],
  ...['accepted ResumeAccount', 'unchanged ResumeAccount', 'accepted SweepSuspended', 'unchanged SweepSuspended'],
  ...[
    'account_suspended',
    'suspended',
    'accepted NoteAct',
    'accepted SetModerator',
    'unknown_account',
    'accepted PlaceOrder',
  ],
];

test('rights: seeded histories reach every rule', () => {
  const histories = [1, 2, 3, 4].map((seed) => run(new Dice(seed).seeds(500)));
  expect(unseen(CORNERS, histories)).toEqual([]);
});
