/** Ownership of addresses: an address lent by the demo goes back to its owner, and no account gains or loses money. */
import { expect, test } from 'vitest';
import { releasedAddress } from '../ledger/wallet.ts';
import { WALLETS_PER_ACCOUNT_MAX } from '../limits.ts';
import { type AccountId, type Address, address, type MarketId, type WalletId } from '../units/ids.ts';
import { amount, ScenarioVenue } from './venue.ts';

/** The owner's own address and its deposit wallet, before the owner ever signs in. */
const OWN = address(`0x${'a1'.repeat(20)}`);
const DEPOSIT = address(`0x${'d1'.repeat(20)}`);
const START = amount('10000');

class Demo extends ScenarioVenue {
  readonly market: MarketId = this.markets(1)[0] as MarketId;

  signIn(own = OWN) {
    return this.submit({ kind: 'OpenAccount', address: own, depositWallet: DEPOSIT, startingBalance: START });
  }

  walletAt(at: Address) {
    const id = this.state.walletsByAddress.get(at);
    return id === undefined ? undefined : this.state.wallets[id];
  }

  ofAccount(account: AccountId): number {
    const { wallets } = this.state.accounts[account]!;
    return wallets.reduce((sum, id) => sum + this.state.wallets[id]!.free + this.state.wallets[id]!.held, 0);
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
  expect(v.foreign('thief sell yes 8 @ 0.60', OWN, v.market).kind).toBe('accepted');
  expect(v.cash('thief')).toBe('92/0');
  v.end();
});

test('ownership: an account has at most so many wallets, and its own two are always among them', () => {
  const v = new Demo();
  const { account } = v.trader('thief', '100');
  const foreign = (index: number): Address => address(`0x${'ee'.repeat(18)}${index.toString(16).padStart(4, '0')}`);
  for (let index = 2; index < WALLETS_PER_ACCOUNT_MAX; index++) {
    expect(v.foreign('thief buy yes 10 @ 0.01', foreign(index), v.market).kind).toBe('accepted');
  }
  expect(v.foreign('thief buy yes 10 @ 0.01', foreign(99), v.market)).toMatchObject({ code: 'too_many_wallets' });
  expect(v.foreign('thief buy yes 10 @ 0.01', foreign(2), v.market).kind).toBe('accepted');
  expect(v.state.accounts[account]?.wallets).toHaveLength(WALLETS_PER_ACCOUNT_MAX);
  expect(v.ofAccount(account)).toBe(amount('100'));
  // Released addresses still count: an account cannot take one address after another.
  v.accept({ kind: 'ReleaseWallets' });
  expect(v.foreign('thief buy yes 10 @ 0.01', foreign(99), v.market)).toMatchObject({ code: 'too_many_wallets' });
  // The venue's mode is reported first.
  v.accept({ kind: 'SetMode', mode: 'cancel_only' });
  expect(v.foreign('thief buy yes 10 @ 0.01', foreign(99), v.market)).toMatchObject({ code: 'mode_cancel_only' });
  v.end();
});

test.each([
  ['its own address', OWN],
  ['its deposit wallet', DEPOSIT],
])('ownership: at its first sign-in an account gets %s, clean, and the borrower keeps what it put there', (_, at) => {
  const v = new Demo();
  const thief = v.trader('thief', '100');
  v.trader('maker', '100');
  v.play(v.market, 'maker sell yes 10 @ 0.5 -> insufficient_position');
  v.accept({ kind: 'SplitPosition', ...v.named('maker'), market: v.market, amount: amount('10') });
  v.play(v.market, 'maker sell yes 10 @ 0.5 -> live');
  v.foreign('thief buy yes 30 @ 0.50', at, v.market);
  const borrowed = v.walletAt(at)!;
  const before = v.ofAccount(thief.account);
  expect(v.signIn()).toMatchObject({ kind: 'accepted' });
  const owner = v.state.accounts.at(-1)!;
  expect(owner.wallets).toHaveLength(2);
  expect(v.walletAt(OWN)).toMatchObject({ account: owner.id, borrowed: false, free: START, held: 0 });
  expect(v.walletAt(DEPOSIT)).toMatchObject({ account: owner.id, borrowed: false, free: START, held: 0 });
  expect(v.walletAt(at)?.positions.size).toBe(0);
  // Exact to the micro-unit: 10 shares bought, 20 still bid for.
  expect(borrowed).toMatchObject({ account: thief.account, address: releasedAddress(borrowed.id), borrowed: false });
  expect(borrowed).toMatchObject({ free: 0, held: amount('10') });
  expect(borrowed.positions.get(v.market)?.free[0]).toBe(amount('10'));
  expect(v.ofAccount(thief.account)).toBe(before);
  expect(v.state.openOrders.size).toBe(1);
  // The order still belongs to the borrower: no other account can cancel it, and proceeds of sales go to the
  // borrower.
  expect(v.submit({ kind: 'CancelMatching', account: owner.id, market: null, outcome: null }).kind).toBe('unchanged');
  v.accept({ kind: 'CancelMatching', account: thief.account, market: null, outcome: null });
  expect(v.foreign('thief sell yes 10 @ 0.60', borrowed.address, v.market).kind).toBe('accepted');
  expect(v.foreign('thief buy yes 10 @ 0.01', at, v.market)).toMatchObject({ code: 'wallet_already_bound' });
  // A second sign-in changes nothing.
  expect(v.signIn().kind).toBe('unchanged');
  v.end();
});

