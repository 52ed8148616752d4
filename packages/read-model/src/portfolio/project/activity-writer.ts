/**
 * Writes `activity`: deposits, withdrawals, splits, merges, conversions and payouts, one row for each outcome whose
 * shares were taken; corrections of payouts, and debts booked and paid off; and the table that maps a time to a bound of
 * ids. The rows of a wallet, with its fills, add up to its collateral.
 */
import type { BooksAndBalances, Event } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { FILLS_PER_TRADE_MAX } from '../../ledger/tables.ts';
import { insertInto } from '../../table.ts';
import { ACTIVITY, type ActivityKind, type ActivityRow, NONE, PORTFOLIO_TABLES } from '../tables.ts';
import { payoutParts } from './cost-basis.ts';
import { createDebts } from './debts.ts';

/** Results that rows are explained by. */
export interface Results {
  /** Payout of the first outcome of a market in settlement. */
  payoutOf(market: number): number;
  /** True if the correction that runs under this market's name is a refund. */
  isRefund(market: number): boolean;
}

/** Columns of a row that follow from its event. */
type Act = Pick<ActivityRow, 'kind' | 'wallet' | 'market' | 'outcome' | 'size_micros' | 'collateral_micros'>;

export function createActivityWriter(store: StoreWriter) {
  const insert = store.prepare(insertInto(PORTFOLIO_TABLES, 'activity'));
  const insertSecond = store.prepare('INSERT OR IGNORE INTO activity_seconds (time_s, sequence) VALUES (?, ?)');
  const debts = createDebts(store);
  let lastSecond = -1;

  return {
    /** Writes the rows of an entry; `state` has its wallets. */
    write({ sequence, timeMs, events, hash }: ChainedEntry, results: Results, state: BooksAndBalances): void {
      const timeS = Math.floor(timeMs / 1_000);
      let written = 0;
      let isShown = false;
      for (const event of events) {
        if (event.kind === 'TradeExecuted') isShown = true;
        const ofDebts = debts.known.size > 0 || event.kind === 'PayoutReclaimed' ? debts.take(event, state) : [];
        const paid = ofDebts.map(([wallet, amount]) => money(ACTIVITY.DEBT_PAID, wallet, amount));
        for (const act of [...actsOf(event, results), ...paid]) {
          // Fills of the same entry count down from the other end, so no two ids are equal.
          const id = sequence * FILLS_PER_TRADE_MAX + written;
          const { kind, wallet, market, outcome, size_micros, collateral_micros } = act;
          insert.run(id, kind, wallet, market, outcome, size_micros, collateral_micros, timeS, hash);
          written += 1;
        }
      }
      if ((!isShown && written === 0) || timeS === lastSecond) return;
      insertSecond.run(timeS, sequence);
      lastSecond = timeS;
    },
  };
}

const NO_ACTS: readonly Act[] = [];

function actsOf(event: Event, results: Results): readonly Act[] {
  switch (event.kind) {
    case 'WalletBound':
    case 'WalletClaimed':
      return event.credit > 0 ? [money(ACTIVITY.DEPOSIT, event.wallet, event.credit)] : NO_ACTS;
    case 'Deposited':
      return [money(ACTIVITY.DEPOSIT, event.wallet, event.amount)];
    case 'Withdrawn':
      return [money(ACTIVITY.WITHDRAWAL, event.wallet, event.amount)];
    case 'CollateralMoved':
      // For each of the two wallets it is a deposit or withdrawal; for their account the two rows cancel out.
      return [money(ACTIVITY.WITHDRAWAL, event.from, event.amount), money(ACTIVITY.DEPOSIT, event.to, event.amount)];
    case 'PositionSplit':
      return [pairs(ACTIVITY.SPLIT, event)];
    case 'PositionsMerged':
      return [pairs(ACTIVITY.MERGE, event)];
    case 'PositionsConverted':
      // The collateral is one amount less than the shares given: each market but the first yields its own.
      return event.given.map(
        (market, index): Act => ({
          kind: ACTIVITY.CONVERSION,
          wallet: event.wallet,
          market,
          outcome: 1,
          size_micros: event.amount,
          collateral_micros: index === 0 ? 0 : event.amount,
        }),
      );
    case 'PayoutMade': {
      // A refund explains itself once it is paid.
      if (results.isRefund(event.market)) return NO_ACTS;
      const parts = payoutParts(event.shares, event.collateral, results.payoutOf(event.market));
      const acts = parts.map(
        (collateral, outcome): Act => ({
          kind: ACTIVITY.REDEEM,
          wallet: event.wallet,
          market: event.market,
          outcome,
          size_micros: event.shares[outcome] ?? 0,
          collateral_micros: collateral,
        }),
      );
      return acts.filter(({ size_micros }) => size_micros > 0);
    }
    case 'PayoutAdded': {
      const kind = results.isRefund(event.market) ? ACTIVITY.REFUND : ACTIVITY.PAYOUT_ADDED;
      return [inMarket(kind, event.wallet, event.market, event.amount)];
    }
    case 'PayoutReclaimed': {
      const { wallet, market, amount, taken, debt } = event;
      // An amount from another wallet of the account is a withdrawal there and a deposit here.
      const moved = taken.filter(([from]) => from !== wallet);
      return [
        inMarket(ACTIVITY.PAYOUT_RECLAIMED, wallet, market, amount),
        ...moved.flatMap(([from, part]) => [
          money(ACTIVITY.WITHDRAWAL, from, part),
          money(ACTIVITY.DEPOSIT, wallet, part),
        ]),
        ...(debt > 0 ? [inMarket(ACTIVITY.DEBT, wallet, market, debt)] : []),
      ];
    }
    default:
      return NO_ACTS;
  }
}

const money = (kind: ActivityKind, wallet: number, amount: number): Act => inMarket(kind, wallet, NONE, amount);

const pairs = (kind: ActivityKind, event: { wallet: number; market: number; amount: number }): Act =>
  inMarket(kind, event.wallet, event.market, event.amount);

function inMarket(kind: ActivityKind, wallet: number, market: number, amount: number): Act {
  return { kind, wallet, market, outcome: NONE, size_micros: amount, collateral_micros: amount };
}
