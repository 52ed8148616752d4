/** Heartbeats among orders compared with their oracle: decisions, and states rebuilt from events and snapshots. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dice } from './testing/dice.ts';
import { CommandFactory, type TimedCommand } from './testing/generators.ts';
import { heartbeatCommand, heartbeatTime } from './testing/heartbeat-commands.ts';
import type { Intent } from './testing/intents.ts';
import { forAll } from './testing/runs.ts';
import { Shadow, unseen } from './testing/shadow.ts';
import { accountId } from './units/units.ts';

const OTHERS: readonly Intent['kind'][] = [
  ...new Array<Intent['kind']>(16).fill('PlaceOrder'),
  ...(['CancelOrders', 'ExpireOrders', 'SetMode', 'SplitPosition', 'IssueApiKey', 'BindAndPlace'] as const),
];

function run(seeds: readonly number[]): Shadow {
  const factory = new CommandFactory();
  let shadow = Shadow.opened(factory);
  let { timeMs } = shadow.state;
  const execute = (timed: TimedCommand): void => {
    timeMs = Math.max(timeMs, timed.timeMs);
    shadow.execute({ command: timed.command, timeMs });
  };
  for (let key = 0; key < 4; key++)
    execute({ command: { kind: 'IssueApiKey', account: accountId(key), apiKey: `key-${key}`, nonce: '0' }, timeMs });
  seeds.forEach((seed, index) => {
    const dice = new Dice(seed);
    const kind = dice.once(150) ? 'RevokeApiKey' : dice.pick(OTHERS);
    const timed = dice.once(2)
      ? {
          command: heartbeatCommand(dice, shadow.state, `beat-${index}`),
          timeMs: heartbeatTime(dice, shadow.state, timeMs),
        }
      : factory.next({ kind, seed });
    execute(timed);
    if (seed % 16 === 0 || index === seeds.length - 1) shadow.compareCopies(timed.command);
    if (index === seeds.length >> 1) shadow = shadow.restarted();
  });
  return shadow;
}

test('heartbeats: decide as the oracle does, and their events and snapshots are their state [E16]', () => {
  const seeds = fc.array(fc.noBias(fc.nat()), { minLength: 1, maxLength: 150, size: 'max' });
  forAll(25, [seeds], (list) => void run(list));
});

const CORNERS: readonly string[] = [
  ...['accepted Beat', 'accepted ExpireHeartbeats', 'unchanged ExpireHeartbeats', 'accepted RenewHeartbeats'],
  ...['unchanged RenewHeartbeats', 'heartbeat_id_invalid', 'unknown_api_key', 'heartbeat', 'accepted RevokeApiKey'],
];

test('heartbeats: seeded histories reach every rule', () => {
  const histories = [1, 2, 3, 4, 5, 6].map((seed) => run(new Dice(seed).seeds(400)));
  expect(unseen(CORNERS, histories)).toEqual([]);
});
