import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, runBellwether } from '@bellwether/venue-process';
import { beforeEach, expect, test } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = createDataDir();
});

const SCENARIO = {
  name: 'mine',
  about: 'Mine.',
  seed: 1,
  start: '2026-01-01',
  events: [{ title: 'Rain?', markets: [{ question: 'Will it rain?', slug: 'rain' }] }],
  accounts: [],
  traders: [],
  script: [],
};

test.each([
  ['one that is not there', null, 'no scenario is called nowhere'],
  ['what is no JSON', '{', 'the scenario is not JSON'],
  ['a wrong type', JSON.stringify({ ...SCENARIO, seed: 'a' }), 'seed must be'],
  ['a start before 1970', JSON.stringify({ ...SCENARIO, start: '1960-01-01' }), 'start must be from 1970 to 9999'],
])('sandbox: a scenario is refused before there is a folder, and the command ends: %s', async (_, text, words) => {
  const path = join(folder, 'mine.jsonc');
  if (text !== null) writeFileSync(path, text);
  const dataDir = join(folder, 'sandbox');
  const command = ['sandbox', '--scenario', text === null ? 'nowhere' : path];
  const { code, stderr } = await runBellwether(command, { dataDir });
  expect(stderr).toMatch(/^bellwether: .*\n$/);
  expect(stderr).toContain(words);
  expect([code, existsSync(dataDir)]).toEqual([1, false]);
});

test('sandbox: a scenario that cannot be played ends the command, too', async () => {
  const path = join(folder, 'mine.jsonc');
  writeFileSync(path, JSON.stringify({ ...SCENARIO, beliefs: [{ market: 'snow', is: 0.5 }] }));
  const command = ['sandbox', '--scenario', path];
  const { code, stderr } = await runBellwether(command, { dataDir: join(folder, 'sandbox') });
  expect(stderr).toContain('beliefs[0].market: there is no market snow');
  expect(code).toBe(1);
});
