/**
 * Debts of accounts to the house, folded from the events as the engine books them: a reclaimed payout that an account no
 * longer has adds to its debt, and every credit pays the debt off first.
 */
import type { BooksAndBalances, Event } from '@bellwether/engine';
import type { StoreWriter } from '@bellwether/ports/store.ts';

/** Collateral that an event credits to a wallet. */
type Credit = readonly [wallet: number, amount: number];

export function createDebts(store: StoreWriter) {
  const upsert = store.prepare('INSERT OR REPLACE INTO debts (account, debt_micros) VALUES (?, ?)');
  const erase = store.prepare('DELETE FROM debts WHERE account = ?');
  const debts = new Map<number, number>();
  for (const row of store.prepare('SELECT account, debt_micros FROM debts').all()) {
    debts.set(Number(row['account']), Number(row['debt_micros']));
  }

  function set(account: number, debt: number): void {
    if (debt === 0) {
      debts.delete(account);
      erase.run(account);
    } else {
      debts.set(account, debt);
      upsert.run(account, debt);
    }
  }

  return {
    /** By account; while there are none, only `PayoutReclaimed` needs to be booked. */
    known: debts as ReadonlyMap<number, number>,
    /**
     * Books the debt or the payments of an event. Returns the parts of its credits that paid a debt. `state` is any that
     * has the event's wallets: a wallet never changes its account.
     */
    take(event: Event, state: BooksAndBalances): readonly Credit[] {
      const accountOf = (wallet: number): number => state.wallets[wallet]?.account ?? -1;
      if (event.kind === 'PayoutReclaimed') {
        const account = accountOf(event.wallet);
        if (event.debt > 0) set(account, (debts.get(account) ?? 0) + event.debt);
        return NOTHING;
      }
      return creditsOf(event).flatMap(([wallet, amount]): Credit[] => {
        const account = accountOf(wallet);
        const debt = debts.get(account) ?? 0;
        const paid = Math.min(debt, amount);
        if (paid === 0) return [];
        set(account, debt - paid);
        return [[wallet, paid]];
      });
    },
  };
}

const NOTHING: readonly Credit[] = [];

function creditsOf(event: Event): readonly Credit[] {
  switch (event.kind) {
    case 'WalletBound':
    case 'WalletClaimed':
      return [[event.wallet, event.credit]];
    case 'Deposited':
    case 'PositionsMerged':
    case 'PayoutAdded':
      return [[event.wallet, event.amount]];
    case 'PositionsConverted':
    case 'PayoutMade':
      return [[event.wallet, event.collateral]];
    case 'TradeExecuted': {
      const { wallet, collateral, fee, side, legs } = event;
      const makers = legs.flatMap((leg): Credit[] => (leg.side === 'SELL' ? [[leg.wallet, leg.collateral]] : []));
      return side === 'SELL' ? [[wallet, collateral - fee], ...makers] : makers;
    }
    default:
      return NOTHING;
  }
}
