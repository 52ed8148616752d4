/** No account, old or new, can exhaust what others need: money, capacity for money, and capacity for shares. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { totalLocked } from '../ledger/invariants.ts';
import { STARTING_BALANCES_MAX } from '../limits.ts';
import { Dice } from '../testing/dice.ts';
import { forAll } from '../testing/runs.ts';
import {
  type AccountId,
  address,
  type MarketId,
  MICROS_MAX,
  type Micros,
  micros,
  type WalletId,
} from '../units/units.ts';
import { amount, ScenarioVenue } from './venue.testing.ts';

type Owner = { readonly account: AccountId; readonly wallet: WalletId };

class HostileVenue extends ScenarioVenue {
  readonly newcomers: Owner[] = [];

  /** Opens an account as the gateway does, with the starting balance of the operator's setting. */
  newcomer(startingBalance: Micros): Owner {
    const serial = this.state.accounts.length;
    const at = (kind: string) => address(`0x${kind.repeat(16)}${serial.toString(16).padStart(8, '0')}`);
    this.accept({ kind: 'OpenAccount', address: at('aa'), depositWallet: at('dd'), startingBalance });
    const account = serial as AccountId;
    const owner = { account, wallet: this.state.accounts[account]!.wallets[0] as WalletId };
    this.newcomers.push(owner);
    return owner;
  }

  free({ wallet }: Owner): Micros {
    return this.state.wallets[wallet]!.free;
  }

  /** NO shares that can be given in each of `markets`. */
  spare({ wallet }: Owner, markets: readonly MarketId[]): Micros {
    const { positions } = this.state.wallets[wallet]!;
    return micros(Math.min(...markets.map((market) => positions.get(market)?.free[1] ?? 0)));
  }
}

/** Locks as much as money can buy: repeatedly splits pairs in one market and converts its NO into YES of all others. */
function inflate(v: HostileVenue, markets: readonly MarketId[], dice: Dice, rounds: number): void {
  const catalogEvent = v.eventOf(markets[0]!);
  for (let round = 0; round < rounds; round++) {
    const owner = dice.pick(v.newcomers);
    const half = micros(Math.ceil(v.free(owner) / (1 + dice.below(3))));
    const market = dice.pick(markets);
    if (half > 0) v.accept({ kind: 'SplitPosition', ...owner, market, amount: half });
    const others = markets.filter(() => dice.once(4));
    const given = dice.once(2) || others.length === 0 ? [market] : others;
    const most = v.spare(owner, given);
    if (most > 0) v.accept({ kind: 'ConvertPositions', ...owner, catalogEvent, markets: given, amount: most });
  }
}

/** All operations of an honest account, each of which has to succeed. */
function tradeHonestly(v: HostileVenue, markets: readonly MarketId[]): void {
  const [a, b] = markets as [MarketId, MarketId];
  const [alice, bob] = [v.trader('alice', '1000'), v.trader('bob', '1000')];
  v.play(a, 'alice buy yes 100 @ 0.40 -> live', 'bob   buy no  100 @ 0.60 -> matched 60 for 100');
  for (const market of [a, b]) v.accept({ kind: 'SplitPosition', ...alice, market, amount: amount('50') });
  v.accept({ kind: 'MergePositions', ...alice, market: a, amount: amount('10') });
  v.accept({ kind: 'ConvertPositions', ...alice, catalogEvent: v.eventOf(a), markets: [a, b], amount: amount('40') });
  v.accept({ kind: 'Withdraw', wallet: alice.wallet, amount: amount('500') });
  v.accept({ kind: 'Deposit', wallet: bob.wallet, amount: amount('1000000000') });
}

/** Resolves the event to its first market and pays all holders: the advance is repaid to the last micro-unit. */
function finish(v: HostileVenue, markets: readonly MarketId[]): void {
  for (const market of markets.toReversed())
    v.accept({ kind: 'ResolveMarket', market, payouts: market === markets[0] ? [10_000, 0] : [0, 10_000] });
  v.settle();
  expect([totalLocked(v.state.markets), v.advanced]).toEqual([0n, 0n]);
  v.end();
}

