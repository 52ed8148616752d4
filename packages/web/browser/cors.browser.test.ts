/** Cross-origin pages in a real browser: origins that the operator allows can trade, others only read public data. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  apiKeyHeaders,
  buildOrder,
  createSigner,
  type SignInTerms,
  type Venue as VenueTerms,
  walletHeaders,
} from '@bellwether/sdk';
import { afterAll, expect, test } from 'vitest';
import { describeInBrowser, openOwnHouse, openTheatre } from './theatre.testing.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface Answered {
  readonly status: number;
  readonly text: string;
  readonly replayed: string | null;
}

/** Starts a server with an empty page, as another origin. */
async function startOrigin(): Promise<Server> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>desk'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Runs in the page. Returns null if the browser withholds the answer from the page. */
async function sendFromPage({ url, method, headers, body }: Sent): Promise<Answered | null> {
  try {
    const answer = await fetch(url, { method, headers, ...(body !== '' && { body }) });
    return { status: answer.status, text: await answer.text(), replayed: answer.headers.get('idempotent-replayed') };
  } catch {
    return null;
  }
}

/** Runs in the page. Resolves to true if the feed opens. */
const openFromPage = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
  });

describeInBrowser('pages of other origins', () => {
  let desk: Server;
  let stranger: Server;
  const house = openOwnHouse(async () => {
    [desk, stranger] = await Promise.all([startOrigin(), startOrigin()]);
    return {
      BELLWETHER_CORS_ORIGINS: `https://other.example,${originOf(desk)}`,
      // One test signs all its calls for the time at which it begins.
      BELLWETHER_AUTH_TOLERANCE_PAST: '3600',
    };
  });
  const on = openTheatre('Tystie Point', house);
  afterAll(() => {
    desk?.close();
    stranger?.close();
  });

  test('cors: a page of a named origin signs in, trades and reads its account; one of another origin cannot [W18]', async () => {
    const signer = createSigner(`0x${'7'.repeat(64)}`);
    const terms = (await (await fetch(`${on.venue.url}/venue`)).json()) as SignInTerms & Pick<VenueTerms, 'domain'>;
    const now = Math.floor(Date.now() / 1000);
    const page = await on.browser.newPage();
    await page.goto(originOf(desk));
    const send = (method: string, path: string, headers: object, body = '') =>
      page.evaluate(sendFromPage, { url: on.venue.url + path, method, headers: { ...headers }, body });

    const signedIn = await send('POST', '/auth/api-key', await walletHeaders(signer, terms, now, 0));
    expect(signedIn?.status).toBe(200);
    const credentials = JSON.parse(signedIn?.text ?? '');
    const signed = (method: string, path: string, body = '') =>
      apiKeyHeaders(signer.address, credentials, { timestamp: now, method, path, body });
    const order = { tokenId: on.stage.ferry.tokenIds[0], side: 'BUY', price: '0.1', size: '10' } as const;
    const { body } = await buildOrder({ ...order, domain: terms.domain, signer, owner: credentials.apiKey });
    const text = JSON.stringify(body);
    const json = { 'content-type': 'application/json' };
    const placed = await send('POST', '/order', { ...signed('POST', '/order', text), ...json }, text);
    expect([placed?.status, JSON.parse(placed?.text ?? '').status]).toEqual([200, 'live']);
    const account = await send('GET', '/account', signed('GET', '/account'));
    expect(account?.text).toContain(signer.address.toLowerCase());
    // Refusals are readable too, and so is the header that reports a repeated signature.
    expect((await send('GET', '/account', {}))?.status).toBe(401);
    const amount = JSON.stringify({ conditionId: on.stage.ferry.conditionId, amount: '1' });
    const split = () =>
      send('POST', '/positions/split', { ...signed('POST', '/positions/split', amount), ...json }, amount);
    expect([(await split())?.replayed, (await split())?.replayed]).toEqual([null, 'true']);

    await page.goto(originOf(stranger));
    expect((await send('GET', '/events?limit=1', {}))?.status).toBe(200);
    expect(await send('GET', '/account', signed('GET', '/account'))).toBeNull();
    expect(await send('POST', '/order', { ...signed('POST', '/order', text), ...json }, text)).toBeNull();
    expect(await send('GET', '/account', {})).toBeNull();
  });

  test('cors: feeds of accounts open to pages of the venue and of named origins, public feeds to all pages [W18]', async () => {
    const page = await on.browser.newPage();
    for (const [origin, isOpen] of [
      [`${on.venue.url}/app/`, true],
      [originOf(desk), true],
      [originOf(stranger), false],
    ] as const) {
      await page.goto(origin);
      const opened: boolean[] = [];
      for (const path of ['/ws/user', '/ws/market', '/ws/live-data'])
        opened.push(await page.evaluate(openFromPage, on.venue.url.replace('http', 'ws') + path));
      expect([origin, ...opened]).toEqual([origin, isOpen, true, true]);
    }
  });

  test('cors: no page of the venue asks another server for a picture that the catalog names [W19]', async () => {
    const event = await on.stage.operator.events.get({ slug: on.stage.ferry.eventSlug });
    const picture = `${originOf(stranger)}/picture.png`;
    await on.stage.operator.admin.updateEvent(event.id, { image: picture, icon: picture });
    const page = await on.browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    for (const path of ['/app/', `/app/event/${on.stage.ferry.eventSlug}`]) {
      await page.goto(on.venue.url + path);
      await page.locator('main', { hasText: on.stage.ferry.title }).waitFor();
    }
    expect(new Set(asked)).toEqual(new Set([on.venue.url]));
  });
});
