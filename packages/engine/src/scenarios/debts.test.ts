/** Debts of accounts that no longer have what a reversal takes back. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../command.ts';
import { type MarketId, micros } from '../units/units.ts';
import { bought, type Court, NO, YES } from './results.testing.ts';
import { amount } from './venue.testing.ts';

describe('results: debts', () => {
  /** Alice has spent what she got for a result that is then reversed: she owes 100. */
  function indebted() {
    const made = bought();
    const { v, market, other } = made;
    v.accept({ kind: 'SplitPosition', ...v.named('alice'), market: other, amount: amount('40') });
    v.pay(market, YES);
    v.accept({ kind: 'Withdraw', wallet: v.named('alice').wallet, amount: amount('100') });
    v.correct({ market }, NO);
    expect(v.money('alice', 'bob', 'cy')).toBe('0-100 160 100');
    return { ...made, alice: v.named('alice') };
  }

  test('an account in debt neither buys, nor splits, nor withdraws', () => {
    const { v, other, alice } = indebted();
    const amounts = { amount: micros(1) };
    const refused: readonly Command[] = [
      { kind: 'SplitPosition', ...alice, market: other, ...amounts },
      { kind: 'Withdraw', wallet: alice.wallet, ...amounts },
    ];
    const debt = { code: 'account_in_debt', details: { debt: amount('100') } };
    for (const command of refused) expect(v.submit(command)).toMatchObject(debt);
    expect(v.order('alice buy yes 10 @ 0.50', other)).toMatchObject(debt);
    expect(v.order('alice buy yes $5 @ 0.50 FAK', other)).toMatchObject(debt);
    v.play(other, 'alice sell yes 10 @ 0.50 -> live');
    v.accept({ kind: 'CancelMatching', account: alice.account, market: null, outcome: null });
    v.end();
  });

  type Credit = (v: Court, other: MarketId) => void;
  const CREDITS: readonly (readonly [string, string, Credit])[] = [
    ['a deposit', '0-70', (v) => v.accept({ kind: 'Deposit', wallet: v.named('alice').wallet, amount: amount('30') })],
    [
      'a sale as a maker',
      '0-92',
      (v, m) => v.play(m, 'alice sell yes 10 @ 0.80 -> live', 'bob buy yes 10 @ 0.80 -> matched 8 for 10'),
    ],
    [
      'a sale as a taker',
      '0-92',
      (v, m) => v.play(m, 'bob buy yes 10 @ 0.80 -> live', 'alice sell yes 10 @ 0.80 -> matched 10 for 8'),
    ],
    [
      'a merge',
      '0-75',
      (v, market) => v.accept({ kind: 'MergePositions', ...v.named('alice'), market, amount: amount('25') }),
    ],
    ['a payout', '0-60', (v, m) => v.pay(m, YES)],
    [
      'more than enough',
      '3',
      (v) => v.accept({ kind: 'Deposit', wallet: v.named('alice').wallet, amount: amount('103') }),
    ],
    ['a reversal', '0', (v) => v.correct({ market: 0 as MarketId }, YES)],
  ];

  test.each(CREDITS)('%s pays the debt first', (_name, money, credit) => {
    const { v, other } = indebted();
    credit(v, other);
    expect(v.money('alice')).toBe(money);
    v.end();
  });

  test('a batch that merges and splits pays the debt in between', () => {
    const { v, other, alice } = indebted();
    const of = { market: other };
    const { address } = v.state.wallets[alice.wallet]!;
    const batch = (merged: string, split: string) =>
      v.submit({
        ...{ kind: 'RelayTransaction', type: 'SAFE', account: alice.account, wallet: address, nonce: 0 },
        steps: [
          { kind: 'MergePositions', ...of, amount: amount(merged) },
          { kind: 'SplitPosition', ...of, amount: amount(split) },
        ],
        startingBalance: micros(0),
        record: { id: 'r', to: address, data: '0x', metadata: '', builder: null },
      });
    expect(batch('20', '1')).toMatchObject({ code: 'account_in_debt' });
    v.accept({ kind: 'Deposit', wallet: alice.wallet, amount: amount('90') });
    expect(batch('20', '10.000001')).toMatchObject({ code: 'insufficient_balance' });
    expect(batch('20', '10')).toMatchObject({ kind: 'accepted' });
    expect(v.money('alice')).toBe('0');
    v.end();
  });

  test('deposits leave room for the debts of others and for what a correction still claims', () => {
    const { v, market } = bought();
    v.pay(market, YES);
    const { wallet } = v.named('cy');
    v.reverse({ market }, NO);
    const most = 9_000_000_000_000_000 - v.state.totals.collateral - amount('100');
    expect(v.state.totals.claims).toBe(amount('100'));
    expect(v.submit({ kind: 'Deposit', wallet, amount: micros(most + 1) })).toMatchObject({ code: 'deposit_limit' });
    v.accept({ kind: 'Deposit', wallet, amount: micros(most) });
    v.accept({ kind: 'Withdraw', wallet: v.named('alice').wallet, amount: amount('140') });
    v.settle();
    expect([v.money('alice'), v.state.totals.claims]).toEqual(['0-100', 0]);
    expect(v.submit({ kind: 'Deposit', wallet, amount: amount('141') })).toMatchObject({ code: 'deposit_limit' });
    v.end();
  });

  test('BUY orders are cancelled as far as needed, in bounded steps, oldest first', () => {
    const { v, market, other } = bought();
    v.pay(market, YES);
    for (let order = 0; order < 270; order++) v.play(other, 'alice buy yes 5 @ 0.10 -> live');
    expect(v.cash('alice')).toBe('5/135');
    v.reverse({ market }, NO);
    expect(v.steps()).toBe(2);
    // 190 orders free the 95 that are lacking.
    expect([v.cash('alice'), v.money('alice')]).toEqual(['0/40', '0']);
    v.correct({ market }, YES);
    v.accept({ kind: 'Withdraw', wallet: v.named('alice').wallet, amount: amount('100') });
    v.correct({ market }, { kind: 'payouts', payouts: [0, 10_000] });
    expect([v.cash('alice'), v.money('alice')]).toEqual(['0/0', '0-60']);
    v.end();
  });

  test('a BUY order that a key placed is cancelled too', () => {
    const { v, market, other } = bought();
    v.pay(market, YES);
    const alice = v.named('alice');
    const key = v.state.accounts[v.trader('bot', '0').account]!.address;
    const expiration = Math.floor(v.timeMs / 1000) + 86_400;
    v.accept({ kind: 'AddKey', ...alice, key, label: 'bot', scopes: ['CLOB'], expiration });
    v.play(other, 'bot buy yes 100 @ 0.60 from=alice -> live');
    v.correct({ market }, NO);
    expect([v.cash('alice'), v.money('alice')]).toEqual(['40/0', '40']);
    v.end();
  });

  test('an account with two wallets pays from both', () => {
    const { v, market, alice } = indebted();
    v.accept({ kind: 'Deposit', wallet: v.state.accounts[alice.account]!.wallets[1]!, amount: amount('250') });
    expect(v.money('alice')).toBe('150');
    v.correct({ market }, YES);
    v.accept({ kind: 'Withdraw', wallet: alice.wallet, amount: amount('70') });
    v.correct({ market }, NO);
    const paid = v.entries.at(-1)?.events.find(({ kind }) => kind === 'PayoutReclaimed');
    expect(paid).toMatchObject({
      taken: [
        [alice.wallet, amount('30')],
        [alice.wallet + 1, amount('70')],
      ],
      debt: 0,
    });
    v.end();
  });
});
