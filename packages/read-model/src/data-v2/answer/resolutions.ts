/** Results of markets for `/v2/resolutions`. */
import { type DataV2Resolution, NO_END_DATE, DATA_V2_MARKET_ROUTES as ROUTES } from '@bellwether/contract';
import { keptProposal, resolutionStatus } from '../../catalog/answer/results.ts';
import {
  type ResultRow,
  resultOfQuestion,
  resultsOfConditions,
  resultsOfEvents,
} from '../../catalog/query/resolutions.ts';
import { dataRead } from './page.ts';

export type ResolutionsOf =
  | { readonly question: string }
  | { readonly conditions: readonly string[] }
  | { readonly events: readonly number[] };

/** `nowMs`: time after which the end of an open market is an estimate; null leaves estimates out. */
type ResolutionsParameters = { readonly of: ResolutionsOf; readonly nowMs: number | null };

export const dataV2ResolutionsRead = dataRead(
  ROUTES.dataV2Resolutions,
  async (database, { of, nowMs }: ResolutionsParameters) => {
    if ('question' in of) {
      const row = await resultOfQuestion(database, of.question).executeTakeFirst();
      return row === undefined ? [] : [ofQuestion(row, nowMs)];
    }
    const rows =
      'conditions' in of
        ? await resultsOfConditions(database, of.conditions)
        : await resultsOfEvents(database, of.events);
    return rows.map((row) => ({
      condition_id: row.condition_id,
      ...(row.payout_0 === null ? ofQuestion(row, nowMs) : result(row, row.payout_0)),
    }));
  },
);

/** In the ecosystem's prices of a question: not set. */
const NOT_SET = '69';
/** Payouts are in 1/10000, prices of a question in 1/10^18, payouts of a share in millionths. */
const PRICE_DIGITS = '0'.repeat(14);
const MICROS_PER_PART = 100;
const PARTS = 10_000;

const reviews = ({ resolution_statuses: statuses }: ResultRow) => ({
  ...{ extended_review: false, new_version_q: false },
  was_disputed: statuses.includes('"disputed"'),
});
const NO_TRANSACTION = { transaction_hash: '', log_index: '' } as const;
const QUESTION_ID = /^0x[0-9a-fA-F]{64}$/;

function ofQuestion(row: ResultRow, nowMs: number | null): DataV2Resolution {
  const { question_id, payout_0: payout, resolved_ms, created_us } = row;
  const proposal = keptProposal(row);
  const changedMs = resolved_ms ?? proposal?.proposedMs ?? created_us / 1_000;
  return {
    ...(QUESTION_ID.test(question_id) && { question_id }),
    status: resolutionStatus(row).umaResolutionStatus ?? 'posed',
    ...reviews(row),
    // A refund has no price of its own; the ecosystem's is one half.
    proposed_price: proposal === null ? NOT_SET : priceOf(proposal.first ?? PARTS / 2),
    reproposed_price: NOT_SET,
    price: payout === null ? NOT_SET : priceOf(payout),
    ...NO_TRANSACTION,
    last_update_timestamp: String(Math.floor(changedMs / 1_000)),
    ...estimate(row, nowMs),
  };
}

const priceOf = (payout: number): string => (payout === 0 ? '0' : `${payout}${PRICE_DIGITS}`);

function result(row: ResultRow, payout: number): DataV2Resolution {
  const { neg_risk, resolved_ms, created_us, refunded } = row;
  const changed = new Date(resolved_ms ?? created_us / 1_000).toISOString();
  return {
    status: 'resolved',
    ...reviews(row),
    ...NO_TRANSACTION,
    last_update_timestamp: changed,
    market_type: neg_risk === 1 ? 'INCREMENTAL_NEGRISK' : 'BINARY',
    payouts: refunded === 1 ? [0, 0] : [MICROS_PER_PART * payout, MICROS_PER_PART * (PARTS - payout)],
    reporter: 'EOA',
    resolution_source: 'reported',
    was_arbitrated: false,
    ...(resolved_ms !== null && { resolved_at: changed }),
  };
}

/** The end of an open market, if it lies ahead. */
function estimate({ payout_0, end_us, end_date }: ResultRow, nowMs: number | null): Partial<DataV2Resolution> {
  if (nowMs === null || payout_0 !== null || end_date === NO_END_DATE || end_us <= nowMs * 1_000) return {};
  return { expected_settlement_time: new Date(end_us / 1_000).toISOString(), settlement_time_basis: 'liveness' };
}
