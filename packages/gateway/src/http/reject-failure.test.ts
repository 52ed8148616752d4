/** Refusals that requests rarely reach, because the gateway refuses first, have their figures as well. */
import { type AccountId, type Command, createState, decide, type MarketId, micros } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { rejectFailure } from './reject-failure.ts';

const account = 0 as AccountId;
const pairs = { account, wallet: 0, market: 0 as MarketId, amount: micros(1) };
const COMMANDS = [
  { kind: 'CancelOrders', account, orderIds: [] },
  { kind: 'CancelMatching', account, market: null, outcome: null },
  { kind: 'SplitPosition', ...pairs },
  { kind: 'MergePositions', ...pairs },
  { kind: 'ConvertPositions', account, wallet: 0, catalogEvent: 0, markets: [], amount: micros(1) },
  { kind: 'RelayTransaction', type: 'PROXY', account, steps: [] },
] as unknown as readonly Command[];

test.each(COMMANDS)('refusals: $kind tells the mode of a disabled venue, and when to come back', (command) => {
  const decision = decide({ ...createState(), mode: 'disabled' }, command, { sequence: 1, timeMs: 1 });
  if (decision.kind !== 'reject') throw new Error(`it is ${decision.kind}`);
  expect(rejectFailure(decision)).toMatchObject({
    code: 'mode_disabled',
    status: 503,
    retryAfterSeconds: 60,
    details: { rule: 'mode_disabled', mode: 'disabled' },
  });
});

test('refusals: a check of what the gateway had checked has no figures', () => {
  const failure = rejectFailure({ kind: 'reject', code: 'wallet_not_owned', details: { wallet: '0x1' } });
  expect([failure.code, failure.details]).toEqual(['wallet_not_owned', undefined]);
  const unknown = { kind: 'reject', code: 'unknown_market', details: {} } as const;
  expect([rejectFailure(unknown).code, rejectFailure(unknown, '0x2').code]).toEqual([
    'market_not_found',
    'unknown_token',
  ]);
});
