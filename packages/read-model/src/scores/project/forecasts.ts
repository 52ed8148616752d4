/**
 * Forecasts while they change: rows are read on first use in a batch, and time goes into the bins whenever a forecast
 * ends. A wallet has one while it holds more shares of one outcome than of the other: the price of its last fill.
 */
import { HALF_TICKS_PER_UNIT } from '@bellwether/contract';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { asForecast, binOf, surprise } from '../scoring.ts';
import { VENUE } from '../tables.ts';
import type { Questions } from './questions.ts';

export interface Forecast {
  readonly market: number;
  readonly forecaster: number;
  halfTicks: number | null;
  countedS: number;
  first: number;
  second: number;
  /** Shares of the first outcome less those of the second. */
  net: number;
  value: number;
  brier: number | null;
  log: number | null;
}

const ADD = `
  INSERT INTO forecast_bins (market, forecaster, bin, seconds, forecast, squares, log_first, log_second)
  VALUES (?1, ?2, ?3, ?4, ?4 * ?5, ?4 * ?5 * ?5, ?4 * ?6, ?4 * ?7)
  ON CONFLICT (market, forecaster, bin) DO UPDATE SET seconds = seconds + excluded.seconds,
    forecast = forecast + excluded.forecast, squares = squares + excluded.squares,
    log_first = log_first + excluded.log_first, log_second = log_second + excluded.log_second
`;

const NOTHING = { halfTicks: null, countedS: 0, net: 0, first: 0, second: 0, value: 0, brier: null, log: null };

/** One side of a trade, in its own terms. */
export interface Side {
  readonly wallet: number;
  readonly outcome: number;
  readonly side: 'BUY' | 'SELL';
  readonly size: number;
}

export class Forecasts {
  readonly #questions;
  readonly #select;
  readonly #add;
  #used = new Map<number, Map<number, Forecast>>();

  constructor(store: StoreWriter, questions: Questions) {
    this.#questions = questions;
    this.#select = store.prepare('SELECT * FROM forecasts WHERE market = ? AND forecaster = ?');
    this.#add = store.prepare(ADD);
  }

  /** Follows the displayed price. */
  setVenue(market: number, halfTicks: number | null, timeS: number): void {
    const forecast = this.#at(market, VENUE);
    this.count(forecast, timeS);
    forecast.halfTicks = halfTicks === null ? null : asForecast(halfTicks);
  }

  /** Follows a fill. `price`: of its own outcome in 1/20000. */
  fill(market: number, { wallet, outcome, side, size }: Side, price: number, timeS: number): void {
    const isFirst = outcome === 0;
    this.move(market, wallet, (side === 'BUY') === isFirst ? size : -size, timeS);
    this.#at(market, wallet).halfTicks = asForecast(isFirst ? price : HALF_TICKS_PER_UNIT - price);
  }

  /** Follows a change of the shares of the first outcome less those of the second. */
  move(market: number, wallet: number, net: number, timeS: number): void {
    const forecast = this.#at(market, wallet);
    this.count(forecast, timeS);
    forecast.net += net;
  }

  /** Sets what the wallet holds after the batch. */
  setShares(market: number, wallet: number, first: number, second: number): void {
    Object.assign(this.#at(market, wallet), { first, second });
  }

  /** Adds the time since the last count to the bins. */
  count(forecast: Forecast, timeS: number): void {
    const { market, forecaster, halfTicks, net, countedS } = forecast;
    const clock = this.#questions.clock(this.#questions.at(market), timeS);
    forecast.countedS = clock;
    if (clock === countedS || halfTicks === null || (net === 0 && forecaster !== VENUE)) return;
    const logs = [surprise(halfTicks), surprise(HALF_TICKS_PER_UNIT - halfTicks)];
    // A number would be bound as a double, and the sums exceed its exact range.
    const exact = [clock - countedS, halfTicks, ...logs].map(BigInt);
    this.#add.run(market, forecaster, binOf(halfTicks), ...exact);
  }

  /** Forecasts used since the last call. */
  take(): readonly Forecast[] {
    const used = this.#used;
    this.#used = new Map();
    return [...used.values()].flatMap((ofMarket) => [...ofMarket.values()]);
  }

  #at(market: number, forecaster: number): Forecast {
    const ofMarket = this.#used.get(market) ?? new Map<number, Forecast>();
    this.#used.set(market, ofMarket);
    let forecast = ofMarket.get(forecaster);
    if (forecast === undefined) {
      const row = this.#select.get(market, forecaster);
      forecast = row === undefined ? { market, forecaster, ...NOTHING } : forecastOf(row);
      ofMarket.set(forecaster, forecast);
    }
    return forecast;
  }
}

type Row = NonNullable<ReturnType<ReturnType<StoreWriter['prepare']>['get']>>;

export function forecastOf(row: Row): Forecast {
  const number = (name: string): number => Number(row[name]);
  const numberOrNull = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  return {
    market: number('market'),
    forecaster: number('forecaster'),
    halfTicks: numberOrNull('half_ticks'),
    countedS: number('counted_s'),
    net: number('net_micros'),
    first: number('first_micros'),
    second: number('second_micros'),
    value: number('value_micros'),
    brier: numberOrNull('brier'),
    log: numberOrNull('log'),
  };
}
