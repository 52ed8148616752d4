/**
 * `GET /prices-history` and `POST /batch-prices-history`: filters are checked here; a reader thread provides the
 * points.
 */
import {
  BatchHistoryBody,
  HISTORY_BATCH_POINTS_MAX,
  HISTORY_MARKETS_MAX,
  HISTORY_POINTS_MAX,
  HistoryQuery,
  PRICE_ROUTES,
} from '@bellwether/contract';
import { isTokenId } from '@bellwether/engine';
import {
  BODY_NAMES,
  type HistoryFilters,
  historySpan,
  invalidFilters,
  pointsAtMost,
  type RangeNames,
  UNKNOWN_INTERVAL,
} from '@bellwether/read-model/prices/answer/price-history-output.ts';
import type { HistoryParameters, HistoryToken } from '@bellwether/read-model/prices/answer/prices-history.ts';
import { type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { marketOfToken } from '../book-cache.ts';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mount } from '../mount.ts';
import { bodyBytes, createChecker, parseJson } from '../plugins/body.ts';
import { createQueryReader, unknownField } from '../plugins/query.ts';
import { answerRead } from '../send-read.ts';

/** Number of points that cost as much to read as one row of a ledger page. */
const POINTS_PER_ROW = 5;

export function registerPriceHistoryRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { reader } = dependencies;
  const readFilters = createFiltersReader();
  mount(app, PRICE_ROUTES.history, (request, reply) => {
    const filters = readFilters(request);
    const parameters = isFailure(filters) ? filters : parametersOf(dependencies, [filters.market], filters);
    return answerRead(reply, reader, 'prices-history', parameters);
  });

  const readBatch = createBatchReader();
  mount(app, PRICE_ROUTES.batchHistory, (request, reply) => {
    const batch = readBatch(request);
    const parameters =
      batch.kind === 'failure' ? batch : parametersOf(dependencies, batch.markets, batch.filters, BODY_NAMES);
    return answerRead(reply, reader, 'batch-prices-history', parameters);
  });
}

function parametersOf(
  { view, clock, settings }: AppDependencies,
  markets: readonly string[],
  filters: HistoryFilters,
  names?: RangeNames,
): HistoryParameters | Failure {
  // Entries carry the exchange's own time, which may be ahead of this clock by the delay of a message between threads.
  const nowS = Math.floor(Math.max(clock(), view.state.timeMs) / 1_000);
  const distinct = [...new Set(markets)];
  const pointsMax = Math.min(HISTORY_POINTS_MAX, Math.floor(HISTORY_BATCH_POINTS_MAX / distinct.length) - 1);
  const span = historySpan(filters, nowS, names, settings.profile === 'polymarket' ? pointsMax : null);
  if (isFailure(span)) return span;
  const tokens = distinct.map((token): HistoryToken => {
    const found = marketOfToken(view.state, token);
    return { token, market: found?.market.id ?? null, outcome: found?.outcome ?? 0 };
  });
  const points = tokens.length * pointsAtMost(span);
  if (tokens.length > 1 && points > HISTORY_BATCH_POINTS_MAX) {
    return invalidFilters(`the answer could have ${points} points, at most ${HISTORY_BATCH_POINTS_MAX} are allowed`);
  }
  return { tokens, span, limit: Math.ceil(points / POINTS_PER_ROW) };
}

/** Creates a reader for the query of the single form, with the ecosystem's own error texts. */
function createFiltersReader(): (request: FastifyRequest) => Static<typeof HistoryQuery> | Failure {
  const readQuery = createQueryReader<Static<typeof HistoryQuery>>(HistoryQuery, { invalid: describeInvalidFilter });
  return (request) => {
    const unknown = unknownField(request, Object.keys(HistoryQuery.properties));
    if (unknown !== null) return unknown;
    const { market } = request.query as Readonly<Record<string, unknown>>;
    if (market === undefined || market === '') return invalidFilters("the 'market' (asset id) is mandatory");
    if (typeof market === 'string' && !isTokenId(market)) return failure('invalid_token_id');
    const query = readQuery(request.query);
    return query.kind === 'failure' ? query : query.value;
  };
}

type BatchFilters = { readonly kind: 'batch'; readonly markets: readonly string[]; readonly filters: HistoryFilters };

function createBatchReader(): (request: FastifyRequest) => BatchFilters | Failure {
  const check = createChecker(BatchHistoryBody, (detail) =>
    detail.startsWith('interval ') || detail.startsWith('fidelity ')
      ? describeInvalidFilter(detail)
      : invalidPayload(detail),
  );
  return (request) => {
    const parsed = parseJson(bodyBytes(request));
    if (parsed.kind === 'malformed') return failure('malformed_json', { detail: parsed.detail });
    const { markets: given } = (parsed.value ?? {}) as { readonly markets?: unknown };
    if (Array.isArray(given) && given.length > HISTORY_MARKETS_MAX) return failure('payload_too_long');
    const body = check(parsed.value);
    if (body.kind === 'failure') return body;
    const { markets, start_ts, end_ts, interval, fidelity } = body.value;
    const filters: HistoryFilters = {
      ...(start_ts !== undefined && { startTs: start_ts }),
      ...(end_ts !== undefined && { endTs: end_ts }),
      ...(interval !== undefined && { interval }),
      ...(fidelity !== undefined && { fidelity }),
    };
    return { kind: 'batch', markets, filters };
  };
}

/** Failure for a wrong filter; `detail` begins with the name of the field. */
function describeInvalidFilter(detail: string): Failure {
  return invalidFilters(detail.startsWith('interval must be one of') ? UNKNOWN_INTERVAL : detail);
}
