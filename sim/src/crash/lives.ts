/** Runs one venue or cluster after another in one lane; each lives for some rounds in its own folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Choices } from '../shared/random.ts';

/** A promise that the venue has broken, or an answer that it must never give. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export interface Lane<Report> {
  readonly seed: number;
  readonly roundsPerLife: number;
  readonly report: Report;
  /** Takes one of the remaining rounds; false if there are none. */
  readonly takeRound: () => boolean;
}

/** Runs lives until no rounds are left. Keeps the folder of a life in which a promise was broken. */
export async function runLives(
  { seed, takeRound }: Lane<unknown>,
  live: (choices: Choices, folder: string) => Promise<void>,
): Promise<void> {
  const choices = new Choices(seed);
  for (let life = 1; takeRound(); life++) {
    const folder = mkdtempSync(join(tmpdir(), 'bellwether-crash-'));
    try {
      await live(choices, folder);
    } catch (error) {
      if (error instanceof Violation) error.message += ` (seed ${seed}, life ${life}, kept in ${folder})`;
      throw error;
    }
    rmSync(folder, { recursive: true });
  }
}
