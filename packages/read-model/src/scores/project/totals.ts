/**
 * Total values of wallets, set from the state some wallets at a time: those that had money or shares moved, and those
 * that hold shares of a market whose displayed price changed. However often that happens, a wallet waits once.
 */
import { HALF_TICKS_PER_UNIT, NO_PRICE_HALF_TICKS } from '@bellwether/contract';
import { type BooksAndBalances, type Event, isHouseAddress, type Wallet, type WalletId } from '@bellwether/engine';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { displayedPriceOf } from '../../prices/project/observed-prices.ts';
import { valueMicros } from '../../value-micros.ts';

const ADD = `
  INSERT INTO standings (wallet, value_micros, questions, brier_sum, log_sum, mean) VALUES (?, 0, 0, 0, 0, NULL)
`;
/** Positions that take as long as writing a row. */
const POSITIONS_PER_ROW = 16;

export class Totals {
  readonly #add;
  readonly #set;
  /** Values of all standings, as written. */
  readonly #values = new Map<number, number>();
  /** Wallets that wait. */
  readonly due = new Set<number>();
  /** Markets whose displayed price has changed. */
  readonly repriced = new Set<number>();

  constructor(store: StoreWriter) {
    this.#add = store.prepare(ADD);
    this.#set = store.prepare('UPDATE standings SET value_micros = ? WHERE wallet = ?');
    for (const row of store.prepare('SELECT wallet, value_micros FROM standings').all()) {
      this.#values.set(Number(row['wallet']), Number(row['value_micros']));
      this.due.add(Number(row['wallet']));
    }
  }

  /** Notes the wallets whose money or shares an event changes. */
  follow(event: Event, state: BooksAndBalances): void {
    switch (event.kind) {
      case 'CollateralMoved':
        this.due.add(event.from).add(event.to);
        return;
      case 'PayoutReclaimed':
        for (const [wallet] of event.taken) this.due.add(wallet);
        this.due.add(event.wallet);
        return;
      case 'TradeExecuted':
        for (const { wallet } of event.legs) this.#holds(wallet, state);
        this.#holds(event.wallet, state);
        return;
      case 'PositionSplit':
      case 'PositionsConverted':
        this.#holds(event.wallet, state);
        return;
      default:
        if ('wallet' in event) this.due.add(event.wallet);
    }
  }

  /** Gives a wallet its standing; house makers have none. */
  #holds(wallet: number, { wallets }: BooksAndBalances): void {
    this.due.add(wallet);
    if (this.#values.has(wallet) || isHouseAddress(wallets[wallet]?.address ?? '')) return;
    this.#add.run(wallet);
    this.#values.set(wallet, 0);
  }

  /** Sets about so many wallets that wait. */
  step(rows: number, state: BooksAndBalances): void {
    for (const market of this.repriced) for (const wallet of state.markets[market]?.holders ?? []) this.due.add(wallet);
    this.repriced.clear();
    let left = rows;
    for (const id of this.due) {
      if (left <= 0) return;
      const wallet = state.wallets[id];
      this.due.delete(id);
      if (wallet === undefined) continue;
      left -= this.#setValue(state, wallet);
      // The debt falls with every credit of the account.
      const bearer = this.#bearer(state, wallet);
      if (bearer !== undefined && bearer !== id) left -= this.#setValue(state, state.wallets[bearer] as Wallet);
    }
  }

  /** First standing of a wallet's account, which bears its debt. */
  #bearer(state: BooksAndBalances, { account }: Wallet): WalletId | undefined {
    return state.accounts[account]?.wallets.find((wallet) => this.#values.has(wallet));
  }

  /** Returns what it cost, in rows. */
  #setValue(state: BooksAndBalances, wallet: Wallet): number {
    const { id, free, held, positions, account } = wallet;
    const known = this.#values.get(id);
    if (known === undefined) return 0;
    let value: number = free + held;
    for (const [market, { free: shares, held: offered }] of positions) {
      const price = displayedPriceOf(state.markets[market] as never) ?? NO_PRICE_HALF_TICKS;
      value += valueMicros(shares[0] + offered[0], price);
      value += valueMicros(shares[1] + offered[1], HALF_TICKS_PER_UNIT - price);
    }
    if (this.#bearer(state, wallet) === id) value -= state.accounts[account]?.debt ?? 0;
    if (value !== known) this.#set.run(value, id);
    this.#values.set(id, value);
    return 1 + positions.size / POSITIONS_PER_ROW;
  }
}
