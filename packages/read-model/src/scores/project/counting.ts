/**
 * Counts forecasts: what a wallet's shares are worth, and its score once there is a result, in its row and in the
 * wallet's standing. A visit replaces what the visit before counted.
 */
import { HALF_TICKS_PER_UNIT, NO_PRICE_HALF_TICKS } from '@bellwether/contract';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { valueMicros } from '../../value-micros.ts';
import { type Score, scoreOf } from '../scoring.ts';
import { SCORE_TABLES, VENUE } from '../tables.ts';
import { type Forecast, type Forecasts, forecastOf } from './forecasts.ts';
import type { Question, Questions } from './questions.ts';

const COLUMNS = Object.keys(SCORE_TABLES.forecasts);
const REPLACE = `INSERT OR REPLACE INTO forecasts (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;
const NEXT = 'SELECT * FROM forecasts WHERE market = ? AND forecaster >= ? ORDER BY forecaster LIMIT ?';
/** Sums as text: they may exceed the exact range of a number. */
const SUMS = `
  SELECT cast(sum(seconds) AS TEXT) AS seconds, cast(sum(forecast) AS TEXT) AS forecast,
    cast(sum(squares) AS TEXT) AS squares, cast(sum(log_first) AS TEXT) AS log_first,
    cast(sum(log_second) AS TEXT) AS log_second
  FROM forecast_bins WHERE market = ? AND forecaster = ?
`;
const SET_CASH = `
  INSERT INTO standings (wallet, cash_micros, value_micros, questions, brier_sum, log_sum, mean)
  SELECT ?1, ?2, ?2, 0, 0, 0, NULL WHERE ?3 OR EXISTS (SELECT 1 FROM standings WHERE wallet = ?1)
  ON CONFLICT (wallet) DO UPDATE SET value_micros = value_micros + excluded.cash_micros - cash_micros,
    cash_micros = excluded.cash_micros
`;
const ADD_VALUE = 'UPDATE standings SET value_micros = value_micros + ?1 WHERE wallet = ?2';
const ADD_SCORE = `
  UPDATE standings SET questions = questions + ?1, brier_sum = brier_sum + ?2, log_sum = log_sum + ?3,
    mean = CASE WHEN questions + ?1 > 0
      THEN CAST(2000 * (brier_sum + ?2) + questions + ?1 AS INTEGER) / CAST(2 * (questions + ?1) AS INTEGER) END
  WHERE wallet = ?4
`;

export class Counting {
  readonly #questions;
  readonly #forecasts;
  readonly #replace;
  readonly #next;
  readonly #sums;
  readonly #setCash;
  readonly #addValue;
  readonly #addScore;
  /** What wallets gained since the last step: one write for all their questions, since an index follows it. */
  readonly #gains = new Map<number, number>();

  constructor(store: StoreWriter, questions: Questions, forecasts: Forecasts) {
    this.#questions = questions;
    this.#forecasts = forecasts;
    this.#replace = store.prepare(REPLACE);
    this.#next = store.prepare(NEXT);
    this.#sums = store.prepare(SUMS);
    this.#setCash = store.prepare(SET_CASH);
    this.#addValue = store.prepare(ADD_VALUE);
    this.#addScore = store.prepare(ADD_SCORE);
  }

  /** Sets a wallet's collateral. `isHolder`: it gets a standing if it has none. */
  setCash(wallet: number, micros: number, isHolder: boolean): void {
    this.#setCash.run(wallet, micros, isHolder ? 1 : 0);
  }

  /** Counts and writes the forecasts that a batch used. */
  write(used: readonly Forecast[]): void {
    for (const forecast of used) {
      this.#count(forecast);
      this.#save(forecast);
    }
  }

  #save(forecast: Forecast): void {
    const { market, forecaster, halfTicks, countedS, net, first, second, value, brier, log } = forecast;
    this.#replace.run(market, forecaster, halfTicks, countedS, net, first, second, value, brier, log);
  }

  /** Visits up to `visits` forecasts of the questions that are due. */
  step(visits: number): void {
    let left = visits;
    for (const question of this.#questions.due) {
      if (left <= 0) break;
      const rows = this.#next.all(question.market, question.pass, left);
      for (const row of rows) {
        const forecast = forecastOf(row);
        if (this.#count(forecast)) this.#save(forecast);
      }
      this.#questions.setPass(question, rows.length < left ? null : Number(rows.at(-1)?.['forecaster']) + 1);
      left -= rows.length + 1;
    }
    this.#questions.flush();
    for (const [wallet, gained] of this.#gains) this.#addValue.run(gained, wallet);
    this.#gains.clear();
  }

  /** Counts the forecast anew; true if anything changed. */
  #count(forecast: Forecast): boolean {
    const question = this.#questions.at(forecast.market);
    const { countedS } = forecast;
    const score = this.#scoreOf(forecast, question);
    const price = question.price ?? NO_PRICE_HALF_TICKS;
    const value = valueMicros(forecast.first, price) + valueMicros(forecast.second, HALF_TICKS_PER_UNIT - price);
    const [gained, brier, log] = [value - forecast.value, score?.brier ?? null, score?.log ?? null];
    const isScored = brier !== forecast.brier || log !== forecast.log;
    if (forecast.forecaster !== VENUE) {
      if (gained !== 0) this.#gains.set(forecast.forecaster, (this.#gains.get(forecast.forecaster) ?? 0) + gained);
      if (isScored) {
        const questions = Number(brier !== null) - Number(forecast.brier !== null);
        const change = [(brier ?? 0) - (forecast.brier ?? 0), (log ?? 0) - (forecast.log ?? 0)];
        this.#addScore.run(questions, ...change, forecast.forecaster);
      }
    }
    Object.assign(forecast, { value, brier, log });
    return isScored || gained !== 0 || countedS !== forecast.countedS;
  }

  #scoreOf(forecast: Forecast, question: Question): Score | null {
    if (question.payout === null) return null;
    // The clock stands: no time is needed.
    this.#forecasts.count(forecast, 0);
    const row = this.#sums.get(forecast.market, forecast.forecaster) ?? {};
    const sum = (name: string): bigint => BigInt(String(row[name] ?? 0));
    const sums = { seconds: sum('seconds'), forecast: sum('forecast'), squares: sum('squares') };
    return scoreOf({ ...sums, logFirst: sum('log_first'), logSecond: sum('log_second') }, question.payout);
  }
}
