import { expect, test } from 'vitest';
import { releasedAddress } from '../ledger/wallet.ts';
import { WALLETS_PER_ACCOUNT_MAX } from '../limits.ts';
import { type AccountId, type Address, address, type MarketId, type WalletId } from '../units/units.ts';
import { amount, ScenarioVenue } from './venue.testing.ts';

/** The owner's own address and its deposit wallet, before the owner ever signs in. */
const OWN = address(`0x${'a1'.repeat(20)}`);
const DEPOSIT = address(`0x${'d1'.repeat(20)}`);
const START = amount('10000');

class Demo extends ScenarioVenue {
  readonly market: MarketId = this.markets(1)[0] as MarketId;

  walletAt(at: Address) {
    const id = this.state.walletsByAddress.get(at);
    return id === undefined ? undefined : this.state.wallets[id];
  }
}

test('ownership: a borrowed wallet brings no money, and its orders draw what they lack from their account [E23]', () => {
  const v = new Demo();
  const { account } = v.trader('thief', '100');
  expect(v.foreign('thief buy yes 10 @ 0.40', OWN, v.market)).toMatchObject({
    kind: 'accepted',
    events: [
      { kind: 'WalletBound', address: OWN, credit: 0 },
      { kind: 'CollateralMoved', amount: amount('4') },
      { kind: 'OrderAccepted' },
      { kind: 'OrderRested' },
    ],
  });
  expect(v.cash('thief')).toBe('96/0');
  expect(v.walletAt(OWN)).toMatchObject({ account, borrowed: true, free: 0, held: amount('4') });
  expect(v.state.totals.collateral).toBe(amount('100'));
  // An order above the account's funds is refused, and the next one draws only the missing amount.
  expect(v.foreign('thief buy yes 1000 @ 0.40', OWN, v.market)).toMatchObject({
    code: 'insufficient_balance',
    details: { balance: amount('96'), needed: amount('400') },
  });
  v.accept({ kind: 'CancelMatching', account, market: null, outcome: null });
  expect(v.walletAt(OWN)).toMatchObject({ free: amount('4'), held: 0 });
  v.foreign('thief buy yes 20 @ 0.40', OWN, v.market);
  expect(v.cash('thief')).toBe('92/0');
  // Shares are sold from the wallet that has them, and a sale draws no money from the account.
  v.accept({ kind: 'CancelMatching', account, market: null, outcome: null });
  const { id: wallet } = v.walletAt(OWN)!;
  v.accept({ kind: 'SplitPosition', account, wallet, market: v.market, amount: amount('8') });
  expect([v.foreign('thief sell yes 8 @ 0.60', OWN, v.market).kind, v.cash('thief')]).toEqual(['accepted', '92/0']);
  v.end();
});

test('ownership: an account has at most so many wallets, and its own two are always among them', () => {
  const v = new Demo();
  const { account } = v.trader('thief', '100');
  const foreign = (index: number): Address => address(`0x${'ee'.repeat(18)}${index.toString(16).padStart(4, '0')}`);
  for (let index = 2; index < WALLETS_PER_ACCOUNT_MAX; index++)
    expect(v.foreign('thief buy yes 10 @ 0.01', foreign(index), v.market).kind).toBe('accepted');
  expect(v.foreign('thief buy yes 10 @ 0.01', foreign(99), v.market)).toMatchObject({ code: 'too_many_wallets' });
  expect(v.foreign('thief buy yes 10 @ 0.01', foreign(2), v.market).kind).toBe('accepted');
  expect(v.state.accounts[account]?.wallets).toHaveLength(WALLETS_PER_ACCOUNT_MAX);
  expect(v.state.totals.free + v.state.totals.held).toBe(amount('100'));
  // Released addresses still count: an account cannot take one address after another.
  v.accept({ kind: 'ReleaseWallets' });
  expect(v.foreign('thief buy yes 10 @ 0.01', foreign(99), v.market)).toMatchObject({ code: 'too_many_wallets' });
  // The venue's mode is reported first.
  v.accept({ kind: 'SetMode', mode: 'cancel_only' });
  expect(v.foreign('thief buy yes 10 @ 0.01', foreign(99), v.market)).toMatchObject({ code: 'mode_cancel_only' });
  v.end();
});

test('ownership: an account whose wallets were taken before that was ruled out gets them at its next sign-in [E23]', () => {
  const v = new Demo();
  const thief = v.trader('thief', '100');
  // An entry journaled under older rules: the address belongs to the thief, with money, and the owner opened without
  // it.
  const stolen = v.state.wallets.length as WalletId;
  const owner = v.state.accounts.length as AccountId;
  v.force(
    { kind: 'WalletBound', wallet: stolen, account: thief.account, address: OWN, credit: START },
    { kind: 'AccountOpened', account: owner, address: OWN, depositWallet: DEPOSIT },
    { kind: 'WalletBound', wallet: (stolen + 1) as WalletId, account: owner, address: DEPOSIT, credit: START },
  );
  expect(v.foreign('thief buy yes 10 @ 0.40', OWN, v.market).kind).toBe('accepted');
  const command = { kind: 'OpenAccount', address: OWN, depositWallet: DEPOSIT, startingBalance: START } as const;
  expect(v.submit(command)).toMatchObject({
    kind: 'accepted',
    events: [
      { kind: 'WalletReleased', wallet: stolen, address: releasedAddress(stolen) },
      { kind: 'WalletBound', account: owner, address: OWN, credit: START },
    ],
  });
  expect(v.walletAt(OWN)).toMatchObject({ account: owner, free: START, borrowed: false });
  expect(v.state.wallets[stolen]).toMatchObject({
    account: thief.account,
    free: START - amount('4'),
    held: amount('4'),
  });
  v.end();
});
