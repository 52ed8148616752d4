/** However a venue is used, the report of each account is what a slow oracle recomputes from the events alone. */
import {
  type AccountId,
  applyEntry,
  type Command,
  createState,
  decide,
  type Entry,
  type Event,
  type MakerLeg,
  type TradeExecuted,
} from '@bellwether/engine';
import { CommandFactory, Dice, forAll, type Intent, intents, met, resultCommand } from '@bellwether/engine/testing';
import { expect, test } from 'vitest';
import { BalancesFold } from '../testing/naive-fold.ts';
import { HORIZONS_MS, type JournalReport } from './document.ts';
import { folded } from './testing/folded.ts';

/** Entries of a random history. */
function historyOf(list: readonly Intent[]): Entry<Command>[] {
  const factory = new CommandFactory();
  const state = createState();
  const entries: Entry<Command>[] = [];
  const submit = (command: Command, timeMs: number): void => {
    const stamp = { sequence: state.sequence + 1, timeMs: Math.max(timeMs, state.timeMs) };
    const decision = decide(state, command, stamp);
    if (decision.kind !== 'accepted') return;
    const entry = { ...stamp, command, events: decision.events };
    applyEntry(state, entry);
    entries.push(entry);
  };
  for (const { command, timeMs } of factory.opening()) submit(command, timeMs);
  for (const intent of list) {
    const { command, timeMs } = factory.next(intent);
    submit(intent.seed % 9 === 0 ? resultCommand(new Dice(intent.seed), state) : command, timeMs);
    for (const market of state.settling) submit({ kind: 'SettleMarket', market }, timeMs);
  }
  return entries;
}

/** An amount in 1/20000 of a micro, as decimal text cut towards zero. */
function text(amount: bigint): string {
  const micros = amount / 20_000n;
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0');
  const shown = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
  return micros < 0n ? `-${shown}` : shown;
}

interface Resting {
  readonly market: number;
  readonly bid: boolean;
  readonly price: number;
  remaining: number;
}

interface Seen {
  readonly timeMs: number;
  /** Middles by market in half ticks, after the entry. */
  readonly middles: ReadonlyMap<number, number>;
  /** In 1/20000 of a micro. */
  readonly profit: bigint;
}

interface SeenFill {
  readonly timeMs: number;
  readonly market: number;
  readonly match: MakerLeg | TradeExecuted;
  readonly role: 'maker' | 'taker';
  readonly ahead: number | null;
}

/** Keeps every order, every entry and every fill, and looks through all of them for each answer. */
class Oracle {
  readonly #account: number;
  readonly #balances = new BalancesFold();
  readonly #wallets = new Set<number>();
  readonly #accepted = new Map<number, Omit<Resting, 'remaining'>>();
  readonly #resting = new Map<number, Resting>();
  readonly #payouts = new Map<number, readonly [number, number] | null>();
  readonly #last = new Map<number, number>();
  readonly seen: Seen[] = [];
  readonly fills: SeenFill[] = [];
  readonly aheadAtRest = new Map<number, number>();
  /** Collateral that each market brought, in micros. */
  readonly nets = new Map<number, bigint>();
  flow = 0n;
  fees = 0n;

  constructor(account: number) {
    this.#account = account;
  }

