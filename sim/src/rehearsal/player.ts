/** A process that plays runs: a line for each seed that it is told, or everything that the run has shown. */
import { lineOf, rehearse } from './rehearse.ts';

export interface PlayWish {
  readonly seed: number;
  /** Answers and frames one by one, and not their hashes alone. */
  readonly whole: boolean;
}

// Clients sign by their own clock, and what they sign is part of a request: in all processes it is the same.
Date.now = () => Date.UTC(2026, 5, 1);

process.on('message', async ({ seed, whole }: PlayWish) => {
  const run = await rehearse(seed);
  process.send?.({ line: lineOf(run), run: whole ? run : null });
});
// Its parent is gone.
process.on('disconnect', () => process.exit(0));
