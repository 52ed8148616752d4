/** The venue's ledger of the bot's account, and how beliefs differ from it. */
import { type Client, formatAmount, parseAmount } from '@bellwether/sdk';
import type { Holdings } from './beliefs.ts';

/** Reads what the account has. Orders and balances are those of one moment, or null if they changed meanwhile. */
export async function readLedger(account: Client): Promise<Holdings | null> {
  const before = await account.account.get();
  const openOrders = new Map<string, bigint>();
  for await (const { id, original_size, size_matched } of account.orders.each())
    openOrders.set(id.toLowerCase(), parseAmount(original_size) - parseAmount(size_matched));
  const after = await account.account.get();
  if (JSON.stringify({ ...before, sequence: 0 }) !== JSON.stringify({ ...after, sequence: 0 })) return null;
  if (openOrders.size !== after.openOrders) return null;
  const positions = new Map<string, bigint>();
  let cash = 0n;
  for (const wallet of after.wallets) {
    cash += owned(wallet);
    for (const position of wallet.positions) {
      const shares = (positions.get(position.tokenId) ?? 0n) + owned(position);
      if (shares !== 0n) positions.set(position.tokenId, shares);
    }
  }
  return { openOrders, positions, cash };
}

const owned = ({ free, held }: { readonly free: string; readonly held: string }): bigint =>
  parseAmount(free) + parseAmount(held);

/** A point on which bot and ledger disagree. */
export interface Difference {
  /** `order`, `position` or `cash`. */
  readonly of: 'order' | 'position' | 'cash';
  /** Order id or token id; empty for cash. */
  readonly id: string;
  /** Shares or collateral, decimal; null for an order that this side does not have. */
  readonly bot: string | null;
  readonly ledger: string | null;
}

/** All points on which the bot's beliefs differ from the ledger, orders first. */
export function differencesOf(bot: Holdings, ledger: Holdings): readonly Difference[] {
  const differences: Difference[] = [];
  const note = (of: Difference['of'], id: string, said: bigint | undefined, true_: bigint | undefined): void => {
    if (said === true_) return;
    const [one, other] = [said, true_].map((value) => (value === undefined ? null : formatAmount(value)));
    differences.push({ of, id, bot: one ?? null, ledger: other ?? null });
  };
  for (const id of new Set([...bot.openOrders.keys(), ...ledger.openOrders.keys()]))
    note('order', id, bot.openOrders.get(id), ledger.openOrders.get(id));
  for (const id of new Set([...bot.positions.keys(), ...ledger.positions.keys()]))
    note('position', id, bot.positions.get(id) ?? 0n, ledger.positions.get(id) ?? 0n);
  note('cash', '', bot.cash, ledger.cash);
  return differences;
}

export const isSame = (one: Holdings, other: Holdings): boolean => differencesOf(one, other).length === 0;

/** Holdings as JSON, in the form in which a bot states its beliefs. */
export const shownHoldings = ({ openOrders, positions, cash }: Holdings) => ({
  openOrders: [...openOrders].map(([id, remaining]) => ({ id, remaining: formatAmount(remaining) })),
  positions: Object.fromEntries([...positions].map(([token, shares]) => [token, formatAmount(shares)])),
  cash: formatAmount(cash),
});
export type ShownHoldings = ReturnType<typeof shownHoldings>;
