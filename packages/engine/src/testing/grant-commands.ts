/** Generates grants: mostly the right next step, occasionally each kind of mistake. Tests only. */
import type { Command } from '../command.ts';
import type { State } from '../state.ts';
import { accountId, micros, type WalletId, walletId } from '../units/units.ts';
import type { Dice } from './dice.ts';
import { ACCOUNTS, foreignAddress, otherWallet } from './wallet-commands.ts';

const REASONS = ['Welcome', 'Welcome', ' Welcome ', 'Season 2', '', 'a\tb', 'two\nlines', 'x'.repeat(201)];

export function grantCommand(dice: Dice, state: Readonly<State>): Command {
  if (dice.once(12)) return { kind: 'Withdraw', wallet: walletId(dice.below(ACCOUNTS * 2)), amount: micros(1) };
  if (dice.once(12)) {
    const account = accountId(dice.below(ACCOUNTS));
    return { kind: 'BindWallet', account, wallet: dice.once(2) ? foreignAddress(dice) : otherWallet(dice.below(40)) };
  }
  const reason = dice.once(5) ? dice.pick(REASONS) : 'Welcome';
  const amount = micros(dice.once(9) ? dice.pick([0, 9_000_000_000_000_000, 4_400_000_000_000_000]) : 1_000_000);
  if (dice.once(4)) {
    const to = { kind: 'group', group: dice.once(9) ? '' : dice.pick(['class-a', 'class-b']) } as const;
    return {
      ...{ kind: 'SetStandingGrant', standing: dice.once(20) ? '' : `s${dice.below(dice.once(3) ? 150 : 4)}` },
      ...{ every: dice.pick(['week', 'joining']), amount: dice.once(2) ? amount : micros(1_000_000), reason },
      to: dice.once(2) ? { kind: 'all' } : to,
    };
  }
  const grant = dice.once(40) ? '' : `g${dice.below(12)}`;
  const known = state.grants.find(grant);
  const step = Math.max(0, (known?.step ?? 0) + (dice.once(8) ? dice.pick([-1, 1]) : 0));
  const after = dice.once(15) ? -1 : (known?.through ?? -1);
  const wallets: WalletId[] = state.accounts.flatMap(({ id, wallets: own }) =>
    id > after && !dice.once(3) ? [dice.once(9) ? dice.pick(own) : (own[0] as WalletId)] : [],
  );
  if (dice.once(20)) wallets.push(walletId(dice.below(99)));
  const some = dice.once(30) ? Array.from({ length: 201 }, () => walletId(0)) : wallets.slice(0, 1 + dice.below(3));
  const same = known !== null && !dice.once(12) ? { amount: known.amount, reason: known.reason } : { amount, reason };
  return { kind: 'Grant', grant, step, last: dice.once(5), ...same, wallets: some };
}
