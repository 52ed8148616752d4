/**
 * A taker's opinion of a market: a price that moves in small steps and is pulled back towards its catalog price. Pure;
 * prices in millionths of one unit of collateral (ppm).
 */
import type { Random } from './random.ts';

export interface Wander {
  /** Target of the pull. */
  readonly anchorPpm: number;
  readonly pricePpm: number;
}

const ONE_PPM = 1_000_000;
const PRICE_PPM_MIN = 500;
/** Largest single move at a price of one half; smaller near 0 and 1. */
const STEP_PPM_MAX = 8_000;
/** Divisor of the distance to the anchor; the quotient is the pull of each step. */
const PULL_DIVISOR = 100;

/** Starts a walk. Both prices in ppm, clamped to the bounds. */
export function startWander(anchorPpm: number, pricePpm: number): Wander {
  return { anchorPpm: bounded(anchorPpm), pricePpm: bounded(pricePpm) };
}

/** The next step. It sums two draws, so that small moves are more likely than large ones. */
export function stepWander({ anchorPpm, pricePpm }: Wander, random: Random): Wander {
  const room = Math.trunc((4 * pricePpm * (ONE_PPM - pricePpm)) / ONE_PPM);
  const half = Math.trunc((STEP_PPM_MAX * room) / (2 * ONE_PPM));
  const move = random.below(2 * half + 1) + random.below(2 * half + 1) - 2 * half;
  const pull = Math.trunc((anchorPpm - pricePpm) / PULL_DIVISOR);
  return { anchorPpm, pricePpm: bounded(pricePpm + move + pull) };
}

function bounded(pricePpm: number): number {
  return Math.min(Math.max(pricePpm, PRICE_PPM_MIN), ONE_PPM - PRICE_PPM_MIN);
}
