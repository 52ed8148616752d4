/** Checks the query of `/v2/prices-history`: one of three ways to choose a time, and the bounds of each. */
import { DATA_V2_MARKET_ROUTES } from '@bellwether/contract';
import {
  intervalWindow,
  type PriceWindow,
  spanWindow,
  WINDOW_S_MAX,
} from '@bellwether/read-model/data-v2/answer/price-series.ts';
import type { PricesParameters } from '@bellwether/read-model/data-v2/answer/prices-history.ts';
import type { DataQuery, PageParameters } from '@bellwether/wire/data-v2/cursor.ts';
import type { Failure } from '@bellwether/wire/failure.ts';
import { marketOfToken } from '../book-cache.ts';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure } from '../mount.ts';
import { badParameter, type createMountDataV2 } from './mount.ts';

const ROUTE = DATA_V2_MARKET_ROUTES.dataV2PricesHistory;

/** `now`: Unix milliseconds. */
export function mountPricesHistory(
  mountDataV2: ReturnType<typeof createMountDataV2>,
  { view }: AppDependencies,
  now: () => number,
): void {
  mountDataV2(ROUTE, {
    parametersOf(query): PricesParameters | Failure {
      const nowS = Math.floor(now() / 1_000);
      const when = whenOf(query, nowS);
      if (isFailure(when)) return when;
      const { token_id: token, page } = query;
      const found = marketOfToken(view.state, token);
      const of = { token, market: found?.market.id ?? null, outcome: found?.outcome ?? 0 } as const;
      return { token: of, page, ...when };
    },
  });
}

type When = { readonly asOfS: number; readonly nowS: number } | { readonly window: PriceWindow };

function whenOf(query: DataQuery<typeof ROUTE>, nowS: number): When | Failure {
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
