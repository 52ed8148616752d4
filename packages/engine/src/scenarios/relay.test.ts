import { expect, test } from 'vitest';
import type { RelayStep, RelayTransaction, RelayType } from '../relay/commands.ts';
import { type AccountId, accountId, address } from '../units/ids.ts';
import { micros } from '../units/micros.ts';
import { amount, decimal, ScenarioVenue } from './venue.ts';

const SAFE = address(`0x${'5a'.repeat(20)}`);
const PROXY = address(`0x${'b0'.repeat(20)}`);
const FIRST = { type: 'SAFE', nonce: 0, steps: [] } as const;

function relay(
  account: AccountId,
  { type, nonce, steps }: { readonly type: RelayType; readonly nonce: number; readonly steps: readonly RelayStep[] },
  wallet = SAFE,
): RelayTransaction {
  const record = { id: `0x${'d1'.repeat(32)}`, to: SAFE, data: '0x', metadata: '', builder: null };
  return { kind: 'RelayTransaction', type, account, wallet, nonce, steps, startingBalance: micros(0), record };
}

const create = (account: AccountId): RelayTransaction => relay(account, { type: 'SAFE-CREATE', nonce: 0, steps: [] });

/** Free collateral of a wallet. */
function cashAt(v: ScenarioVenue, at: string): string {
  return decimal(v.state.wallets.find((wallet) => wallet.address === at)?.free ?? -1);
}

test('relay: a batch is done whole, each step after the one before, or not at all [S22]', () => {
  const v = new ScenarioVenue();
  const { account } = v.trader('alice', '0');
  const [a = 0 as never, b = 0 as never] = v.markets(2);
  expect(v.submit(relay(account, FIRST))).toMatchObject({ code: 'wallet_not_deployed' });
  v.accept(create(account));
  expect(v.submit(create(account))).toMatchObject({ code: 'wallet_deployed' });
  const wallet = v.state.walletsByAddress.get(SAFE)!;
  v.accept({ kind: 'Deposit', wallet, amount: amount('10') });

  const pairs = (market: typeof a, shares: string) => ({ market, amount: amount(shares) });
  const split = (market: typeof a, shares: string): RelayStep => ({ kind: 'SplitPosition', ...pairs(market, shares) });
  const merge = (market: typeof a, shares: string): RelayStep => ({ kind: 'MergePositions', ...pairs(market, shares) });
  // 10 pay for the first split, its pairs for the second: more than a single step could do.
  v.accept(relay(account, { ...FIRST, steps: [split(a, '10'), merge(a, '4'), split(b, '4')] }));
  expect(cashAt(v, SAFE)).toBe('0');
  expect(v.state.wallets[wallet]?.positions.get(b)?.free).toEqual([4_000_000, 4_000_000]);

  const tooMuch = relay(account, { ...FIRST, nonce: 1, steps: [merge(a, '6'), split(b, '6.000001')] });
  expect(v.submit(tooMuch)).toMatchObject({ code: 'insufficient_balance', details: { call: 2 } });
  expect(cashAt(v, SAFE)).toBe('0');
  // A refused batch uses up no nonce, an accepted one does.
  expect(v.submit(relay(account, FIRST))).toMatchObject({ code: 'relay_nonce_invalid', details: { expected: 1 } });
  v.accept(relay(account, { ...FIRST, nonce: 1 }));
  v.end();
});

test('relay: no one acts from the wallet of someone else, and each scheme counts its own nonces', () => {
  const v = new ScenarioVenue();
  const { account } = v.trader('alice', '0');
  const bob = v.trader('bob', '0');
  v.accept(create(account));
  v.accept(relay(account, FIRST));
  expect(v.submit(relay(bob.account, FIRST))).toMatchObject({ code: 'wallet_not_owned' });
  expect(v.submit(create(bob.account))).toMatchObject({ code: 'wallet_not_owned' });
  expect(v.submit(relay(accountId(9), FIRST))).toMatchObject({ code: 'unknown_account' });
  // A proxy wallet needs no deployment.
  v.accept(relay(account, { type: 'PROXY', nonce: 0, steps: [] }, PROXY));
  expect(v.state.accounts[account]?.relayNonces).toEqual({ SAFE: 1, PROXY: 1, WALLET: 0 });
  v.accept({ kind: 'SetMode', mode: 'disabled' });
  expect(v.submit(relay(account, { ...FIRST, nonce: 1 }))).toMatchObject({ code: 'mode_disabled' });
  v.end();
});

test('relay: redeeming is refused before the result and takes nothing after it', () => {
  const v = new ScenarioVenue();
  const { account } = v.trader('alice', '0');
  const [market = 0 as never] = v.markets(1);
  v.accept(create(account));
  const redeem = { type: 'SAFE', nonce: 0, steps: [{ kind: 'RedeemPositions', market }] } as const;
  expect(v.submit(relay(account, redeem))).toMatchObject({ code: 'market_not_resolved' });
  v.accept({ kind: 'ResolveMarket', market, payouts: [10_000, 0] });
  v.accept(relay(account, redeem));
  v.settle();
  v.end();
});

test('relay: a lent address is its signer’s once it is deployed: taken back from others, kept with all that is in it', () => {
  const v = new ScenarioVenue();
  const { account } = v.trader('alice', '20');
  v.trader('bob', '20');
  const [market = 0 as never] = v.markets(1);
  expect(v.foreign('bob buy yes 10 @ 0.50', SAFE, market).kind).toBe('accepted');
  expect(v.foreign('alice buy yes 10 @ 0.50', PROXY, market).kind).toBe('accepted');
  v.accept(create(account));
  // Bob's order still rests, in a wallet that the venue has renamed; Alice's is unchanged.
  expect(v.state.openOrders.size).toBe(2);
  expect(cashAt(v, SAFE)).toBe('0');
  const before = v.state.walletsByAddress.get(PROXY);
  v.accept(relay(account, { type: 'PROXY', nonce: 0, steps: [] }, PROXY));
  expect(v.state.walletsByAddress.get(PROXY)).toBe(before);
  expect(v.state.wallets[before!]).toMatchObject({ borrowed: false, held: amount('5') });
  v.end();
});
