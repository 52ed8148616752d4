/**
 * Money of every account, recomputed from nothing but the list of all movements and the current results. It knows no
 * positions, holds, settlements, corrections or debts. Tests only.
 */
import type { Event, MarketUpdated } from '../event.ts';
import type { NamedResult, ResultScope } from '../results/commands.ts';
import type { AccountId, MarketId, WalletId } from '../units/units.ts';

/** Payout of a market's first outcome in 1/10000, a refund, or none yet. */
export type NaiveResult = number | 'refund' | 'open';

interface Movement {
  readonly wallet: WalletId;
  /** null: from or to outside. */
  readonly market: MarketId | null;
  /** Amount that the wallet got, or gave if negative. */
  readonly cash: bigint;
  readonly shares: readonly [bigint, bigint];
}

interface NaiveMarket {
  readonly id: MarketId;
  /** Markets of the same one-winner event; otherwise the market alone. */
  readonly group: readonly MarketId[];
}

const NO_SHARES = [0n, 0n] as const;
const WHOLE = 10_000n;

export class NaiveResults {
  readonly #owners: AccountId[] = [];
  readonly #movements: Movement[] = [];
  readonly #markets: readonly NaiveMarket[];
  readonly results: NaiveResult[] = [];
  readonly #terms = new Map<MarketId, MarketUpdated['changes']>();

  constructor(markets: readonly NaiveMarket[]) {
    this.#markets = markets;
    for (const { id } of markets) this.results[id] = 'open';
  }

  /** Keeps the movements of events; all others are of no interest. */
  note(event: Event): void {
    switch (event.kind) {
      case 'MarketAdded':
        return this.change(event.market, event.definition);
      case 'WalletBound':
        this.#owners[event.wallet] = event.account;
        return this.#move(event.wallet, null, event.credit);
      case 'WalletClaimed':
        return this.#move(event.wallet, null, event.credit);
      case 'Deposited':
        return this.#move(event.wallet, null, event.amount);
      case 'Withdrawn':
        return this.#move(event.wallet, null, -event.amount);
      case 'PositionSplit':
        return this.#move(event.wallet, event.market, -event.amount, [event.amount, event.amount]);
      case 'PositionsMerged':
        return this.#move(event.wallet, event.market, event.amount, [-event.amount, -event.amount]);
      case 'PositionsConverted':
        for (const market of event.given) this.#move(event.wallet, market, 0, [0, -event.amount]);
        for (const market of event.received) this.#move(event.wallet, market, 0, [event.amount, 0]);
        // Which market of the event it comes from makes no difference, because they are paid together.
        return this.#move(event.wallet, event.received[0] ?? event.given.at(-1) ?? null, event.collateral);
      case 'TradeExecuted': {
        const { market } = event;
        this.#trade(event.wallet, market, event.side, event.outcome, event.size, event.collateral);
        this.#move(event.wallet, market, -event.fee);
        for (const { wallet, side, outcome, size, collateral } of event.legs)
          this.#trade(wallet, market, side, outcome, size, collateral);
      }
    }
  }

  #trade(wallet: WalletId, market: MarketId, side: 'BUY' | 'SELL', outcome: 0 | 1, size: number, paid: number): void {
    const [cash, got] = side === 'BUY' ? [-paid, size] : [paid, -size];
    this.#move(wallet, market, cash, outcome === 0 ? [got, 0] : [0, got]);
  }

  #move(wallet: WalletId, market: MarketId | null, cash: number, shares: readonly [number, number] = [0, 0]): void {
    this.#movements.push({ wallet, market, cash: BigInt(cash), shares: [BigInt(shares[0]), BigInt(shares[1])] });
  }

  /** Flags and times that an operator has set; they return when a result is reversed to none. */
  change(market: MarketId, changes: MarketUpdated['changes']): void {
    this.#terms.set(market, { ...this.#terms.get(market), ...changes });
  }

  /** Flags and times of an open market at `timeMs`, whatever its results have been. */
  phaseOf(market: MarketId, timeMs: number) {
    const { closed, acceptingOrders, openTimeMs, closeTimeMs } = this.#terms.get(market) ?? {};
    const opens = (openTimeMs ?? 0) > timeMs ? openTimeMs : null;
    return { closed, acceptingOrders, openTimeMs: opens, tradingEnded: (closeTimeMs ?? timeMs + 1) <= timeMs };
  }

  /** Gives markets the result that an operator has named. `over`: those that it decides. */
  decide(scope: ResultScope, result: NamedResult | { readonly kind: 'open' }, over: readonly MarketId[]): void {
    const set = (markets: readonly MarketId[], to: NaiveResult) => {
      for (const market of markets) this.results[market] = to;
    };
    if (result.kind === 'open') return set(over, 'open');
    if (result.kind === 'refund')
      return set(
        over.flatMap((market) => this.groupOf(market)),
        'refund',
      );
    if (result.kind === 'payouts') {
      const own = (scope as { readonly market: MarketId }).market;
      if (result.payouts[0] === 10_000 && this.groupOf(own).length > 1) set(over, 0);
      return set([own], result.payouts[0]);
    }
    const winners = over.filter((market) => result.winners?.includes(market) ?? true);
    set(over, 0);
    for (let part = 0; part < 10_000; part++) {
      const market = winners[part % winners.length] as MarketId;
      this.results[market] = (this.results[market] as number) + 1;
    }
    if (result.winners === null && over.length === 1 && this.groupOf(over[0]!).length === 1) set(over, 5000);
  }

  groupOf(market: MarketId): readonly MarketId[] {
    return this.#markets.find(({ id }) => id === market)?.group ?? [market];
  }

  /** Free and held collateral of each account, less its debt. */
  money(): bigint[] {
    const money: bigint[] = [];
    const add = (wallet: WalletId, amount: bigint) => {
      const account = this.#owners[wallet] as AccountId;
      money[account] = (money[account] ?? 0n) + amount;
    };
    for (const { wallet, market, cash } of this.#movements) {
      // A refund undoes whatever the market has moved.
      if (market === null || this.results[market] !== 'refund') add(wallet, cash);
    }
    for (const { id } of this.#markets) {
      const first = this.results[id];
      if (typeof first !== 'number') continue;
      for (const [wallet, shares] of this.shares(id))
        add(wallet, (shares[0] * BigInt(first) + shares[1] * (WHOLE - BigInt(first))) / WHOLE);
    }
    return money;
  }

  /** Shares of each wallet in a market, as if no result had redeemed any. */
  shares(market: MarketId): Map<WalletId, readonly [bigint, bigint]> {
    const shares = new Map<WalletId, readonly [bigint, bigint]>();
    for (const moved of this.#movements) {
      if (moved.market !== market) continue;
      const before = shares.get(moved.wallet) ?? NO_SHARES;
      shares.set(moved.wallet, [before[0] + moved.shares[0], before[1] + moved.shares[1]]);
    }
    return shares;
  }
}
