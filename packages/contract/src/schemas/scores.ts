/** How good forecasts were: `/calibration` and `/events/{id}/scores`. All of it is additive. */
import { Type } from 'typebox';
import { amount, count, orNull, text, whole } from '../described.ts';
import { AddressText, SLUG_LENGTH_MAX } from './common.ts';

/** Questions with a score from which on a wallet is ranked by accuracy. */
export const SCORED_QUESTIONS_MIN = 5;
/** Most forecasts in one calibration: those of the questions decided last. */
export const CALIBRATED_MAX = 5_000;
/** Best forecasters shown with a question. */
export const BEST_FORECASTERS = 5;

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const scores = {
  brier: orNull(share('mean Brier score, time-weighted within each forecast; null without a forecast')),
  logScore: orNull(amount('mean log score in nats, time-weighted; null without a forecast')),
};

export const CalibrationQuery = Type.Object({
  tag: Type.Optional(
    Type.String({ minLength: 1, maxLength: SLUG_LENGTH_MAX, description: 'slug of a tag that the questions have' }),
  ),
  user: Type.Optional({ ...AddressText, description: 'whose forecasts; without it the displayed prices' }),
});
export type CalibrationQuery = Type.Static<typeof CalibrationQuery>;

export const CalibrationBin = Type.Object({
  from: share('least forecast in it'),
  to: share('forecasts in it are less; in the last one at most'),
  questions: count('questions whose forecast was ever in it'),
  weight: amount('sum over them of the share of time in which the forecast was in it'),
  forecast: orNull(share('mean forecast, by weight; null without a question')),
  observed: orNull(share('rate at which the first outcome came true, by weight; null without a question')),
});
export type CalibrationBin = Type.Static<typeof CalibrationBin>;

export const Calibration = Type.Object({
  questions: count(
    `decided questions with a forecast; of each wallet for a user; at most ${CALIBRATED_MAX}, the latest`,
  ),
  baseRate: orNull(share('rate at which the first outcome came true; null without a question')),
  baseRateBrier: orNull(share('Brier score of giving every question the base rate')),
  ...scores,
  bins: Type.Array(CalibrationBin, { minItems: 10, maxItems: 10 }),
});
export type Calibration = Type.Static<typeof Calibration>;

/** Times before the end of trading for which the price is shown, in seconds. */
export const BEFORE_END_S = [3_600, 86_400, 604_800, 2_592_000] as const;

export const BestForecaster = Type.Object({
  proxyWallet: Type.String(),
  userName: text('name, or pseudonym without one'),
  brier: share('Brier score of its forecast'),
  heldShare: share('share of `tradedSeconds` in which it had one'),
});
export type BestForecaster = Type.Static<typeof BestForecaster>;

export const QuestionScore = Type.Object({
  conditionId: Type.String(),
  question: Type.String(),
  groupItemTitle: text('short name within the event, or empty'),
  outcome: share('payout of the first outcome'),
  decidedAt: whole('Unix seconds of the result'),
  tradedSeconds: count('seconds of trading since its first order'),
  ...scores,
  before: Type.Array(
    Type.Object({
      seconds: count('seconds before the end of trading'),
      price: orNull(share('displayed price of the first outcome then, to the minute; null without one')),
    }),
    { description: 'prices an hour, a day, a week and 30 days before the end of trading' },
  ),
  best: Type.Array(BestForecaster, { description: `at most ${BEST_FORECASTERS}, the best first` }),
});
export type QuestionScore = Type.Static<typeof QuestionScore>;

export const EventScores = Type.Object({
  ...scores,
  questions: Type.Array(QuestionScore, { description: 'decided markets, each a question, in order of id' }),
});
export type EventScores = Type.Static<typeof EventScores>;
