/** Grants for the naive exchange: one list of payments, counted each time. Tests only. */
import type { Decision } from '../decision.ts';
import type { GrantCommand } from '../grants/commands.ts';
import { type RejectCode, reject } from '../reject.ts';
import { decided, moveCollateral, type NaiveState } from './naive-state.ts';
import { isNaiveBorrowed } from './naive-wallets.ts';

const LARGEST = 9_000_000_000_000_000n;

export function naiveGrant(state: NaiveState, command: GrantCommand): Decision {
  const reason = command.reason.trim();
  const isBadReason = reason === '' || reason.length > 200 || /[\t\n]/.test(reason);
  const { amount } = command;
  const terms = (about: string): string => JSON.stringify([amount, reason, about]);
  const refused = (code: RejectCode): Decision => reject(code);
  if (!Number.isInteger(amount) || amount < 0 || BigInt(amount) > LARGEST) return refused('amount_out_of_range');
  if (command.kind === 'SetStandingGrant') {
    const { standing: id, every, to } = command;
    if (id === '' || isBadReason || (to.kind === 'group' && to.group === '')) return refused('grant_invalid');
    const now = state.grants.standing.findLast((one) => one.id === id)?.terms ?? null;
    const then = amount === 0 ? null : terms(`${every} ${JSON.stringify(to)}`);
    if (now === then) return decided([]);
    const ids = new Set(state.grants.standing.map((one) => one.id));
    const live = [...ids].filter((one) => state.grants.standing.findLast((set) => set.id === one)?.terms != null);
    if (now === null && live.length >= 100) return refused('grant_invalid');
    state.grants.standing.push({ id, terms: then });
    return decided([{ kind: 'StandingGrantSet', standing: id, every, amount, reason, to }]);
  }
  const { grant: id, step, last, wallets } = command;
  if (amount === 0) return refused('amount_out_of_range');
  const before = state.grants.steps.filter((one) => one.id === id);
  if (id === '' || isBadReason) return refused('grant_invalid');
  if (before.some((one) => one.terms !== terms(''))) return refused('grant_invalid');
  if (before.some((one) => one.last) || step < before.length) return decided([]);
  if (step > before.length || wallets.length > 200 || (wallets.length === 0 && !last)) return refused('grant_invalid');
  const paid = before.flatMap(({ to }) => to);
  for (const number of wallets) {
    const wallet = state.wallets[number];
    if (wallet === undefined) return refused('unknown_wallet');
    if (isNaiveBorrowed(state, wallet)) return refused('wallet_borrowed');
    if (paid.some((account) => account >= wallet.account)) return refused('grant_invalid');
    paid.push(wallet.account);
  }
  const all = BigInt(amount) * BigInt(wallets.length);
  if (state.deposited + all > LARGEST) return refused('deposit_limit');
  state.deposited += all;
  for (const wallet of wallets) moveCollateral(state, wallet, BigInt(amount));
  const to = paid.slice(paid.length - wallets.length);
  state.grants.steps.push({ id, terms: terms(''), last, to });
  const through = paid.at(-1) ?? null;
  const of = { grant: id, step, last, amount, reason, people: wallets.length, through };
  return decided([
    { kind: 'GrantPaid', ...of },
    ...wallets.map((wallet) => ({ kind: 'Deposited', wallet, amount }) as const),
  ]);
}
