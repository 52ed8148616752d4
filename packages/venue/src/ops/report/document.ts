/**
 * The report as a document: what `bellwether report --json` prints, and what its page shows. Amounts, prices and shares
 * are decimal text, cut to a millionth; times are Unix milliseconds of the venue. The same journal, certificate or
 * examination gives the same bytes.
 */
import type { ExamResult, ReplayCertificate } from '@bellwether/contract';
import type { OrderType, Side } from '@bellwether/engine';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { OrderStatus } from '@bellwether/read-model/orders/tables.ts';

export const REPORT_FORMAT = 1;
/** Times after a fill at which the market is looked at again. */
export const HORIZONS_MS = [1_000, 10_000, 60_000] as const;
/** Orders and fills that a report lists, counted from the first; its sums are over all. */
export const LISTED_MAX = 100_000;

interface Format<Kind> {
  readonly format: typeof REPORT_FORMAT;
  readonly kind: Kind;
}

export type Report = JournalReport | ReplayReport | ExamReport;
/** Report of a replay: all clients together. */
export type ReplayReport = Format<'replay'> & { readonly certificate: ReplayCertificate };
export type ExamReport = Format<'exam'> & ExamResult;

/** Report of one account, from a journal. */
export interface JournalReport extends Format<'journal'> {
  readonly account: { readonly address: string; readonly name: string };
  readonly journal: {
    readonly kind: JournalKind;
    readonly entries: number;
    readonly from_ms: number;
    readonly to_ms: number;
  };
  readonly summary: ReportSummary;
  /** For each of `HORIZONS_MS`: all fills, then those of each role. */
  readonly adverse_selection: readonly AfterFills[];
  /** At most 2,000 points, each the last of its step of time; so is the inventory of a market. */
  readonly equity: readonly Readonly<Record<'equity' | 'profit' | 'fees', string> & { time_ms: number }>[];
  /** Markets that the account traded in or held shares of, in the order in which it did first. */
  readonly markets: readonly ReportMarket[];
  readonly orders: Listed<ReportOrder> & { readonly by_status: Readonly<Record<string, number>> };
  readonly fills: Listed<ReportFill>;
  /** A journal has none: a sandbox notes them beside its branch. Null if nothing noted them. */
  readonly refusals: (Listed<ReportRefusal> & { readonly by_code: Readonly<Record<string, number>> }) | null;
}

/** All of a kind, and the first `LISTED_MAX` of them. */
interface Listed<Row> {
  readonly count: number;
  readonly listed: readonly Row[];
}

interface ReportSummary {
  /** `equity` less deposits, plus withdrawals. */
  readonly profit: string;
  readonly profit_before_fees: string;
  readonly fees: string;
  /** Largest fall of the profit from an earlier height (at first 0), and its lowest moment; null if it never fell. */
  readonly max_drawdown: string;
  readonly max_drawdown_ms: number | null;
  readonly deposits: string;
  readonly withdrawals: string;
  /** Collateral of the account's wallets, less its debt. */
  readonly cash: string;
  /** `cash`, and shares at their marks. */
  readonly equity: string;
  readonly shares_filled: string;
  readonly maker_fills: number;
  /** Part of the filled shares that were filled as a maker, 0 to 1, cut to four decimals; null without a fill. */
  readonly maker_share: string | null;
  readonly rested: number;
  /** Mean shares ahead at their price of orders that came to rest, and of resting orders when filled; null of none. */
  readonly mean_ahead_at_rest: string | null;
  readonly mean_ahead_at_fill: string | null;
}

/** Course of the market after fills: (middle − price) with the sign of the account's side, negative if against it. */
export interface AfterFills {
  readonly after_ms: number;
  readonly role: 'all' | 'maker' | 'taker';
  /** Fills whose market had a middle, or a result, that long after. */
  readonly fills: number;
  /** Null without one. Fees are not in it. */
  readonly per_share: string | null;
  readonly total: string;
  /** Fills whose moment has not come by the last entry, and those without a middle at it. */
  readonly not_yet: number;
  readonly no_middle: number;
}

export interface ReportMarket {
  readonly condition_id: string;
  readonly slug: string;
  readonly question: string;
  readonly outcomes: readonly [string, string];
  readonly profit: string;
  readonly fees: string;
  /** Collateral that changed hands in fills, before fees. */
  readonly volume: string;
  readonly fills: number;
  /** Shares of each outcome at the end. */
  readonly shares: readonly [string, string];
  /** Value of a share of the first outcome: its payout, else the middle of the book, else the last trade, else one half. */
  readonly mark: string;
  /** Shares of the first outcome less those of the second over time; empty beyond the first 50 markets. */
  readonly inventory: readonly { readonly time_ms: number; readonly shares: string }[];
}

interface Row {
  /** Id of the order. */
  readonly order: string;
  /** Journal entry. */
  readonly entry: number;
  readonly time_ms: number;
  /** Index in `markets`. */
  readonly market: number;
  readonly outcome: 0 | 1;
  readonly side: Side;
  /** The mean price for a taker's fill. */
  readonly price: string;
  readonly size: string;
  /** Shares ahead of it at its price when it came to rest; null if it never did, and in a taker's fill. */
  readonly ahead_at_rest: string | null;
}

export interface ReportOrder extends Row {
  readonly type: OrderType;
  readonly filled: string;
  readonly status: OrderStatus;
  /** Why it was cancelled; null if it was not. */
  readonly reason: string | null;
  /** Null while it rests. */
  readonly ended_ms: number | null;
}

/** A whole match of a taker, or one leg of a maker. */
export interface ReportFill extends Row {
  readonly role: 'maker' | 'taker';
  readonly collateral: string;
  readonly fee: string;
  /** Shares ahead of a maker's order before this match; null for a taker. */
  readonly ahead_at_fill: string | null;
  /** `AfterFills.per_share` of this fill by `HORIZONS_MS`; null if not yet, or without a middle. */
  readonly after: readonly (string | null)[];
}

export interface ReportRefusal {
  readonly time_ms: number;
  readonly account: string;
  readonly route: string;
  readonly status: number;
  readonly code: string;
  readonly text: string;
}
