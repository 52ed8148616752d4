/** The read `calibration`: how often forecasts came true, in bins. Every question weighs 1, whatever its length. */
import type { Calibration, CalibrationBin, CalibrationQuery } from '@bellwether/contract';
import { CALIBRATED_MAX, HALF_TICKS_PER_UNIT } from '@bellwether/contract';
import { selectWalletsOfUser } from '../../ledger/query/ledger-context.ts';
import { createRead } from '../../read.ts';
import { type BinTime, type Decided, decidedByVenue, decidedByWallets, selectBins } from '../query/forecasts.ts';
import { BINS } from '../tables.ts';

/** Takes the checked query with a lower-case address. */
export const calibrationRead = createRead<CalibrationQuery, Calibration>('calibration', async (database, query) => {
  const { tag = null, user } = query;
  const wallets = user === undefined ? null : await selectWalletsOfUser(database, user);
  const decided =
    wallets === null
      ? await decidedByVenue(database, tag, CALIBRATED_MAX).execute()
      : wallets.length === 0
        ? []
        : await decidedByWallets(database, tag, wallets, CALIBRATED_MAX).execute();
  return { value: calibrationOf(decided, await selectBins(database, decided)) };
});

/** A number with six decimals at most. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const roundedMean = (values: readonly number[]): number | null => {
  const mean = meanOf(values);
  return mean === null ? null : rounded(mean);
};

/** Mean scores of forecasts, from their millionths. */
export const meanScores = (scored: readonly { readonly brier: number | null; readonly log: number | null }[]) => ({
  brier: roundedMean(scored.flatMap(({ brier }) => (brier === null ? [] : [brier / 1e6]))),
  logScore: roundedMean(scored.flatMap(({ log }) => (log === null ? [] : [log / 1e6]))),
});

const keyOf = ({ market, forecaster }: Pick<BinTime, 'market' | 'forecaster'>): string => `${market}:${forecaster}`;
export const outcomeOf = (payout: number | null): number => (payout ?? 0) / 10_000;

function calibrationOf(decided: readonly Decided[], times: readonly BinTime[]): Calibration {
  const outcomes = decided.map(({ payout }) => outcomeOf(payout));
  const base = meanOf(outcomes);
  return {
    questions: decided.length,
    baseRate: base === null ? null : rounded(base),
    baseRateBrier: roundedMean(outcomes.map((outcome) => ((base ?? 0) - outcome) ** 2)),
    ...meanScores(decided),
    bins: binsOf(decided, times),
  };
}

function binsOf(decided: readonly Decided[], times: readonly BinTime[]): CalibrationBin[] {
  const sums = Array.from({ length: BINS }, () => ({ questions: 0, weight: 0, forecast: 0, observed: 0 }));
  const byForecast = Map.groupBy(times, keyOf);
  for (const one of decided) {
    const own = byForecast.get(keyOf(one)) ?? [];
    const all = own.reduce((sum, { seconds }) => sum + seconds, 0);
    for (const { bin, seconds, forecast } of own) {
      const sum = sums[bin];
      if (sum === undefined) continue;
      sum.questions += 1;
      sum.weight += seconds / all;
      sum.forecast += forecast / HALF_TICKS_PER_UNIT / all;
      sum.observed += (seconds / all) * outcomeOf(one.payout);
    }
  }
  return sums.map(({ questions, weight, forecast, observed }, bin) => ({
    from: bin / BINS,
    to: (bin + 1) / BINS,
    questions,
    weight: rounded(weight),
    forecast: questions === 0 ? null : rounded(forecast / weight),
    observed: questions === 0 ? null : rounded(observed / weight),
  }));
}
