/** Handlers of the second data interface: markets, boards and the service itself. */

import {
  CATALOG_ID_PATTERN,
  DATA_V2_PNL_HOLDERS_MAX,
  type DataV2OpenInterest,
  DATA_V2_MARKET_ROUTES as ROUTES,
  WHOLE_VENUE,
} from '@bellwether/contract';
import { isConditionId, totalLocked } from '@bellwether/engine';
import {
  intervalWindow,
  type PriceWindow,
  spanWindow,
  WINDOW_S_MAX,
} from '@bellwether/read-model/data-v2/answer/price-series.ts';
import type { PricesParameters } from '@bellwether/read-model/data-v2/answer/prices-history.ts';
import type { ResolutionsOf } from '@bellwether/read-model/data-v2/answer/resolutions.ts';
import type { StatusOf } from '@bellwether/read-model/data-v2/answer/service-status.ts';
import type { DataQuery, PageParameters } from '@bellwether/wire/data-v2/cursor.ts';
import type { Failure } from '@bellwether/wire/failure.ts';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance } from 'fastify';
import { marketOfToken } from '../book-cache.ts';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure } from '../mount.ts';
import { badParameter, createMountDataV2 } from './mount.ts';

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
  mountDataV2(ROUTES.dataV2PricesHistory, {
    parametersOf(query): PricesParameters | Failure {
      const when = whenOf(query, Math.floor(now() / 1_000));
      if (isFailure(when)) return when;
      const { token_id: token, page } = query;
      const found = marketOfToken(view.state, token);
      const of = { token, market: found?.market.id ?? null, outcome: found?.outcome ?? 0 } as const;
      return { token: of, page, ...when };
    },
  });
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

type When = { readonly asOfS: number; readonly nowS: number } | { readonly window: PriceWindow };

/** The time of `/v2/prices-history`: one of three ways to choose it, and the bounds of each. */
function whenOf(query: DataQuery<typeof ROUTES.dataV2PricesHistory>, nowS: number): When | Failure {
  const { start, end, interval, as_of, bucket_seconds: stepS = null, page } = query;
  const [first, second] = Object.entries({ start, interval, as_of }).filter(([, value]) => value !== undefined);
  if (first === undefined)
    return badParameter(
      end === undefined ? 'start' : 'end',
      end === undefined ? 'is required, or interval or as_of' : 'needs start',
    );
  if (second !== undefined) return badParameter(second[0], `and ${first[0]} are two ways to choose a time: send one`);
  if (end !== undefined && start === undefined) return badParameter('end', 'needs start');
  if (as_of !== undefined) {
    const isFirst = page.offset === 0;
    return isFirst ? { asOfS: as_of, nowS } : badParameter('cursor', 'is of a span: send the same start or interval');
  }
  const asked = interval === undefined ? spanOf(start ?? 0, end, stepS, nowS) : intervalWindow(interval, stepS, nowS);
  return isFailure(asked) ? asked : { window: continued(asked, page) };
}

function spanOf(start: number, end: number | undefined, stepS: number | null, nowS: number): PriceWindow | Failure {
  if (end !== undefined && end <= start) return badParameter('end', 'must be after start');
  if ((end ?? nowS) - start > WINDOW_S_MAX) {
    return badParameter('start', `must be at most ${WINDOW_S_MAX} seconds before ${end === undefined ? 'now' : 'end'}`);
  }
  return spanWindow(start, end ?? null, stepS, nowS);
}

/** The rest of a window behind the last point of the page before, on the same grid. */
function continued(window: PriceWindow, { place }: PageParameters): PriceWindow {
  const [lastShownS, stepS] = place as readonly number[];
  if (lastShownS === undefined || stepS === undefined) return window;
  return { ...window, startS: lastShownS + 1, stepS, isExact: false };
}
