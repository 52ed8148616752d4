/**
 * What people believe a question is worth, over its whole life: a random walk with jumps that ends where it must. Prices from 0 to 1
 * are walked as points on a line, so that a walk never leaves them and slows down near the ends. All of it adds, multiplies,
 * divides and takes square roots, which every machine rounds alike; exponentials and logarithms they may not.
 */
import type { Random } from '../traders/random.ts';

/** Steps of a walk in a day. */
export const STEPS_PER_DAY = 48;
/** Of one step on the line, as standard deviation: some two to three cents a day in the middle. */
const STEP_SIZE = 0.0072;
/** One jump in so many steps: news. */
const JUMP_EVERY = 14 * STEPS_PER_DAY;
const JUMP_MIN = 0.05;
const JUMP_SPREAD = 0.22;
/** The standard deviation of the sum that `noise` draws. */
const NOISE_DEVIATION = 1.1547;
/** Part of the way to its target that a walk which has come there goes back with each step. */
const PULL = 0.04;

/** The point of a price on the line. */
export function pointOf(price: number): number {
  const centred = 2 * price - 1;
  return centred / Math.sqrt(1 - centred * centred);
}

/** The price of a point on the line, between 0 and 1. */
export function priceOf(point: number): number {
  return (1 + point / Math.sqrt(1 + point * point)) / 2;
}

/** Points of a walk from one to another in so many steps, both ends included. `pace`: 1 is an ordinary question. */
export function walk(random: Random, from: number, to: number, steps: number, pace: number): number[] {
  const wandered = [0];
  for (let step = 1; step <= steps; step += 1) wandered.push((wandered.at(-1) ?? 0) + move(random, pace));
  const missing = to - from - (wandered[steps] ?? 0);
  return wandered.map((point, step) => from + point + (missing * step) / Math.max(1, steps));
}

/** Points of so many further steps around a target. */
export function hover(random: Random, from: number, target: number, steps: number, pace: number): number[] {
  const points: number[] = [];
  let point = from;
  for (let step = 0; step < steps; step += 1) {
    point += noise(random) * STEP_SIZE * pace + (target - point) * PULL;
    points.push(point);
  }
  return points;
}

function move(random: Random, pace: number): number {
  const step = noise(random) * STEP_SIZE * pace;
  if (random.below(JUMP_EVERY) !== 0) return step;
  const jump = JUMP_MIN + (JUMP_SPREAD * random.below(1_001)) / 1_000;
  return step + (random.chance(50) ? jump : -jump) * pace;
}

/** About normal, with deviation 1. */
function noise(random: Random): number {
  let sum = 0;
  for (let draw = 0; draw < 4; draw += 1) sum += random.below(2_001) - 1_000;
  return sum / 1_000 / NOISE_DEVIATION;
}
