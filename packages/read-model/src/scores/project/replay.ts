/**
 * Forecasts of wallets in one question, found from its fills and conversions in steps of bounded work. A wallet has one
 * while it holds more shares of one outcome than of the other: the price of its last fill.
 */
import { HALF_TICKS_PER_UNIT } from '@bellwether/contract';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { KIND_SELL, sequenceOfFill } from '../../ledger/tables.ts';
import { asForecast, binOf, type ForecastSums, surprise } from '../scoring.ts';
import type { Question } from './questions.ts';

/** Stands for a conversion among the kinds of fills. */
const CONVERSION = 4;

const FILLS = [0, 1, 2, 3].map(
  (kind) => `SELECT id, kind, wallet, outcome, size_micros AS size, collateral_micros AS collateral,
    price_micros AS price, time_s FROM fills WHERE market = ?1 AND kind = ${kind} AND id > ?2`,
);
/** In order of id, each stream from its index. */
const NEXT = `${FILLS.join(' UNION ALL ')}
  UNION ALL SELECT id, ${CONVERSION}, wallet, 0, size_micros, 0, 0, time_s FROM conversions WHERE market = ?1 AND id > ?2
  ORDER BY id LIMIT ?3`;
const SPANS = 'SELECT since_s, traded_s FROM trading_spans WHERE market = ? ORDER BY since_s';

/** Sums of a forecast within one bin. */
export type BinSums = { -readonly [Name in keyof ForecastSums]: ForecastSums[Name] };

interface Forecast {
  halfTicks: number | null;
  countedS: number;
  /** Shares of the first outcome less those of the second. */
  net: number;
  /** Entry of the last fill: its last leg, which has the lowest id, says the price. */
  sequence: number;
  readonly bins: Map<number, BinSums>;
}

/** Replays one question; everything is lost with it, and found again by another replay. */
export type Replay = ReturnType<ReturnType<typeof createReplays>>;

export function createReplays(store: StoreWriter) {
  const next = store.prepare(NEXT);
  const selectSpans = store.prepare(SPANS);

  return ({ market, tradedS }: Question) => {
    const spans = selectSpans.all(market).map((row) => [Number(row['since_s']), Number(row['traded_s'])] as const);
    const forecasts = new Map<number, Forecast>();
    let [last, span] = [0, -1];

    /** The trading clock at a time, which never falls from call to call. */
    function clockAt(timeS: number): number {
      while ((spans[span + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= timeS) span += 1;
      const [sinceS, before] = spans[span] ?? [timeS, 0];
      return Math.min(before + timeS - sinceS, spans[span + 1]?.[1] ?? tradedS);
    }

    return {
      /** Takes up to `rows` fills; returns how many there were. */
      step(rows: number): number {
        const found = next.all(market, last, rows);
        for (const row of found) {
          const [id, kind, wallet, size] = ['id', 'kind', 'wallet', 'size'].map((name) => Number(row[name])) as Row;
          const forecast = forecasts.get(wallet) ?? newForecast();
          forecasts.set(wallet, forecast);
          count(forecast, clockAt(Number(row['time_s'])));
          last = id;
          if (kind === CONVERSION) forecast.net += size;
          else {
            const isFirst = row['outcome'] === 0;
            forecast.net += isFirst === ((kind & KIND_SELL) === 0) ? size : -size;
            const sequence = sequenceOfFill(id);
            if (sequence === forecast.sequence) continue;
            forecast.sequence = sequence;
            const price = priceOf(kind, size, Number(row['collateral']), Number(row['price']));
            forecast.halfTicks = asForecast(isFirst ? price : HALF_TICKS_PER_UNIT - price);
          }
        }
        return found.length;
      },
      /** After the last step: every wallet with its bins up to the end of trading. */
      end(): [wallet: number, bins: ReadonlyMap<number, BinSums>][] {
        return [...forecasts].map(([wallet, forecast]) => {
          count(forecast, tradedS);
          return [wallet, forecast.bins];
        });
      },
    };
  };
}

type Row = [id: number, kind: number, wallet: number, size: number];

const newForecast = (): Forecast => ({ halfTicks: null, countedS: 0, net: 0, sequence: -1, bins: new Map() });

/** Price of a fill's own outcome in 1/20000: a taker's average, a maker's own. */
const priceOf = (kind: number, size: number, collateral: number, priceMicros: number): number =>
  kind > KIND_SELL ? Math.round((HALF_TICKS_PER_UNIT * collateral) / size) : priceMicros / (1e6 / HALF_TICKS_PER_UNIT);

function count(forecast: Forecast, clock: number): void {
  const { halfTicks, net, countedS, bins } = forecast;
  forecast.countedS = clock;
  if (clock === countedS || halfTicks === null || net === 0) return;
  const [seconds, price] = [BigInt(clock - countedS), BigInt(halfTicks)];
  const bin = binOf(halfTicks);
  const sums = bins.get(bin) ?? { seconds: 0n, forecast: 0n, squares: 0n, logFirst: 0n, logSecond: 0n };
  bins.set(bin, sums);
  sums.seconds += seconds;
  sums.forecast += seconds * price;
  sums.squares += seconds * price * price;
  sums.logFirst += seconds * BigInt(surprise(halfTicks));
  sums.logSecond += seconds * BigInt(surprise(HALF_TICKS_PER_UNIT - halfTicks));
}
