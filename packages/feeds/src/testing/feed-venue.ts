import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FEED_PATHS, type FeedChannel } from '@bellwether/contract';
import { type StackOptions, startStack } from '@bellwether/gateway/http/testing/stack.ts';
import { addMarket } from '@bellwether/gateway/http/testing/trader.ts';
import { expect, onTestFinished } from 'vitest';
import type { Feeds } from '../feeds.ts';
import { FEED_LIMITS, type FeedLimits } from '../limits.ts';
import { serveFeeds } from '../serve-feeds.ts';
import { FeedClient, type FeedFrame } from './feed-client.ts';

export type FeedVenue = Awaited<ReturnType<typeof startFeedVenue>>;

const HOUR_MS = 3_600_000;
/** On a busy machine an answer may take minutes; tests of these deadlines set them. */
const NO_DEADLINES = { pingIntervalMs: HOUR_MS, credentialsTimeoutMs: HOUR_MS };

const UPGRADE_REFUSED = /^GET \(no route\) answered (?:403|426|429|503)/;

interface FeedVenueOptions extends StackOptions {
  /** A socket file instead of a port: its buffers are small and fixed, so slow readers show soon. */
  readonly isLocal?: boolean;
}

export async function startFeedVenue(
  limits: Partial<FeedLimits> = {},
  { isLocal = false, ...options }: FeedVenueOptions = {},
) {
  const made: Feeds[] = [];
  const stack = await startStack({
    ...options,
    extend: (app, dependencies, _exchange, texts) => {
      const ownLimits = { ...FEED_LIMITS, ...NO_DEADLINES, ...limits };
      made.push(serveFeeds(app, dependencies, { texts, limits: ownLimits }));
    },
  });
  const [feeds] = made;
  if (feeds === undefined) throw new Error('the stack was not extended');
  const folder = mkdtempSync(join(tmpdir(), 'feed-'));
  const file = join(folder, 'venue.sock');
  await stack.app.listen(isLocal ? { path: file } : { host: '127.0.0.1', port: 0 });
  const address = stack.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = (channel: FeedChannel): string =>
    `${isLocal ? `ws+unix:${file}:` : `ws://127.0.0.1:${port}`}${FEED_PATHS[channel]}`;
  return {
    stack,
    feeds,
    port,
    url,
    newMarket: (terms: Readonly<Record<string, unknown>> = {}) => addMarket(stack, `Question ${Math.random()}`, terms),
    subscribed: async <Frame extends FeedFrame = FeedFrame>(body: object) => {
      const client = await FeedClient.open<Frame>(url('market'));
      client.say({ type: 'market', ...body });
      return client;
    },
    close: async (): Promise<void> => {
      await feeds.close();
      // The route table lists HTTP answers only; tests that ask for refused upgrades check those.
      stack.brokenAnswers.push(...stack.brokenAnswers.splice(0).filter((answer) => !UPGRADE_REFUSED.test(answer)));
      await stack.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function openFeedVenue(...options: Parameters<typeof startFeedVenue>): Promise<FeedVenue> {
  const venue = await startFeedVenue(...options);
  onTestFinished(() => venue.close());
  return venue;
}

export async function expectRefused(client: FeedClient, words: string): Promise<void> {
  const refusal = { event_type: 'error', code: 'invalid_subscription', message: expect.stringContaining(words) };
  expect(await client.next()).toMatchObject(refusal);
  expect(await client.closed).toEqual({ code: 1008, reason: 'invalid subscription payload' });
}
