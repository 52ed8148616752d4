/** The reads `prices-history` and `batch-prices-history`: price movements of tokens. */
import type { HistoryPoint } from '@bellwether/contract';
import type { ReadStore } from '../../database.ts';
import { arrayPieces, type Read } from '../../read.ts';
import { selectFirstPriceTime, selectNewestPrice, selectPriceSteps } from '../query/price-history.ts';
import { grainOf, type HistorySpan, lifeFidelity, samplePrices, withPriceOfNow } from './price-history-output.ts';

/** A token with its market and outcome in the read store. */
export interface HistoryToken {
  readonly token: string;
  /** Null for an unknown token. */
  readonly market: number | null;
  readonly outcome: 0 | 1;
}

export interface HistoryParameters {
  readonly tokens: readonly HistoryToken[];
  readonly span: HistorySpan;
  /** Cost in rows of a page, which selects the thread that reads it. */
  readonly limit: number;
}

type TokenHistory = { readonly token: string; readonly points: readonly HistoryPoint[] };

export const pricesHistoryRead: Read<HistoryParameters, readonly HistoryPoint[]> = {
  name: 'prices-history',
  async run(database, { tokens, span }) {
    const [first] = tokens;
    return { value: first === undefined ? [] : await historyOf(database, first, span) };
  },
  serialize: (history) => JSON.stringify({ history }),
  *pieces(points) {
    yield '{"history":';
    yield* arrayPieces(points);
    yield '}';
  },
};

export const batchPricesHistoryRead: Read<HistoryParameters, readonly TokenHistory[]> = {
  name: 'batch-prices-history',
  async run(database, { tokens, span }) {
    const histories: TokenHistory[] = [];
    for (const token of tokens) {
      histories.push({ token: token.token, points: await historyOf(database, token, span) });
    }
    return { value: histories };
  },
  serialize: (histories) => [...historiesPieces(histories)].join(''),
  pieces: historiesPieces,
};

function* historiesPieces(histories: readonly TokenHistory[]): Generator<string> {
  yield '{"history":{';
  for (const [index, { token, points }] of histories.entries()) {
    // Token ids are digits: nothing needs escaping.
    yield `${index === 0 ? '' : ','}"${token}":`;
    yield* arrayPieces(points);
  }
  yield '}}';
}

async function historyOf(database: ReadStore, { market, outcome }: HistoryToken, span: HistorySpan) {
  const newest = market === null ? null : await selectNewestPrice(database, market);
  if (market === null || newest === null) return [];
  const { endS, nowS, isUntilNow } = span;
  const startS = span.startS ?? (await selectFirstPriceTime(database, market)) ?? nowS;
  const fidelity = span.startS === null ? lifeFidelity(startS, nowS, span.fidelity) : span.fidelity;
  const range = { startS, endS, stepS: fidelity * 60 };
  const steps = await selectPriceSteps(database, market, grainOf(startS, nowS, range.stepS), range, newest);
  const points = samplePrices(steps, outcome, range);
  return isUntilNow ? withPriceOfNow(points, newest, outcome, endS) : points;
}
