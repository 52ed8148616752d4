/** Rows of the store, from events as simply as possible; shares no code, so a bug must be made twice to hide. */
import type { CancelReason, Event, MakerLeg, TradeExecuted } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** Rows of some tables, folded from entries in order. */
export interface NaiveFold {
  observe(entry: ChainedEntry): void;
  /** Table → key → row; the key only has to be unique. */
  readonly tables: Readonly<Record<string, ReadonlyMap<string, Row>>>;
}

const STATUS: Record<CancelReason, string> = {
  user: 'CANCELED',
  self_trade: 'CANCELED',
  expired: 'EXPIRED',
  market_resolved: 'CANCELED_MARKET_RESOLVED',
  heartbeat: 'CANCELED',
  trading_ended: 'CANCELED',
  key_revoked: 'CANCELED',
  key_ended: 'CANCELED',
  result_reversed: 'CANCELED',
  suspended: 'CANCELED',
};

export class AccountsFold implements NaiveFold {
  readonly tables = { accounts: new Map<string, Row>(), wallets: new Map<string, Row>() };

  observe({ events }: ChainedEntry): void {
    for (const event of events) {
      if (event.kind === 'AccountOpened') {
        const { account: id, address, depositWallet: deposit_wallet } = event;
        this.tables.accounts.set(String(id), { id, address, deposit_wallet });
      }
      if (event.kind === 'WalletBound') {
        const { wallet: id, address, account } = event;
        this.tables.wallets.set(String(id), { id, address, account });
      }
      if (event.kind === 'WalletReleased') {
        const row = this.tables.wallets.get(String(event.wallet));
        if (row !== undefined) row['address'] = event.address;
      }
    }
  }
}

export class OrdersFold implements NaiveFold {
  readonly tables = { orders: new Map<string, Row>() };

  observe({ sequence, timeMs, events }: ChainedEntry): void {
    const set = (number: number, changes: Row): void => {
      const row = this.tables.orders.get(String(number));
      if (row !== undefined) Object.assign(row, changes, { updated_ms: timeMs, updated_sequence: sequence });
    };
    for (const event of events)
      if (event.kind === 'OrderAccepted') {
        const { order: number, account, wallet, market, outcome, side, type, builder } = event;
        const order_id = event.orderId.slice(2);
        const identity = { number, order_id, sequence, account, wallet, market, outcome, side, type, builder };
        const terms = { price_ticks: event.price, size_micros: event.size, expiration_s: event.expiration };
        const progress = { matched_micros: 0, held_micros: 0, status: 'LIVE' };
        const times = { created_ms: timeMs, updated_ms: timeMs, updated_sequence: sequence };
        this.tables.orders.set(String(number), { ...identity, ...terms, ...progress, ...times });
      } else if (event.kind === 'TradeExecuted') {
        set(event.order, { matched_micros: event.size });
        for (const leg of event.legs) this.#fill(leg, set);
      } else if (event.kind === 'OrderRested') set(event.order, { held_micros: event.held });
      else if (event.kind === 'HouseQuoted') {
        for (const [order, remaining, held_micros] of event.resized) {
          const matched = Number(this.tables.orders.get(String(order))?.['matched_micros']);
          set(order, { size_micros: matched + remaining, held_micros });
        }
      } else if (event.kind === 'OrderCompleted') set(event.order, { status: 'MATCHED' });
      else if (event.kind === 'OrderCanceled') set(event.order, { status: STATUS[event.reason], held_micros: 0 });
  }

  #fill(leg: MakerLeg, set: (number: number, changes: Row) => void): void {
    const size = Number(this.tables.orders.get(String(leg.order))?.['size_micros']);
    const status = leg.remaining === 0 ? 'MATCHED' : 'LIVE';
    set(leg.order, { matched_micros: size - leg.remaining, held_micros: leg.held, status });
  }
}

/** Collateral of each wallet, shares of each outcome in it, and debts; free and held amounts together. */
export class BalancesFold implements NaiveFold {
  readonly tables = { positions: new Map<string, Row>() };
  readonly collateral = new Map<number, number>();
  /** By account. */
  readonly debts = new Map<number, number>();
  readonly #owners = new Map<number, number>();

