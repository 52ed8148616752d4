/**
 * The believed value of a question over its whole life: a random walk with jumps that ends at a given value. Prices
 * from 0 to 1 are mapped to points on a line, so that a walk never leaves the range and slows down near the ends. The
 * code uses only addition, multiplication, division and square roots, which every machine rounds the same way;
 * exponentials and logarithms may differ.
 */
import type { Random } from '../traders/random.ts';

export const STEPS_PER_DAY = 48;
/** Standard deviation of one step on the line: about two to three cents a day near the middle. */
const STEP_SIZE = 0.0072;
/** Average number of steps between jumps, which stand for news. */
const JUMP_EVERY = 14 * STEPS_PER_DAY;
const JUMP_MIN = 0.05;
const JUMP_SPREAD = 0.22;
/** Standard deviation of the sum that `noise` draws. */
const NOISE_DEVIATION = 1.1547;
/** Share of the distance to its target that a hovering walk covers with each step. */
const PULL = 0.04;

export function pointOf(price: number): number {
  const centred = 2 * price - 1;
  return centred / Math.sqrt(1 - centred * centred);
}

/** Maps a point on the line to a price between 0 and 1. */
export function priceOf(point: number): number {
  return (1 + point / Math.sqrt(1 + point * point)) / 2;
}

/** Points of a walk between two points in `steps` steps, both ends included. `pace`: 1 is an ordinary question. */
export function walk(random: Random, from: number, to: number, steps: number, pace: number): number[] {
  const wandered = [0];
  for (let step = 1; step <= steps; step += 1) wandered.push((wandered.at(-1) ?? 0) + move(random, pace));
  const missing = to - from - (wandered[steps] ?? 0);
  return wandered.map((point, step) => from + point + (missing * step) / Math.max(1, steps));
}

/** Points of `steps` further steps around a target. */
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

/** An approximately normal value with deviation 1. */
function noise(random: Random): number {
  let sum = 0;
  for (let draw = 0; draw < 4; draw += 1) sum += random.below(2_001) - 1_000;
  return sum / 1_000 / NOISE_DEVIATION;
}