test('caps: fresh accounts and an event of 128 markets leave everyone else what they need [E24]', () => {
  const v = new HostileVenue();
  const markets = v.markets(128, {}, true);
  for (let index = 0; index < 10; index++) v.newcomer(amount('200000000'));
  const catalogEvent = v.eventOf(markets[0]!);
  for (const owner of v.newcomers) {
    const all = v.free(owner);
    v.accept({ kind: 'SplitPosition', ...owner, market: markets[0]!, amount: all });
    v.accept({ kind: 'ConvertPositions', ...owner, catalogEvent, markets: [markets[0]!], amount: all });
  }
  // Sums over the venue exceed the exact range of a double; no single amount does.
  expect(totalLocked(v.state.markets)).toBeGreaterThan(25n * BigInt(MICROS_MAX));
  expect(v.state.markets.every(({ locked }) => locked <= v.state.totals.collateral)).toBe(true);
  tradeHonestly(v, markets);
  finish(v, markets);
});

test('caps: whatever newcomers do, an honest account can deposit, trade, split, merge, convert and withdraw [E24]', () =>
  forAll(25, [fc.integer({ min: 2, max: 12 }), fc.noBias(fc.nat())], (count, seed) => {
    const v = new HostileVenue();
    const markets = v.markets(count, {}, true);
    const dice = new Dice(seed);
    for (let index = 0; index < 6; index++) v.newcomer(micros(dice.pick([1, 1e10, 1e15, 2e15, 5e15])));
    inflate(v, markets, dice, 30);
    tradeHonestly(v, markets);
    inflate(v, markets, dice, 5);
    finish(v, markets);
  }));

test('caps: accounts open without end; starting balances leave half of the room to the operator [E24]', () => {
  const v = new HostileVenue();
  const each = amount('1000000000');
  const credits = Array.from({ length: 5 }, () => v.free(v.newcomer(each)));
  // Two wallets per account: four of them fit below half of nine billion.
  expect([credits, v.state.totals.collateral]).toEqual([[each, each, 0, 0, 0], 4 * each]);
  expect(v.state.totals.collateral).toBeLessThanOrEqual(STARTING_BALANCES_MAX);
  const { wallet } = v.newcomers[4]!;
  v.accept({ kind: 'Deposit', wallet, amount: amount('5000000000') });
  expect(v.submit({ kind: 'Deposit', wallet, amount: micros(1) })).toMatchObject({ code: 'deposit_limit' });
  // Withdrawals make room again, for deposits and for starting balances.
  v.accept({ kind: 'Withdraw', wallet, amount: amount('5000000000') });
  v.accept({ kind: 'Withdraw', wallet: v.newcomers[0]!.wallet, amount: each });
  expect(v.free(v.newcomer(each))).toBe(each);
  v.end();
});

test('caps: deposits and withdrawals go on for ever, to the micro-unit', () => {
  const v = new HostileVenue();
  const { wallet } = v.newcomer(micros(0));
  for (let round = 0; round < 5; round++) {
    v.accept({ kind: 'Deposit', wallet, amount: micros(MICROS_MAX) });
    v.accept({ kind: 'Withdraw', wallet, amount: micros(MICROS_MAX - (round % 2)) });
    if (round % 2 === 1) v.accept({ kind: 'Withdraw', wallet, amount: micros(1) });
  }
  expect([v.state.totals.deposits, v.state.totals.withdrawals]).toEqual([
    5n * BigInt(MICROS_MAX),
    5n * BigInt(MICROS_MAX),
  ]);
  v.end();
});

test('caps: an order that mints with all the money there is goes through, and so does its merge [E24]', () => {
  const v = new HostileVenue();
  const [market] = v.markets(1) as [MarketId];
  v.trader('alice', '4500000000');
  v.trader('bob', '4500000000');
  for (let round = 0; round < 4; round++)
    v.play(
      market,
      'alice buy  yes 1000000000 @ 0.50 -> live',
      'bob   buy  no  1000000000 @ 0.50 -> matched 500000000 for 1000000000',
    );
  v.play(
    market,
    'alice sell yes 1000000000 @ 0.50 -> live',
    'bob   sell no  1000000000 @ 0.50 -> matched 1000000000 for 500000000',
  );
  v.end();
});