  observe({ events }: ChainedEntry): void {
    for (const event of events) this.#observe(event);
  }

  #observe(event: Event): void {
    if (event.kind === 'WalletBound') this.#owners.set(event.wallet, event.account);
    if (event.kind === 'WalletBound' || event.kind === 'WalletClaimed') return this.#pay(event.wallet, event.credit);
    if (event.kind === 'Deposited') return this.#pay(event.wallet, event.amount);
    if (event.kind === 'Withdrawn') return this.#pay(event.wallet, -event.amount);
    if (event.kind === 'CollateralMoved') {
      this.#pay(event.from, -event.amount);
      return this.#pay(event.to, event.amount);
    }
    if (event.kind === 'TradeExecuted') return this.#trade(event);
    if (event.kind === 'PositionSplit') {
      this.#pay(event.wallet, -event.amount);
      for (const outcome of [0, 1]) this.#give(event.wallet, event.market, outcome, event.amount);
    } else if (event.kind === 'PositionsMerged') {
      this.#pay(event.wallet, event.amount);
      for (const outcome of [0, 1]) this.#give(event.wallet, event.market, outcome, -event.amount);
    } else if (event.kind === 'PositionsConverted') {
      this.#pay(event.wallet, event.collateral);
      for (const market of event.given) this.#give(event.wallet, market, 1, -event.amount);
      for (const market of event.received) this.#give(event.wallet, market, 0, event.amount);
    } else if (event.kind === 'PayoutMade') {
      this.#pay(event.wallet, event.collateral);
      for (const outcome of [0, 1] as const) this.#give(event.wallet, event.market, outcome, -event.shares[outcome]);
    } else if (event.kind === 'PositionRestored') {
      for (const outcome of [0, 1] as const) this.#give(event.wallet, event.market, outcome, event.shares[outcome]);
    } else if (event.kind === 'PayoutAdded') this.#pay(event.wallet, event.amount);
    else if (event.kind === 'PayoutReclaimed') {
      for (const [wallet, amount] of event.taken) this.#pay(wallet, -amount);
      this.#owe(event.wallet, event.debt);
    }
  }

  #trade(trade: TradeExecuted): void {
    const sides = [trade, ...trade.legs];
    for (const { wallet, side, outcome, size, collateral } of sides) {
      const sign = side === 'BUY' ? 1 : -1;
      this.#give(wallet, trade.market, outcome, sign * size);
      // A fee comes out of what is sold, or on top of what is bought.
      this.#pay(wallet, -sign * collateral - (wallet === trade.wallet ? trade.fee : 0));
    }
  }

  /** A debt takes what it can of an amount that comes in. */
  #pay(wallet: number, amount: number): void {
    const debt = this.debts.get(this.#owners.get(wallet) ?? -1) ?? 0;
    const paid = Math.max(0, Math.min(debt, amount));
    this.#owe(wallet, -paid);
    this.collateral.set(wallet, (this.collateral.get(wallet) ?? 0) + amount - paid);
  }

  #owe(wallet: number, amount: number): void {
    const account = this.#owners.get(wallet) ?? -1;
    this.debts.set(account, (this.debts.get(account) ?? 0) + amount);
  }

  #give(wallet: number, market: number, outcome: number, amount: number): void {
    const key = `${market}/${outcome}/${wallet}`;
    const shares = Number(this.tables.positions.get(key)?.['shares_micros'] ?? 0) + amount;
    if (shares === 0) this.tables.positions.delete(key);
    else this.tables.positions.set(key, { market, outcome, wallet, shares_micros: shares });
  }
}

type Flags = { readonly closed?: boolean | undefined; readonly archived?: boolean | undefined };

/** Volumes, trades and last prices; best prices and liquidity from the remaining orders. */
export class MarketFiguresFold implements NaiveFold {
  readonly #stats = new Map<string, Row>();
  readonly #hours = new Map<string, Row>();
  /** Resting orders: number → place and remaining size. */
  readonly #resting = new Map<number, { market: number; bid: boolean; price: number; remaining: number }>();
  readonly #accepted = new Map<number, { market: number; bid: boolean; price: number }>();
  /** A book is readable unless its market is closed or archived. */
  readonly #flags = new Map<number, Flags>();

