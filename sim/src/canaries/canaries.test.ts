/** The simulator finds every canary. `npm run sim -- --canaries` prints the results of this file. */
import { expect, test } from 'vitest';
import { changed, type Killed, killed } from './canary.ts';
import { CANARIES } from './table.ts';

declare module 'vitest' {
  interface TaskMeta {
    canary?: Killed;
  }
}

for (const canary of CANARIES)
  test(`canary: ${canary.name}: ${canary.breaks}`, async ({ task }) => {
    const found = await killed(canary);
    expect(found, 'no seed finds it').not.toBeNull();
    if (found !== null) task.meta.canary = found;
  });

test('canaries: a change reaches every caller and is taken out again', async () => {
  const venue = { open: (market: string) => `${market} is open` };
  const undo = await changed(
    async () => venue,
    'open',
    (open) => (market) => open(`no ${market}`),
  )();
  expect(venue.open('market')).toBe('no market is open');
  undo();
  expect(venue.open('market')).toBe('market is open');
});
