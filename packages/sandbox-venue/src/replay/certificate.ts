/** Result of a replay in a form that anyone can compare: the same tape, plan and requests give the same certificate. */
import { hash } from 'node:crypto';
import type { ReplayCertificate } from '@bellwether/contract';
import { ASK, BID, isRefund, PRICE_ONE } from '@bellwether/engine';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import { amountText, halfPriceText } from '@bellwether/wire/forms/decimal.ts';
import type { ReplayStart } from '../control.ts';
import type { Latency } from '../latency/latency.ts';
import type { ReplayReport } from './replay-report.ts';
import type { TapeFacts } from './tape-groups.ts';
import type { TapeBook } from './tape-market.ts';

/** Version of the rules by which a tape is played: certificates of different versions are not comparable. */
const RULES = 5;

interface CertifiedRun {
  readonly plan: Pick<ReplayStart, 'queue' | 'stepMs'>;
  readonly facts: TapeFacts;
  readonly played: {
    readonly messages: number;
    readonly groups: number;
    readonly gaps: number;
    readonly unknown: number;
    readonly uncrossed: number;
  };
  readonly books: readonly TapeBook[];
  readonly report: ReplayReport;
  readonly latency: Pick<Latency, 'certified' | 'tripOf'>;
  readonly seed: number;
  readonly head: JournalHead;
  readonly stateHash: string;
}

export function certificateOf(run: CertifiedRun): ReplayCertificate {
  const { plan, facts, played, books, report, latency, seed, head, stateHash } = run;
  const marks = books.map(markOf);
  const { bends } = report;
  const result = {
    rules: RULES,
    tape: {
      sha256: facts.hash,
      source: facts.header.source,
      markets: facts.header.markets.map(({ condition_id }) => condition_id),
      from_ms: facts.firstMs,
      to_ms: facts.lastMs,
      messages: played.messages,
      unknown_messages: played.unknown,
      changes: played.groups,
      uncrossed_trades: played.uncrossed,
      gaps: played.gaps,
      torn_bytes: facts.tornBytes,
    },
    seed,
    queue: plan.queue,
    step_ms: plan.stepMs,
    latency: latency.certified(facts.firstMs),
    requests: { count: report.requests, sha256: report.requestsHash },
    fills: { count: report.fills, sha256: report.fillsHash },
    orders: { count: report.tracked.length, listed: report.orders((id) => latency.tripOf(id)) },
    bends: {
      taken: amountText(bends.taken),
      given: amountText(bends.given),
      short_trades: bends.shortTrades,
      short: amountText(bends.short),
    },
    profit: {
      pessimistic: report.profit('pessimistic', marks),
      optimistic: report.profit('optimistic', marks),
      marks: marks.map(halfPriceText),
    },
  };
  return {
    ...result,
    sha256: hash('sha256', JSON.stringify(result), 'hex'),
    state: { sequence: head.sequence, journal_sha256: head.hash, state_hash: stateHash },
  };
}

/**
 * Value of a share of the first outcome at the end, in 1/20000: its payout, else the middle of the best prices, else
 * the last trade, else one half.
 */
function markOf(book: TapeBook): number {
  const { payouts } = book;
  // After a refund no share pays anything: what it was worth before stands.
  if (payouts !== null && !isRefund(payouts)) return payouts[0] * 2;
  const [bid, ask] = [book.best(BID), book.best(ASK)];
  if (bid > 0 && ask > 0) return bid + ask;
  return (book.lastTrade ?? PRICE_ONE / 2) * 2;
}
