/** The simulator finds every canary. `npm run sim -- --canaries` prints the results of this file. */
import { readFileSync } from 'node:fs';
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

test('canaries: docs/internals/reliability.md lists the same ones', () => {
  const text = readFileSync(new URL('../../../docs/internals/reliability.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf('## Canaries'), text.indexOf('## Add to it'));
  const listed = [...section.slice(section.indexOf('\n- ')).matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
  expect(listed).toEqual(CANARIES.map(({ name }) => name));
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