  observe({ timeMs, events }: ChainedEntry): void {
    for (const event of events)
      if (event.kind === 'OrderAccepted') {
        const bid = (event.side === 'BUY') === (event.outcome === 0);
        const price = event.outcome === 0 ? event.price : 10_000 - event.price;
        this.#accepted.set(event.order, { market: event.market, bid, price });
      } else if (event.kind === 'OrderRested') {
        const order = this.#accepted.get(event.order);
        if (order === undefined) continue;
        this.#resting.set(event.order, { ...order, remaining: event.remaining });
        this.#row(order.market);
      } else if (event.kind === 'TradeExecuted') this.#trade(event, Math.floor(timeMs / 3_600_000));
      else if (event.kind === 'OrderCanceled') this.#resting.delete(event.order);
      else if (event.kind === 'HouseQuoted')
        for (const [order, remaining] of event.resized) Object.assign(this.#resting.get(order) ?? {}, { remaining });
      else if (event.kind === 'MarketAdded') this.#flag(event.market, event.definition);
      else if (event.kind === 'MarketUpdated') this.#flag(event.market, event.changes);
      else if (event.kind === 'MarketResolved') this.#flag(event.market, { closed: true });
    this.#accepted.clear();
  }

  get tables(): { readonly market_stats: Map<string, Row>; readonly market_hours: Map<string, Row> } {
    const levels = new Map<string, { market: number; price: number; size: number }>();
    for (const row of this.#stats.values())
      Object.assign(row, { best_bid_ticks: 0, best_ask_ticks: 0, liquidity_micros: 0 });
    for (const { market, bid, price, remaining } of this.#resting.values()) {
      const { closed, archived } = this.#flags.get(market) ?? {};
      if (closed || archived) continue;
      const row = this.#row(market);
      const best = Number(row[bid ? 'best_bid_ticks' : 'best_ask_ticks']);
      if (bid) row['best_bid_ticks'] = Math.max(best, price);
      else row['best_ask_ticks'] = best === 0 ? price : Math.min(best, price);
      const key = `${market}/${bid}/${price}`;
      levels.set(key, { market, price, size: (levels.get(key)?.size ?? 0) + remaining });
    }
    for (const { market, price, size } of levels.values()) {
      const row = this.#row(market);
      row['liquidity_micros'] = Number(row['liquidity_micros']) + Number((BigInt(price) * BigInt(size)) / 10_000n);
    }
    return { market_stats: this.#stats, market_hours: this.#hours };
  }

  #flag(market: number, { closed, archived }: Flags): void {
    const before = this.#flags.get(market);
    this.#flags.set(market, { closed: closed ?? before?.closed, archived: archived ?? before?.archived });
  }

  #trade(trade: TradeExecuted, hour: number): void {
    const row = this.#row(trade.market);
    const last = trade.legs.at(-1);
    row['volume_micros'] = Number(row['volume_micros']) + trade.collateral;
    row['shares_micros'] = Number(row['shares_micros']) + trade.size;
    row['trades'] = Number(row['trades']) + 1;
    if (last !== undefined) row['last_price_ticks'] = last.outcome === 0 ? last.price : 10_000 - last.price;
    const key = `${trade.market}/${hour}`;
    const volume = Number(this.#hours.get(key)?.['volume_micros'] ?? 0) + trade.collateral;
    this.#hours.set(key, { market: trade.market, hour, volume_micros: volume });
    for (const leg of trade.legs) {
      const resting = this.#resting.get(leg.order);
      if (resting !== undefined) resting.remaining = leg.remaining;
      if (leg.remaining === 0) this.#resting.delete(leg.order);
    }
  }

  #row(market: number): Row {
    const none = { market, volume_micros: 0, shares_micros: 0, trades: 0, last_price_ticks: null };
    const row = this.#stats.get(String(market)) ?? none;
    this.#stats.set(String(market), row);
    return row;
  }
}
