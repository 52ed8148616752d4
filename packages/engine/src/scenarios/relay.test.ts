import { expect, test } from 'vitest';
import type { RelayStep } from '../relay/commands.ts';
import { address, micros } from '../units/units.ts';
import { amount, decimal, ScenarioVenue } from './venue.testing.ts';

const SAFE = address(`0x${'5a'.repeat(20)}`);
const RECORD = { id: `0x${'d1'.repeat(32)}`, to: SAFE, data: '0x', metadata: '', builder: null };

test('relay: a batch is done whole, each step after the one before, or not at all [S22]', () => {
  const v = new ScenarioVenue();
  const { account } = v.trader('alice', '0');
  const [a = 0 as never, b = 0 as never] = v.markets(2);
  const owner = { account, wallet: SAFE, startingBalance: micros(0) };
  const fields = { kind: 'RelayTransaction', ...owner, record: RECORD } as const;
  const relay = (nonce: number, ...steps: readonly RelayStep[]) => v.submit({ ...fields, type: 'SAFE', nonce, steps });
  const create = () => v.submit({ ...fields, type: 'SAFE-CREATE', nonce: 0, steps: [] });
  const cash = () => decimal(v.state.wallets[wallet]?.free ?? -1);
  expect(relay(0)).toMatchObject({ code: 'wallet_not_deployed' });
  expect(create().kind).toBe('accepted');
  expect(create()).toMatchObject({ code: 'wallet_deployed' });
  const wallet = v.state.walletsByAddress.get(SAFE)!;
  v.accept({ kind: 'Deposit', wallet, amount: amount('10') });

  const pairs = (market: typeof a, shares: string) => ({ market, amount: amount(shares) });
  const split = (market: typeof a, shares: string): RelayStep => ({ kind: 'SplitPosition', ...pairs(market, shares) });
  const merge = (market: typeof a, shares: string): RelayStep => ({ kind: 'MergePositions', ...pairs(market, shares) });
  // 10 pay for the first split, its pairs for the second: more than a single step could do.
  expect([relay(0, split(a, '10'), merge(a, '4'), split(b, '4')).kind, cash()]).toEqual(['accepted', '0']);
  expect(v.state.wallets[wallet]?.positions.get(b)?.free).toEqual([4_000_000, 4_000_000]);

  const tooMuch = relay(1, merge(a, '6'), split(b, '6.000001'));
  expect(tooMuch).toMatchObject({ code: 'insufficient_balance', details: { call: 2 } });
  expect(cash()).toBe('0');
  // A refused batch uses up no nonce, an accepted one does.
  expect(relay(0)).toMatchObject({ code: 'relay_nonce_invalid', details: { expected: 1 } });
  expect(relay(1).kind).toBe('accepted');
  v.end();
});