  observe({ timeMs, events }: Entry<Command>): void {
    const before = [...this.#resting].map(([number, order]) => [number, { ...order }] as const);
    for (const event of events) {
      const had = this.cash;
      this.#balances.observe({ timeMs, events: [event] } as never);
      this.#book(event);
      if (event.kind === 'TradeExecuted') this.#trade(event, timeMs, before);
      if (event.kind === 'WalletBound' && event.account === this.#account) this.#wallets.add(event.wallet);
      const got = this.cash - had;
      const isFlow = ['WalletBound', 'WalletClaimed', 'Deposited', 'Withdrawn'].includes(event.kind);
      if (isFlow) this.flow += got;
      else if (got !== 0n) {
        const market =
          event.kind === 'PositionsConverted' ? Number(event.given[0]) : (event as { market: number }).market;
        this.nets.set(market, (this.nets.get(market) ?? 0n) + got);
      }
    }
    const middles = new Map(
      [...this.#markets()].flatMap((id) => {
        const middle = this.#middle(id);
        return middle === null ? [] : [[id, middle] as const];
      }),
    );
    this.seen.push({ timeMs, middles, profit: (this.cash - this.flow) * 20_000n + this.#value() });
  }

  get cash(): bigint {
    let cash = -BigInt(this.#balances.debts.get(this.#account) ?? 0);
    for (const wallet of this.#wallets) cash += BigInt(this.#balances.collateral.get(wallet) ?? 0);
    return cash;
  }

  /** Shares of both outcomes of a market. */
  shares(market: number): readonly [number, number] {
    const shares: [number, number] = [0, 0];
    for (const row of this.#balances.tables.positions.values())
      if (row['market'] === market && this.#wallets.has(Number(row['wallet'])))
        shares[row['outcome'] as 0 | 1] += Number(row['shares_micros']);
    return shares;
  }

  valueIn(market: number): bigint {
    const mark = BigInt(this.#middle(market) ?? 2 * (this.#last.get(market) ?? 5_000));
    const [first, second] = this.shares(market);
    return BigInt(first) * mark + BigInt(second) * (20_000n - mark);
  }

  /** Sum over fills of a role of what the market did for them, and how many had no moment or no middle. */
  after(afterMs: number, role: string) {
    const [sum, endMs] = [{ fills: 0, total: 0n, not_yet: 0, no_middle: 0 }, this.seen.at(-1)?.timeMs ?? 0];
    for (const fill of this.fills) {
      if (role !== 'all' && fill.role !== role) continue;
      const favour = this.favour(fill, afterMs);
      if (fill.timeMs + afterMs > endMs) sum.not_yet++;
      else if (favour === null) sum.no_middle++;
      else {
        sum.fills++;
        sum.total += favour;
      }
    }
    return sum;
  }

  favour({ timeMs, market, match }: SeenFill, afterMs: number): bigint | null {
    const middle = this.seen.findLast((one) => one.timeMs <= timeMs + afterMs)?.middles.get(market);
    if (middle === undefined) return null;
    const price = BigInt(match.outcome === 0 ? middle : 20_000 - middle);
    const gained = BigInt(match.size) * price - BigInt(match.collateral) * 20_000n;
    return match.side === 'BUY' ? gained : -gained;
  }

  #markets(): Set<number> {
    const resting = [...this.#resting.values()].map(({ market }) => market);
    const positions = [...this.#balances.tables.positions.values()].map((row) => Number(row['market']));
    return new Set([...resting, ...positions, ...this.#payouts.keys(), ...this.#last.keys()]);
  }

  #value(): bigint {
    let value = 0n;
    for (const market of this.#markets()) value += this.valueIn(market);
    return value;
  }

  #middle(market: number): number | null {
    const payouts = this.#payouts.get(market) ?? null;
    if (payouts !== null && payouts[0] + payouts[1] > 0) return 2 * payouts[0];
    const prices = (bid: boolean) =>
      [...this.#resting.values()].filter((one) => one.market === market && one.bid === bid).map(({ price }) => price);
    const [bids, asks] = [prices(true), prices(false)];
    return bids.length > 0 && asks.length > 0 ? Math.max(...bids) + Math.min(...asks) : null;
  }

  #book(event: Event): void {
    if (event.kind === 'OrderAccepted') {
      const bid = (event.side === 'BUY') === (event.outcome === 0);
      const price = event.outcome === 0 ? event.price : 10_000 - event.price;
      this.#accepted.set(event.order, { market: event.market, bid, price });
    } else if (event.kind === 'OrderRested') {
      const order = this.#accepted.get(event.order) as Omit<Resting, 'remaining'>;
      this.aheadAtRest.set(event.order, aheadOf(order, [...this.#resting.values()]));
      this.#resting.set(event.order, { ...order, remaining: event.remaining });
    } else if (event.kind === 'OrderCanceled') this.#resting.delete(event.order);
    else if (event.kind === 'MarketAdded') this.#payouts.set(event.market, event.definition.payouts);
    else if (event.kind === 'MarketResolved') this.#payouts.set(event.market, event.payouts);
    else if (event.kind === 'ResultReversed')
      for (const [market, first] of event.to ?? [])
        this.#payouts.set(market, first === null ? [0, 0] : [first, 10_000 - first]);
    else if (event.kind === 'ResultCorrected' && event.reopened)
      for (const market of event.markets) this.#payouts.set(market, null);
    else if (event.kind === 'ResultConfirmed' && event.refund)
      for (const market of event.refund.markets) if (this.#payouts.get(market)) this.#payouts.set(market, [0, 0]);
  }

  #trade(trade: TradeExecuted, timeMs: number, before: readonly (readonly [number, Resting])[]): void {
    const { market } = trade;
    if (this.#wallets.has(trade.wallet)) {
      this.fees += BigInt(trade.fee);
      this.fills.push({ timeMs, market, match: trade, role: 'taker', ahead: null });
    }
    for (const leg of trade.legs) {
      const at = before.findIndex(([number]) => number === leg.order);
      const older = before.slice(0, at).map(([, order]) => order);
      const ahead = aheadOf(before[at]?.[1] as Resting, older);
      if (this.#wallets.has(leg.wallet)) this.fills.push({ timeMs, market, match: leg, role: 'maker', ahead });
      const order = this.#resting.get(leg.order) as Resting;
      order.remaining = leg.remaining;
      if (leg.remaining === 0) this.#resting.delete(leg.order);
      this.#last.set(market, leg.outcome === 0 ? leg.price : 10_000 - leg.price);
    }
  }
}

const aheadOf = ({ market, bid, price }: Omit<Resting, 'remaining'>, older: readonly Resting[]): number =>
  older
    .filter((one) => one.market === market && one.bid === bid && one.price === price)
    .reduce((sum, { remaining }) => sum + remaining, 0);

function compare(report: JournalReport, oracle: Oracle): void {
  const { summary, markets, fills, adverse_selection, equity } = report;
  const profit = oracle.seen.at(-1)?.profit ?? 0n;
  expect(summary.profit).toBe(text(profit));
  expect(summary.fees).toBe(text(oracle.fees * 20_000n));
  expect(summary.profit_before_fees).toBe(text(profit + oracle.fees * 20_000n));
  expect(summary.cash).toBe(text(oracle.cash * 20_000n));
  let [peak, fall] = [0n, 0n];
  for (const { profit: then } of oracle.seen) {
    peak = then > peak ? then : peak;
    fall = peak - then > fall ? peak - then : fall;
  }
  expect(summary.max_drawdown).toBe(text(fall));
  for (const point of equity)
    expect(point.profit).toBe(text(oracle.seen.findLast(({ timeMs }) => timeMs <= point.time_ms)?.profit ?? 0n));
  for (const { condition_id, profit: own, shares, inventory } of markets) {
    const id = marketIds.get(condition_id) ?? -1;
    const [first, second] = oracle.shares(id);
    expect(own).toBe(text((oracle.nets.get(id) ?? 0n) * 20_000n + oracle.valueIn(id)));
    expect(shares).toEqual([first, second].map((each) => text(BigInt(each) * 20_000n)));
    expect(inventory.at(-1)?.shares ?? '0').toBe(text(BigInt(first - second) * 20_000n));
  }
  expect(
    fills.listed.map(({ role, size, fee, ahead_at_rest, ahead_at_fill, after }) => [
      role,
      size,
      fee,
      ahead_at_rest,
      ahead_at_fill,
      ...after,
    ]),
  ).toEqual(
    oracle.fills.map((fill) => {
      const { match, role, ahead } = fill;
      const shares = (micros: number) => text(BigInt(micros) * 20_000n);
      const endMs = oracle.seen.at(-1)?.timeMs ?? 0;
      const after = HORIZONS_MS.map((ms) => {
        const favour = fill.timeMs + ms > endMs ? null : oracle.favour(fill, ms);
        return favour === null ? null : text((favour * 1_000_000n) / BigInt(match.size));
      });
      const rest = ahead === null ? null : shares(oracle.aheadAtRest.get(match.order) ?? -1);
      return [
        role,
        shares(match.size),
        'fee' in match ? shares(match.fee) : '0',
        rest,
        ahead === null ? null : shares(ahead),
        ...after,
      ];
    }),
  );
  for (const { after_ms, role, fills: count, total, not_yet, no_middle } of adverse_selection) {
    const sum = oracle.after(after_ms, role);
    expect([count, total, not_yet, no_middle]).toEqual([sum.fills, text(sum.total), sum.not_yet, sum.no_middle]);
  }
}

const marketIds = new Map<string, number>();
const counts = { accounts: 0, fills: 0, after: 0, noMiddle: 0, corrected: 0, converted: 0 };

test('report: random histories give every account what an oracle recomputes from the events', () => {
  forAll(60, [intents(160)], (list) => {
    const entries = historyOf(list);
    const events = entries.flatMap((entry) => entry.events);
    for (const event of events)
      if (event.kind === 'MarketAdded') marketIds.set(event.definition.conditionId, event.market);
    const accounts = events.flatMap((event) => (event.kind === 'AccountOpened' ? [event.account] : []));
    for (const account of accounts as AccountId[]) {
      const oracle = new Oracle(account);
      for (const entry of entries) oracle.observe(entry);
      compare(folded(entries, account), oracle);
      counts.accounts++;
      counts.fills += oracle.fills.length;
      counts.after += oracle.after(1_000, 'all').fills;
      counts.noMiddle += oracle.after(1_000, 'all').no_middle;
    }
    counts.corrected += events.filter(({ kind }) => kind === 'PayoutReclaimed').length;
    counts.converted += events.filter(({ kind }) => kind === 'PositionsConverted').length;
    return true;
  });
  for (const [what, count] of Object.entries(counts)) expect(met(count), what).toBeGreaterThan(0);
});
