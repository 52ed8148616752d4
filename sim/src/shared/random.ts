import { Dice } from '@bellwether/engine/testing/testing/dice.ts';

/**
 * Seeded choices for the runs on real processes and files. The same seed makes the same choices; the machine's
 * behaviour may differ.
 */
export class Choices extends Dice {
  /** In 0..1. */
  next(): number {
    return this.below(2 ** 32) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}
