/**
 * Shares one venue process per set of settings among the test files, which run in separate processes and request a
 * venue over HTTP. The first request starts it; all end with the run.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL at which `GET /?SETTING=value` answers with a venue. */
    readonly venues: string;
  }
}

const DEFAULTS = {
  BELLWETHER_STARTING_BALANCE: '10000',
  BELLWETHER_PROFILE: 'polymarket',
  // All test files share one address.
  BELLWETHER_LIMITS: 'off',
  // Short enough for three pings in a test, long enough for a client on a busy machine to answer.
  BELLWETHER_FEED_PING_SECONDS: '5',
};

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const venues = new Map<string, Promise<VenueProcess>>();
  let asked = 100;
  const server = createServer((request, response) => {
    const wanted = new URL(request.url ?? '/', 'http://localhost').searchParams;
    const settings = { ...DEFAULTS, ...Object.fromEntries(wanted) };
    const venue = venues.get(`${wanted}`) ?? startVenueProcess({ settings });
    venues.set(`${wanted}`, venue);
    asked += 1;
    const number = asked;
    venue.then(
      ({ url, adminToken }) => response.end(JSON.stringify({ url, adminToken, number })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('venues', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await Promise.allSettled([...venues.values()].map(async (venue) => (await venue).stop()));
  };
}
