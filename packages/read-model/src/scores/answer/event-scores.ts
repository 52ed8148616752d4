/** The read `event-scores`: how good the forecasts of an event's decided markets were. */
import {
  BEFORE_END_S,
  BEST_FORECASTERS,
  type BestForecaster,
  type CatalogIdParams,
  type EventScores,
} from '@bellwether/contract';
import { shownName } from '../../community/answer/shown-profile.ts';
import type { ReadStore } from '../../database.ts';
import { ownersOf } from '../../ledger/query/ledger-context.ts';
import { found } from '../../lookup.ts';
import { pointBefore } from '../../prices/query/price-history.ts';
import { GRAINS, HALF_TICKS_ONE } from '../../prices/tables.ts';
import { createRead } from '../../read.ts';
import { bestForecasters, questionsOfEvent } from '../query/forecasts.ts';
import { meanScores, outcomeOf, rounded } from './calibration.ts';

export const eventScoresRead = createRead<CatalogIdParams, EventScores>('event-scores', async (database, { id }) => {
  const event = await database.selectFrom('events').select('id').where('id', '=', id).executeTakeFirst();
  if (event === undefined) return null;
  const rows = await questionsOfEvent(database, id).execute();
  const questions: EventScores['questions'] = [];
  for (const row of rows)
    questions.push({
      conditionId: row.condition_id,
      question: row.question,
      groupItemTitle: row.group_item_title,
      outcome: outcomeOf(row.payout),
      decidedAt: row.decided_s ?? 0,
      tradedSeconds: row.traded_s,
      ...meanScores([row]),
      before: await pricesBefore(database, row.market, row.ended_s),
      best: await bestOf(database, row.market, row.traded_s),
    });
  return { value: { ...meanScores(rows), questions } };
});

/** Prices at fixed times before the end of trading, from the finest history that reaches back so far. */
async function pricesBefore(database: ReadStore, market: number, endS: number | null) {
  const prices: EventScores['questions'][number]['before'] = [];
  for (const seconds of BEFORE_END_S) {
    const rule = GRAINS.find(({ readableS }) => seconds <= readableS) ?? GRAINS[3];
    const bucket = Math.floor(((endS ?? 0) - seconds) / rule.seconds);
    const point = await pointBefore(database, market, rule.grain, bucket).executeTakeFirst();
    const halfTicks = endS === null ? null : (point?.price_half_ticks ?? null);
    prices.push({ seconds, price: halfTicks === null ? null : halfTicks / HALF_TICKS_ONE });
  }
  return prices;
}

async function bestOf(database: ReadStore, market: number, tradedS: number): Promise<BestForecaster[]> {
  const best = await bestForecasters(database, market, BEST_FORECASTERS).execute();
  const owners = await ownersOf(database, best);
  return best.map(({ wallet, brier, seconds }) => {
    const owner = found(owners, wallet, 'wallet');
    return {
      proxyWallet: owner.address,
      userName: shownName(owner) || owner.pseudonym,
      brier: (brier ?? 0) / 1e6,
      heldShare: rounded((seconds ?? 0) / tradedS),
    };
  });
}
