/** Handlers of the second data interface: markets, boards and the service itself. */

import {
  CATALOG_ID_PATTERN,
  DATA_V2_PNL_HOLDERS_MAX,
  type DataV2OpenInterest,
  DATA_V2_MARKET_ROUTES as ROUTES,
  WHOLE_VENUE,
} from '@bellwether/contract';
import { isConditionId, totalLocked } from '@bellwether/engine';
import type { ResolutionsOf } from '@bellwether/read-model/data-v2/answer/resolutions.ts';
import type { StatusOf } from '@bellwether/read-model/data-v2/answer/service-status.ts';
import type { DataQuery } from '@bellwether/wire/data-v2/cursor.ts';
import type { Failure } from '@bellwether/wire/failure.ts';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure } from '../mount.ts';
import { badParameter, createMountDataV2 } from './mount.ts';
import { mountPricesHistory } from './prices-history.ts';

export function registerDataV2MarketRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { view, settings, domain } = dependencies;
  const mountDataV2 = createMountDataV2(app, dependencies);
  /** Unix milliseconds; entries may be ahead of this clock by the delay of a message between threads. */
  const now = (): number => Math.max(dependencies.clock(), view.state.timeMs);

  mountDataV2(ROUTES.dataV2Holders, { parametersOf: holdersOf });
  mountDataV2(ROUTES.dataV2OpenInterest, {
    answerOf: ({ condition }) => ({ data: openInterest(dependencies, condition) }),
  });
  mountDataV2(ROUTES.dataV2LiveVolume, { prepared: wellFormedEvents });
  mountPricesHistory(mountDataV2, dependencies, now);
  const hasEstimates = settings.differences.has('settlement-estimates');
  mountDataV2(ROUTES.dataV2Resolutions, {
    parametersOf(query) {
      const of = oneSelection(query);
      return isFailure(of) ? of : { of, nowMs: hasEstimates ? now() : null };
    },
  });
  const board = {
    bound: ['time_period', 'category', 'sort_by'],
    parametersOf: (query: object) => ({ ...query, nowMs: now() }),
  };
  mountDataV2(ROUTES.dataV2Leaderboard, board);
  mountDataV2(ROUTES.dataV2BiggestWinners, board);
  mountDataV2(ROUTES.dataV2Status, {
    parametersOf: (): StatusOf => {
      const { sequence, timeMs: entryMs } = view.state;
      return { sequence, entryMs, nowMs: now(), chainId: domain.chainId };
    },
  });
}

const EVENT_ID = new RegExp(CATALOG_ID_PATTERN);

/** Leaves out malformed ids, unless there are no others. */
function wellFormedEvents({ event_id }: DataQuery<typeof ROUTES.dataV2LiveVolume>) {
  const ids = event_id.filter((id) => EVENT_ID.test(id));
  return ids.length === 0 ? badParameter('event_id', 'is malformed: send ids of events') : { event_id: ids };
}

/** Refuses pages of holders with profit that are too large, or of several markets. */
function holdersOf(query: DataQuery<typeof ROUTES.dataV2Holders>): object | Failure {
  if (!query.include_pnl) return query;
  if (query.condition.length > 1) return badParameter('condition', 'must name one market with include_pnl');
  return query.page.limit > DATA_V2_PNL_HOLDERS_MAX
    ? badParameter('limit', `must be in 1..${DATA_V2_PNL_HOLDERS_MAX} with include_pnl`)
    : query;
}

function openInterest({ view }: AppDependencies, conditions: readonly string[] | undefined) {
  const { markets, marketsByCondition } = view.state;
  if (conditions === undefined) {
    return [{ condition_id: WHOLE_VENUE, value: unitsNumber(Number(totalLocked(markets))) }];
  }
  return conditions.flatMap((condition_id): DataV2OpenInterest[] => {
    const id = isConditionId(condition_id) ? marketsByCondition.get(condition_id) : undefined;
    const market = id === undefined ? undefined : markets[id];
    return market === undefined ? [] : [{ condition_id, value: unitsNumber(market.locked) }];
  });
}

/** Returns the one way of three by which a query selects markets. */
function oneSelection(query: DataQuery<typeof ROUTES.dataV2Resolutions>): ResolutionsOf | Failure {
  const { question_id, condition, event_id } = query;
  const ways = { question_id, condition, event_id };
  const [first, second] = Object.entries(ways).filter(([, value]) => value !== undefined);
  if (first === undefined) return badParameter('condition', 'is required, or question_id or event_id');
  if (second !== undefined) return badParameter(second[0], `and ${first[0]} are two ways to select markets: send one`);
  if (question_id !== undefined) return { question: question_id };
  return condition === undefined ? { events: (event_id ?? []).map(Number) } : { conditions: condition };
}
