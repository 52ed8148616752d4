import { expect, test } from 'vitest';
import { effectsText } from './term-effects.ts';

const tick = { term: 'minimum_tick_size', from: 0.01, to: 0.1, sequence: 9, resting_orders: 0, outside: 0 } as const;

const CHANGED = 'Tick 0.01 → 0.1, for what is placed and traded from now on.';

test.each([
  [[], ''],
  [[tick], CHANGED],
  [[{ ...tick, resting_orders: 1 }], `${CHANGED} The resting order stays.`],
  [
    [{ ...tick, resting_orders: 12, outside: 3 }],
    `${CHANGED} The 12 resting orders stay, 3 of them outside the new term.`,
  ],
])('terms: what %j did is said in words', (effects, words) => expect(effectsText(effects)).toBe(words));
