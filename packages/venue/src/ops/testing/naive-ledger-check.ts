/** Compares balances of a state with the sums over the events alone. */
import type { State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { VerifyFailure } from '../verify-failure.ts';
import { BalancesFold } from './naive-fold.ts';

export class NaiveLedgerCheck {
  readonly #balances = new BalancesFold();

  observe(entry: ChainedEntry): void {
    this.#balances.observe(entry);
  }

  finish({ accounts, wallets }: Readonly<State>): void {
    for (const { address, id, debt } of accounts) {
      const expected = this.#balances.debts.get(id) ?? 0;
      if (debt !== expected)
        throw new VerifyFailure(`account ${address} owes ${debt} micros, its events say ${expected}`);
    }
    for (const wallet of wallets) {
      const expected = this.#balances.collateral.get(wallet.id) ?? 0;
      if (wallet.free + wallet.held !== expected) {
        const amount = wallet.free + wallet.held;
        throw new VerifyFailure(`wallet ${wallet.address} has ${amount} micros, its events say ${expected}`);
      }
      for (const [market, { free, held }] of wallet.positions)
        for (const outcome of [0, 1] as const) {
          const row = this.#balances.tables.positions.get(`${market}/${outcome}/${wallet.id}`);
          if (free[outcome] + held[outcome] !== Number(row?.['shares_micros'] ?? 0))
            throw new VerifyFailure(`wallet ${wallet.address} has other shares of market ${market} than events say`);
        }
    }
  }
}
