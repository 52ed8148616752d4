/**
 * Runs a venue under a mixed load for a long time: orders, cancels, reads, feeds, readers that never read, comments.
 * Usage: npm run soak -- [--minutes 60] [--rate ORDERS_PER_SECOND]
 */
import { startVenueProcess } from '@bellwether/venue-process';
import { optionsOf, print } from '../shared/harness.ts';
import { judge, progressOf } from './judge.ts';
import { type Done, runLoad, type Sample, takeSample } from './load.ts';

/** Shorter runs show figures without a verdict: nothing is warm by then. */
const JUDGED_MINUTES_MIN = 20;
const SAMPLES = 200;
const SAMPLES_BETWEEN_LINES = 10;

const { minutes, rate } = optionsOf({ minutes: 60, rate: 20 });
const durationMs = minutes * 60_000;
const venue = await startVenueProcess({
  settings: { BELLWETHER_LIMITS: 'off', BELLWETHER_SNAPSHOT_EVERY: '10000' },
  showsErrors: true,
});
const done: Done[] = [];
const samples: Sample[] = [];
print(`soak: ${minutes} minutes, ${rate} orders a second and as many reads, an open loop`);
const began = performance.now();
let sampling: Promise<unknown> = Promise.resolve();
const sample = async (): Promise<void> => {
  samples.push(await takeSample(venue, performance.now() - began));
  if (samples.length % SAMPLES_BETWEEN_LINES === 0) print(`  ${progressOf(samples, done)}`);
};
const sampler = setInterval(
  () => {
    sampling = sample();
  },
  Math.max(1_000, durationMs / SAMPLES),
);
try {
  await runLoad(venue, rate, durationMs, (one) => done.push(one));
  clearInterval(sampler);
  await sampling;
} finally {
  clearInterval(sampler);
  await venue.stop();
}
const isJudged = minutes >= JUDGED_MINUTES_MIN;
const lines = judge(samples, done, durationMs);
for (const { text, holds } of lines) print(`  ${text}${isJudged ? (holds ? '   ok' : '   MISSED') : ''}`);
if (!isJudged) print(`  not judged: that takes ${JUDGED_MINUTES_MIN} minutes and more`);
process.exitCode = isJudged && lines.some(({ holds }) => !holds) ? 1 : 0;