test('ownership: an account whose wallets were taken before that was ruled out gets them at its next sign-in [E23]', () => {
  const v = new Demo();
  const thief = v.trader('thief', '100');
  // An entry journaled under older rules: the address belongs to the thief, with money, and the owner opened without
  // it.
  const older = { sequence: v.state.sequence + 1, timeMs: v.timeMs, command: { kind: 'ExpireOrders' } as const };
  const stolen = v.state.wallets.length as WalletId;
  const owner = v.state.accounts.length as AccountId;
  v.record({
    ...older,
    events: [
      { kind: 'WalletBound', wallet: stolen, account: thief.account, address: OWN, credit: START },
      { kind: 'AccountOpened', account: owner, address: OWN, depositWallet: DEPOSIT },
      { kind: 'WalletBound', wallet: (stolen + 1) as WalletId, account: owner, address: DEPOSIT, credit: START },
    ],
  });
  expect(v.foreign('thief buy yes 10 @ 0.40', OWN, v.market).kind).toBe('accepted');
  expect(v.signIn()).toMatchObject({
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

test('ownership: without the demo nothing is lent, and what was lent can be claimed [E23]', () => {
  const v = new Demo();
  const { account } = v.trader('thief', '100');
  v.foreign('thief buy yes 10 @ 0.40', OWN, v.market);
  const { id } = v.walletAt(OWN)!;
  v.accept({ kind: 'ReleaseWallets' });
  expect(v.submit({ kind: 'ReleaseWallets' }).kind).toBe('unchanged');
  expect(v.walletAt(OWN)).toBeUndefined();
  expect(v.walletAt(releasedAddress(id))).toMatchObject({ account, borrowed: false, held: amount('4') });
  v.signIn();
  expect(v.walletAt(OWN)).toMatchObject({ free: START, borrowed: false });
  v.end();
});

test('ownership: deposits never reach a borrowed wallet, nor one that has another address by now [E23]', () => {
  const v = new Demo();
  const { account } = v.trader('thief', '100');
  v.foreign('thief buy yes 10 @ 0.40', OWN, v.market);
  const { id: wallet } = v.walletAt(OWN)!;
  expect(v.submit({ kind: 'Deposit', wallet, address: OWN, amount: amount('5') })).toMatchObject({
    code: 'wallet_borrowed',
    details: { wallet: OWN, account: v.state.accounts[account]?.address },
  });
  v.signIn();
  // Looked up before the owner came and decided afterwards: the money would be the borrower's.
  for (const kind of ['Deposit', 'Withdraw'] as const)
    expect(v.submit({ kind, wallet, address: OWN, amount: amount('1') })).toMatchObject({ code: 'unknown_wallet' });
  v.accept({ kind: 'Deposit', wallet: v.walletAt(OWN)!.id, address: OWN, amount: amount('5') });
  expect(v.walletAt(OWN)?.free).toBe(START + amount('5'));
  v.accept({ kind: 'CancelMatching', account, market: null, outcome: null });
  v.accept({ kind: 'Withdraw', wallet, address: releasedAddress(wallet), amount: amount('4') });
  v.end();
});
