/**
 * Scores of questions that got a result, or lost it, in steps of bounded work. A question is scored from the beginning
 * whenever its result changes, and every score replaces the one before: after a restart, a question that was half done
 * is scored again.
 */
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { insertInto } from '../../table.ts';
import { type ForecastSums, type Score, scoreOf } from '../scoring.ts';
import { SCORE_TABLES, VENUE } from '../tables.ts';
import type { Question, Questions } from './questions.ts';
import { type BinSums, createReplays, type Replay } from './replay.ts';

/** Sums as text: they may exceed the exact range of a number. */
const SUMS = `
  SELECT cast(sum(seconds) AS TEXT) AS seconds, cast(sum(forecast) AS TEXT) AS forecast,
    cast(sum(squares) AS TEXT) AS squares, cast(sum(log_first) AS TEXT) AS logFirst,
    cast(sum(log_second) AS TEXT) AS logSecond
  FROM forecast_bins WHERE market = ? AND forecaster = ${VENUE}
`;
const SCORED = 'SELECT forecaster FROM forecasts WHERE market = ? AND brier IS NOT NULL LIMIT ?';
const ADD_SCORE = `
  UPDATE standings SET questions = questions + ?1, brier_sum = brier_sum + ?2, log_sum = log_sum + ?3,
    mean = CASE WHEN questions + ?1 > 0
      THEN CAST(2000 * (brier_sum + ?2) + questions + ?1 AS INTEGER) / CAST(2 * (questions + ?1) AS INTEGER) END
  WHERE wallet = ?4
`;

type Scored = ReturnType<Replay['end']>;

export function createDeciding(store: StoreWriter, questions: Questions) {
  const replayOf = createReplays(store);
  const sums = store.prepare(SUMS);
  const select = store.prepare('SELECT brier, log FROM forecasts WHERE market = ? AND forecaster = ?');
  const scored = store.prepare(SCORED);
  const replace = store.prepare(insertInto(SCORE_TABLES, 'forecasts').replace('INSERT', 'INSERT OR REPLACE'));
  const replaceBin = store.prepare(insertInto(SCORE_TABLES, 'forecast_bins').replace('INSERT', 'INSERT OR REPLACE'));
  const remove = store.prepare('DELETE FROM forecasts WHERE market = ? AND forecaster = ?');
  const removeBins = store.prepare('DELETE FROM forecast_bins WHERE market = ? AND forecaster = ?');
  const addScore = store.prepare(ADD_SCORE);
  const standing = store.prepare('SELECT 1 FROM standings WHERE wallet = ?');
  /** The question that is being scored: its replay, then the wallets that are left. */
  let current: (Pick<Question, 'market' | 'payout' | 'decidedS'> & { replay: Replay; left: Scored | null }) | null =
    null;

  /** Sets a score in its row and in the sums of its wallet. */
  function set(market: number, forecaster: number, score: Score | null): void {
    const row = select.get(market, forecaster);
    const old = row?.['brier'] == null ? null : { brier: Number(row['brier']), log: Number(row['log']) };
    if (old?.brier === score?.brier && old?.log === score?.log) return;
    if (score !== null) replace.run(market, forecaster, score.brier, score.log);
    else remove.run(market, forecaster);
    if (forecaster === VENUE) return;
    if (score === null) removeBins.run(market, forecaster);
    const change = [(score?.brier ?? 0) - (old?.brier ?? 0), (score?.log ?? 0) - (old?.log ?? 0)];
    addScore.run(Number(score !== null) - Number(old !== null), ...change, forecaster);
  }

  function venueSums(market: number): ForecastSums {
    const row = sums.get(market) ?? {};
    const sum = (name: string): bigint => BigInt(String(row[name] ?? 0));
    const [seconds, forecast, squares] = [sum('seconds'), sum('forecast'), sum('squares')];
    return { seconds, forecast, squares, logFirst: sum('logFirst'), logSecond: sum('logSecond') };
  }

  /** Scores a wallet; house makers have no standing, and no scores. */
  function setWallet(market: number, wallet: number, bins: ReadonlyMap<number, BinSums>, payout: number): void {
    if (standing.get(wallet) === undefined) return;
    const all = { seconds: 0n, forecast: 0n, squares: 0n, logFirst: 0n, logSecond: 0n };
    for (const [bin, own] of bins) {
      for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += own[name];
      replaceBin.run(market, wallet, bin, ...Object.values(own));
    }
    set(market, wallet, scoreOf(all, payout));
  }

  /** Takes scores away until there are none; returns the rows that it took. */
  function forget(question: Question, rows: number): number {
    current = null;
    const found = scored.all(question.market, rows);
    for (const { forecaster } of found) set(question.market, Number(forecaster), null);
    if (found.length < rows) questions.scored(question);
    return found.length;
  }

  /** Works on a question until it is scored; returns the rows that it took. */
  function score(question: Question, payout: number, rows: number): number {
    const { market, decidedS } = question;
    const isSame = current?.market === market && current.payout === payout && current.decidedS === decidedS;
    if (current === null || !isSame) current = { market, payout, decidedS, replay: replayOf(question), left: null };
    if (current.left === null) {
      const found = current.replay.step(rows);
      if (found < rows) current.left = current.replay.end();
      return found;
    }
    const wallets = current.left.splice(-rows);
    for (const [wallet, bins] of wallets) setWallet(market, wallet, bins, payout);
    if (current.left.length === 0) {
      set(market, VENUE, scoreOf(venueSums(market), payout));
      questions.scored(question);
      current = null;
    }
    return wallets.length;
  }

  /** Works on questions that are due, for about so many rows. */
  return function step(rows: number): void {
    for (let left = rows; left > 0 && questions.due.size > 0; ) {
      const [question] = questions.due;
      if (question === undefined) break;
      left -= 1 + (question.payout === null ? forget(question, left) : score(question, question.payout, left));
    }
    questions.flush();
  };
}
