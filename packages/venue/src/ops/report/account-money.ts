/** Money and shares of one account: balances and marks come from the state, the reasons of their changes from the events. */
import { HALF_TICKS_PER_UNIT, markHalfTicks } from '@bellwether/contract/displayed-price';
import {
  type AccountId,
  accountOf,
  type Event,
  type MarketId,
  marketOf,
  type State,
  type WalletId,
  walletOf,
} from '@bellwether/engine';
import { amountText, halfPriceText } from '@bellwether/wire/forms/decimal.ts';
import { pricesOf } from './after-fills.ts';
import { Curve } from './curve.ts';
import type { JournalReport, ReportMarket } from './document.ts';
import { type Exact, exact, exactText, worth } from './exact.ts';

/** Markets whose inventory is kept over time. */
const INVENTORIES_MAX = 50;

/** The account's part in a market, in micros; `net`: collateral got less collateral given, `mark`: in half ticks. */
interface Traded {
  readonly index: number;
  readonly id: MarketId;
  net: bigint;
  fees: bigint;
  volume: bigint;
  fills: number;
  shares: readonly [number, number];
  mark: number;
  value: Exact;
  readonly inventory: Curve<ReportMarket['inventory'][number]>;
}

export class AccountMoney {
  readonly #account: AccountId;
  readonly #questions = new Map<MarketId, string>();
  readonly #equity = new Curve<Readonly<Record<'equity' | 'profit' | 'fees', bigint> & { time_ms: number }>>();
  /** Markets that it holds shares of, and those whose shares the current entry may have moved. */
  readonly #held = new Set<Traded>();
  readonly #touched = new Set<Traded>();
  readonly #wallets = new Set<WalletId>();
  readonly #markets = new Map<MarketId, Traded>();
  deposits = 0n;
  withdrawals = 0n;
  cash = 0n;
  fees = 0n;
  /** Value of all shares. */
  #value: Exact = 0n;
  #peak: Exact = 0n;
  drawdown: { readonly depth: Exact; readonly timeMs: number | null } = { depth: 0n, timeMs: null };

  constructor(account: AccountId) {
    this.#account = account;
  }

  get equity(): Exact {
    return exact(this.cash) + this.#value;
  }

  get profit(): Exact {
    return this.equity - exact(this.deposits - this.withdrawals);
  }

  get curve(): JournalReport['equity'] {
    return this.#equity.points.map(({ time_ms, equity, profit, fees }) => {
      return { time_ms, equity: exactText(equity), profit: exactText(profit), fees: amountText(fees) };
    });
  }

  /** The account's part in a market that the current entry touches. */
  tradedIn(id: MarketId): Traded {
    const none = { net: 0n, fees: 0n, volume: 0n, fills: 0, shares: [0, 0], mark: 0, value: 0n } as const;
    const market = this.#markets.get(id) ?? { ...none, index: this.#markets.size, id, inventory: new Curve() };
    this.#markets.set(id, market);
    this.#touched.add(market);
    return market;
  }

  /** Takes an event other than of orders and trades. Returns true if it moves money or shares of the account. */
  move(event: Event): boolean {
    if (event.kind === 'MarketAdded') this.#questions.set(event.market, event.definition.question);
    if (event.kind === 'MarketUpdated' && event.changes.question !== undefined)
      this.#questions.set(event.market, event.changes.question);
    if (event.kind === 'WalletBound' && event.account === this.#account) this.#wallets.add(event.wallet);
    if (!('wallet' in event && this.#wallets.has(event.wallet))) return false;
    if ('credit' in event) this.deposits += BigInt(event.credit);
    else if (event.kind === 'Deposited') this.deposits += BigInt(event.amount);
    else if (event.kind === 'Withdrawn') this.withdrawals += BigInt(event.amount);
    else if (event.kind === 'PositionsConverted') {
      // The ledger, too, credits the first market with all proceeds.
      for (const [index, market] of [...event.given, ...event.received].entries())
        this.tradedIn(market).net += index === 0 ? BigInt(event.collateral) : 0n;
    } else if ('market' in event) this.tradedIn(event.market).net += flowOf(event);
    return true;
  }

  /** Called after an entry. `isMoved`: an event moved money or shares of the account. */
  look(isMoved: boolean, state: Readonly<State>): void {
    const { timeMs } = state;
    if (isMoved) this.#recount(state);
    let isChanged = isMoved;
    for (const market of this.#held) isChanged = this.#revalue(market, state) || isChanged;
    if (!isChanged) return;
    const { equity, profit, fees } = this;
    if (profit > this.#peak) this.#peak = profit;
    const depth = this.#peak - profit;
    if (depth > this.drawdown.depth) this.drawdown = { depth, timeMs };
    this.#equity.add({ time_ms: timeMs, equity, profit, fees });
  }

  shown(state: Readonly<State>): readonly ReportMarket[] {
    return [...this.#markets.values()].map(({ id, shares, net, value, fees, volume, fills, inventory }) => {
      const market = marketOf(state, id);
      const { conditionId: condition_id, slug, outcomes } = market;
      return {
        ...{ condition_id, slug, question: this.#questions.get(id) ?? slug, outcomes },
        shares: [amountText(shares[0]), amountText(shares[1])],
        mark: halfPriceText(markHalfTicks(pricesOf(market))),
        profit: exactText(exact(net) + value),
        ...{ fees: amountText(fees), volume: amountText(volume), fills, inventory: inventory.points },
      };
    });
  }

  #recount(state: Readonly<State>): void {
    const wallets = [...this.#wallets].map((id) => walletOf(state, id));
    const cash = wallets.reduce((sum, { free, held }) => sum + BigInt(free) + BigInt(held), 0n);
    this.cash = cash - BigInt(accountOf(state, this.#account).debt);
    for (const market of this.#touched) {
      const positions = wallets.flatMap((wallet) => wallet.positions.get(market.id) ?? []);
      const sharesOf = (outcome: 0 | 1): number =>
        positions.reduce((sum, { free, held }) => sum + free[outcome] + held[outcome], 0);
      const [first, second] = [sharesOf(0), sharesOf(1)];
      if (first === market.shares[0] && second === market.shares[1]) continue;
      Object.assign(market, { shares: [first, second], mark: -1 });
      if (first > 0 || second > 0) this.#held.add(market);
      else this.#held.delete(market);
      this.#revalue(market, state);
      if (market.index < INVENTORIES_MAX)
        market.inventory.add({ time_ms: state.timeMs, shares: amountText(first - second) });
    }
    this.#touched.clear();
  }

  /** Values the shares in a market again; returns false if its mark is as before. */
  #revalue(market: Traded, state: Readonly<State>): boolean {
    const mark = markHalfTicks(pricesOf(marketOf(state, market.id)));
    if (mark === market.mark) return false;
    this.#value -= market.value;
    market.mark = mark;
    market.value = worth(market.shares[0], mark) + worth(market.shares[1], HALF_TICKS_PER_UNIT - mark);
    this.#value += market.value;
    return true;
  }
}

/** Collateral that a wallet gets from a market by an event other than a trade; below 0 if it gives. Micros. */
function flowOf(event: Event): bigint {
  switch (event.kind) {
    case 'PositionSplit':
    case 'PayoutReclaimed':
      return -BigInt(event.amount);
    case 'PositionsMerged':
    case 'PayoutAdded':
      return BigInt(event.amount);
    case 'PayoutMade':
      return BigInt(event.collateral);
    default:
      return 0n;
  }
}
