/** Result of a replay in a form that anyone can compare: the same tape, plan and requests give the same certificate. */
import { hash } from 'node:crypto';
import { REPLAY_RULES, type ReplayCertificate } from '@bellwether/contract';
import { markHalfTicks } from '@bellwether/contract/displayed-price';
import { ASK, BID, isRefund } from '@bellwether/engine';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import { amountText, halfPriceText } from '@bellwether/wire/forms/decimal.ts';
import type { ReplayStart } from '../control.ts';
import type { Latency } from '../latency/latency.ts';
import type { ReplayReport } from './replay-report.ts';
import type { TapeFacts } from './tape-groups.ts';
import type { TapeBook } from './tape-market.ts';

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
    rules: REPLAY_RULES,
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

/** Value of a share of the first outcome at the end, in 1/20000. */
function markOf(book: TapeBook): number {
  const { payouts, lastTrade } = book;
  // After a refund no share pays anything: what it was worth before stands.
  const payout = payouts === null || isRefund(payouts) ? null : payouts[0];
  return markHalfTicks({ payout, bid: book.best(BID), ask: book.best(ASK), lastTrade });
}
