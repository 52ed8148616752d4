/** A delayed message delays those sent behind it: its fault is over only when it has arrived. */
import { expect, test } from 'vitest';
import { createDice } from '../dice/dice.ts';
import { Faults } from '../faults/faults.ts';
import { ALL_FEATURES } from '../features/table.ts';
import { Links } from './sim-channel.ts';

test('links: they say when the last message that was held up arrives, on whichever link', () => {
  const told: string[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    const dice = createDice(seed);
    let nowMs = 0;
    const tell = (kind: string) => told.push(kind);
    const faults = new Faults(dice.fork('faults'), ALL_FEATURES, { faults: ['link_delay'] }, () => 0, tell);
    const links = new Links(dice.fork('links'), faults, () => nowMs);
    const ways = [links.link('one'), links.link('other')];
    let lastMs = 0;
    for (; nowMs < 2_000; nowMs++) {
      for (const way of ways) {
        const before = told.length;
        const arrivesMs = nowMs + way.delayMs();
        if (told.length > before) lastMs = Math.max(lastMs, arrivesMs);
      }
      expect(links.slowUntilMs).toBe(lastMs);
    }
  }
  expect(told.length).toBeGreaterThan(20);
});
