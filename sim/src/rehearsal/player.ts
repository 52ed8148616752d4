/** A process that plays runs. For each seed it receives, it sends one line or everything that the run has shown. */
import { lineOf, rehearse } from './rehearse.ts';

export interface PlayWish {
  readonly seed: number;
  /** True to send answers and frames one by one, not only their hashes. */
  readonly whole: boolean;
}

// Clients sign by their own clock, and signatures are part of requests, so all processes use the same time.
Date.now = () => Date.UTC(2026, 5, 1);

process.on('message', async ({ seed, whole }: PlayWish) => {
  const run = await rehearse(seed);
  process.send?.({ line: lineOf(run), run: whole ? run : null });
});
// The parent is gone.
process.on('disconnect', () => process.exit(0));
