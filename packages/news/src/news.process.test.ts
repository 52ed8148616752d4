/** Hooks of a venue in its own process, which is killed again and again. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, runBellwether, startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { expect, onTestFinished, test } from 'vitest';
import { openReceiver } from './testing/receiver.ts';

const settings = {
  ...{ BELLWETHER_HOOKS_PRIVATE: 'allow', BELLWETHER_LIMITS: 'off' },
  // Links of a repeat lead to the venue's address as it is then, and each start listens at another port.
  BELLWETHER_URL: 'https://venue.example',
};

test('news: a venue that is killed again and again sends all of it, each under one id', async () => {
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  const dataDir = createDataDir();
  const start = (): Promise<VenueProcess> => startVenueProcess({ dataDir, settings });
  const ask = async (venue: VenueProcess, path: string, body: object): Promise<Record<string, string>> => {
    const headers = { authorization: `Bearer ${venue.adminToken}`, 'content-type': 'application/json' };
    const answer = await fetch(venue.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Record<string, string>;
  };
  let venue = await start();
  expect(existsSync(join(dataDir, 'news.sqlite'))).toBe(false);
  receiver.secret = (await ask(venue, '/admin/hooks', { url: receiver.url }))['secret'] ?? '';
  const titles: string[] = [];
  for (let round = 0; round < 2; round++) {
    for (let each = 0; each < 5; each++) {
      const title = `Question ${round}.${each}`;
      await ask(venue, '/admin/events', { title, markets: [{ question: `Will ${title} come?` }] });
      titles.push(title);
    }
    // In one round while it sends.
    if (round === 1) await eventually(() => expect(receiver.received.size).toBeGreaterThan(5));
    await venue.end('SIGKILL');
    venue = await start();
  }
  await eventually(() => expect(receiver.titles()).toEqual(titles));
  expect(receiver.errors).toEqual([]);
  const backup = await runBellwether(['backup', join(createDataDir(), 'backup')], { dataDir, settings });
  expect(backup.stdout).toContain('news.sqlite');
  await venue.stop();
});
