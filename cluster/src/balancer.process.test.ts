/** Tests the balancer of a local cluster in front of a real venue with the default rate limits. */
import { startVenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { expect, test } from 'vitest';
import { Balancer } from './balancer.ts';

/** Requests that the rate limit of the health check allows in its window. */
const HEALTH_MAX = 50;
/** A node that a busy machine keeps waiting is well. */
const ANSWER_MS_MAX = 600_000;

test('balancer: however long it looks after a node, that one stays well, and its clients are not cut off', async () => {
  const venue = await startVenueProcess({ settings: { BELLWETHER_LOG_LEVEL: 'fatal' } });
  const place = { host: '127.0.0.1', port: Number(new URL(venue.url).port) };
  const balancer = new Balancer([() => place], ANSWER_MS_MAX);
  try {
    const port = await balancer.listen(0);
    const feed = new WebSocket(`ws://127.0.0.1:${port}/ws/market`);
    await new Promise((resolve, reject) => {
      feed.addEventListener('open', resolve);
      feed.addEventListener('error', reject);
    });
    let isCut = false;
    feed.addEventListener('close', () => {
      isCut = true;
    });
    const asked = async (): Promise<number> => {
      const counts = (await (await fetch(`${venue.url}/metrics`)).text()).matchAll(
        /^bellwether_http_requests_total.* ([0-9]+)$/gm,
      );
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    await eventually(async () => expect(await asked()).toBeGreaterThan(3 * HEALTH_MAX));
    expect(isCut).toBe(false);
    feed.close();
  } finally {
    await balancer.close();
    await venue.stop();
  }
});
