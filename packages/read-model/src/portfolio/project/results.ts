/**
 * Effects of results on positions beyond their payouts: a refund makes the profit of every position 0, and a reversal
 * replaces what a result brought, or gives the shares back at their cost. Follows the rules of `cost-basis.ts`.
 */
import { type Event, PRICE_ONE } from '@bellwether/engine';
import type { PreparedStatement, StoreWriter } from '@bellwether/ports/store.ts';
import { insertInto } from '../../table.ts';
import { LIFETIME_SUM_MAX, PORTFOLIO_TABLES } from '../tables.ts';
import { payoutParts } from './cost-basis.ts';
import type { PeriodWriter } from './period-writer.ts';
import type { PositionCosts } from './position-costs.ts';

/** Special payouts of a market's result under way, beside the first outcome's in 1/10000. */
const REFUND = -1;
const REOPENED = -2;

const SELECT = `
  SELECT wallet, outcome, redeemed_micros AS shares, redeemed_cost_micros AS cost, CAST(payout_micros AS TEXT) AS payout,
    CAST(realized_micros AS TEXT) AS realized, CAST(fees_micros AS TEXT) AS fees
  FROM position_costs WHERE market = ? ORDER BY wallet, outcome
`;
const UPDATE = `
  UPDATE position_costs SET payout_micros = ?, changed_s = ?,
    realized_micros = max(min(realized_micros + ?, ${LIFETIME_SUM_MAX}), -${LIFETIME_SUM_MAX})
  WHERE wallet = ? AND market = ? AND outcome = ?
`;
const RESTORE = `
  UPDATE position_costs SET shares_micros = redeemed_micros, cost_micros = redeemed_cost_micros, redeemed_micros = 0,
    redeemed_cost_micros = 0, payout_micros = 0
  WHERE market = ?
`;
const REMOVE_WIN = 'DELETE FROM wins WHERE wallet = ? AND market = ? AND outcome = ?';

export function createResults(
  store: StoreWriter,
  costs: PositionCosts,
  periods: PeriodWriter,
  needIndexes: () => void,
) {
  const select = store.prepare(SELECT);
  const update = store.prepare(UPDATE);
  const restore = store.prepare(RESTORE);
  const removeWin = store.prepare(REMOVE_WIN);
  const addWin = store.prepare(insertInto(PORTFOLIO_TABLES, 'wins'));
  const results = createKnownResults(store);

  /** Notes a payout of shares for more than they had cost. */
  function win(wallet: number, market: number, outcome: number, [cost, payout]: Amounts, nowS: number): void {
    if (periods.isRanked(wallet))
      addWin.run(wallet, market, outcome, cost, payout, BigInt(payout) - BigInt(cost), nowS);
  }

  /** Puts the result under way in place of what the market's positions got before. */
  function correct(market: number, nowS: number): void {
    const first = results.of(market);
    const rows = select.all(market).map(redeemedOf);
    const shares = new Map(rows.map((row) => [2 * row.wallet + row.outcome, row.shares]));
    for (const { wallet, outcome, cost, payout, realized, fees } of rows) {
      const both = [shares.get(2 * wallet) ?? 0, shares.get(2 * wallet + 1) ?? 0] as const;
      const due = first === REOPENED ? cost : first === REFUND ? payout + fees - realized : paid(both, first)[outcome];
      removeWin.run(wallet, market, outcome);
      if (first >= 0 && due > cost) win(wallet, market, outcome, [cost, due], nowS);
      if (due === payout && first !== REOPENED) continue;
      update.run(due, nowS, due - payout, wallet, market, outcome);
      periods.addProfit(wallet, due - payout);
    }
    if (first === REOPENED) restore.run(market);
  }

  return {
    ...results,
    /**
     * Notes the result that an event fixes. Ends results whose holders all have their money: changes positions by those
     * that correct another.
     */
    follow(event: ResultEvent, nowS: number): void {
      switch (event.kind) {
        case 'MarketResolved':
          return results.set(event.market, event.refund === true ? REFUND : event.payouts[0]);
        case 'ResultConfirmed':
          for (const market of event.refund?.markets ?? []) results.set(market, REFUND);
          return;
        case 'ResultReversed':
          for (const market of event.markets) results.set(market, REOPENED);
          for (const [market, first] of event.to ?? []) results.set(market, first ?? REFUND);
          return;
        case 'MarketSettled':
          if (!results.isRefund(event.market)) results.forget(event.market);
          return;
        case 'ResultCorrected':
          needIndexes();
          costs.flush();
          for (const market of event.markets) {
            correct(market, nowS);
            results.forget(market);
          }
          costs.drop();
      }
    },
    win,
  };
}

type Amounts = readonly [cost: number | bigint, payout: number | bigint];
type ResultEvent = Extract<
  Event,
  { kind: 'MarketResolved' | 'ResultConfirmed' | 'ResultReversed' | 'MarketSettled' | 'ResultCorrected' }
>;

interface Redeemed {
  readonly wallet: number;
  readonly outcome: 0 | 1;
  readonly shares: number;
  readonly cost: bigint;
  readonly payout: bigint;
  readonly realized: bigint;
  readonly fees: bigint;
}

function redeemedOf(row: ReturnType<PreparedStatement['all']>[number]): Redeemed {
  const whole = (name: string): bigint => BigInt(String(row[name]));
  return {
    ...{ wallet: Number(row['wallet']), outcome: row['outcome'] === 0 ? 0 : 1, shares: Number(row['shares']) },
    ...{ cost: whole('cost'), payout: whole('payout'), realized: whole('realized'), fees: whole('fees') },
  };
}

/** Payout of each outcome's shares, of a first outcome that pays `first` in 1/10000. */
function paid(shares: readonly [number, number], first: number): readonly [bigint, bigint] {
  const whole = BigInt(shares[0]) * BigInt(first) + BigInt(shares[1]) * BigInt(PRICE_ONE - first);
  const [one, two] = payoutParts(shares, Number(whole / BigInt(PRICE_ONE)), first);
  return [BigInt(one), BigInt(two)];
}

/** Results under way, kept in memory and in their table. */
function createKnownResults(store: StoreWriter) {
  const insert = store.prepare('INSERT OR REPLACE INTO settling_payouts (market, payout_0) VALUES (?, ?)');
  const erase = store.prepare('DELETE FROM settling_payouts WHERE market = ?');
  const known = new Map<number, number>();
  for (const row of store.prepare('SELECT market, payout_0 FROM settling_payouts').all()) {
    known.set(Number(row['market']), Number(row['payout_0']));
  }
  const of = (market: number): number => known.get(market) ?? PRICE_ONE;
  return {
    of,
    /** Payout of the first outcome of a market in settlement, in 1/10000; 0 if it is refunded. */
    payoutOf: (market: number): number => Math.max(of(market), 0),
    isRefund: (market: number): boolean => of(market) === REFUND,
    set(market: number, result: number): void {
      known.set(market, result);
      insert.run(market, result);
    },
    forget(market: number): void {
      known.delete(market);
      erase.run(market);
    },
  };
}
