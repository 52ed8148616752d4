/** Draws latencies from a seed, in integers alone, so that every machine draws the same ones. */
import { hash } from 'node:crypto';
import { LATENCY_MS_MAX, type LatencyDraw } from '@bellwether/contract';
import { fixed } from '@bellwether/engine';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { seededRandomness } from '@bellwether/venue/runtime/seeded-randomness.ts';

const HALF = fixed.ONE >> 1n;
/** The square root of 8 / e, in 1/2^64. */
const SQRT_8_E = 31645901723081999373n;

/** Returns the latencies of a point, one per call, in milliseconds. Each point has its own chance. */
export function drawsOf(draw: LatencyDraw, seed: number, point: string): () => number {
  const { constant = 0, uniform, lognormal, recorded } = draw;
  const random = seededRandomness(Number.parseInt(hash('sha256', `${seed} ${point}`, 'hex').slice(0, 8), 16));
  if (uniform !== undefined) {
    const [from = 0, to = 0] = uniform;
    return () => from + random.below(to - from + 1);
  }
  if (lognormal !== undefined) {
    const { median, sigma, max = LATENCY_MS_MAX } = lognormal;
    const deviation = fixed.ratio(BigInt(Math.round(sigma * 1_000)), 1_000n);
    return () => Math.min(max, Number((BigInt(median) * exp(fixed.times(deviation, normal(random))) + HALF) >> 64n));
  }
  let drawn = 0;
  return () => recorded?.[drawn++ % recorded.length] ?? constant;
}

/** e^y for any y. */
const exp = (y: bigint): bigint => (y <= 0n ? fixed.exp(y) : fixed.ratio(fixed.ONE, fixed.exp(-y)));

/** A standard normal number in 1/2^64: the ratio of two uniform ones where it fits under the curve (Kinderman, Monahan). */
function normal(random: Randomness): bigint {
  for (;;) {
    const under = (BigInt(random.below(2 ** 32)) + 1n) << 32n;
    const across = (BigInt(random.below(2 ** 32)) << 32n) - HALF;
    const z = (across * SQRT_8_E) / under;
    if (fixed.times(z, z) <= -4n * fixed.ln(under)) return z;
  }
}
