/** Memory that a sandbox leaves: none once it has stopped, none of a branch that was left. */
import { Agent, get } from 'node:http';
import { queryObjects } from 'node:v8';
import { FeedClient } from '@bellwether/feeds/testing/feed-client.ts';
import { eventually } from '@bellwether/venue-process/progress';
import { expect, onTestFinished, test } from 'vitest';
import type { SandboxVenue } from './sandbox-venue.ts';
import { openMarket, play } from './testing/played.ts';
import { started } from './testing/started.ts';

const SANDBOXES = 3;
/** More than ten, the number of listeners above which Node warns of a leak. */
const REWINDS = 12;

class Watched {
  readonly #parts = new Map<string, WeakRef<object>>();

  /** Watches an exchange and its state: the state and its archive of orders are most of a branch's memory. */
  add({ branch, exchange }: SandboxVenue, name = branch): void {
    this.#parts.set(`exchange of ${name}`, new WeakRef(exchange));
    this.#parts.set(`state of ${name}`, new WeakRef(exchange.state));
  }

  addSandbox(sandbox: SandboxVenue, name: string): void {
    this.#parts.set(`sandbox ${name}`, new WeakRef(sandbox));
    this.add(sandbox, name);
  }

  /** Resolves when no part is in memory any more: threads that end may take their time on a busy machine. */
  gone(): Promise<void> {
    return eventually(() => {
      collectGarbage();
      const kept = [...this.#parts].filter(([, part]) => part.deref() !== undefined).map(([name]) => name);
      expect(kept).toEqual([]);
    });
  }
}

/** Forces a garbage collection: `queryObjects` collects before it counts. */
const collectGarbage = (): void => void queryObjects(Watched);

/** The process's listeners, one entry for each time that one was added. */
const listeners = (): unknown[] =>
  // The types know `listeners` by the names of events alone.
  process.eventNames().flatMap((event) => process.listeners(event as 'exit'));

/** Listeners added since `before`. One that has gone is no leak: an earlier test file's may go at any time. */
function addedSince(before: readonly unknown[]): unknown[] {
  const rest = [...before];
  return listeners().filter((listener) => {
    const known = rest.indexOf(listener);
    if (known !== -1) rest.splice(known, 1);
    return known === -1;
  });
}

/** Trades, forks and plays on a sandbox, then stops it. */
async function playAndStop(watched: Watched, name: string): Promise<void> {
  const { sandbox, client, close } = await play();
  watched.addSandbox(sandbox, name);
  const operator = client('a');
  await openMarket(operator);
  await operator.sandbox.fork();
  const feed = await FeedClient.follow(sandbox.url, 'market', { type: 'market', assets_ids: [] });
  await operator.sandbox.play('quiet-market');
  watched.add(sandbox, `${name} with a scenario`);
  await operator.sandbox.advance('1m');
  await feed.closed;
  await close();
}

test('sandbox: one that has stopped leaves nothing in its process', async () => {
  const watched = new Watched();
  await playAndStop(new Watched(), 'first');
  const before = listeners();
  for (let sandbox = 0; sandbox < SANDBOXES; sandbox++) await playAndStop(watched, String(sandbox));
  await watched.gone();
  expect(addedSince(before)).toEqual([]);
});

/**
 * Rewinds often, with an open feed and a connection that stays; returns the number of `worker` listeners after each
 * rewind.
 */
async function rewindOften(watched: Watched, { sandbox }: Awaited<ReturnType<typeof play>>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const askTime = (): Promise<void> =>
    new Promise((resolve, reject) =>
      get(`${sandbox.url}/time`, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject),
    );
  const counts = [];
  for (let rewind = 0; rewind < REWINDS; rewind++) {
    watched.add(sandbox);
    const feed = await FeedClient.follow(sandbox.url, 'market', { type: 'market', assets_ids: [] });
    await askTime();
    await sandbox.rewind({ sequence: 0 }, 'main');
    await feed.closed;
    counts.push(process.listenerCount('worker'));
  }
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
  return counts;
}

test('sandbox: a branch that was left is let go of, though its clients stay connected', async () => {
  const played = await started();
  const watched = new Watched();
  const before = process.listenerCount('worker');
  const counts = await rewindOften(watched, played);
  await watched.gone();
  // One listener for each sandbox, however many branches it has; an earlier test file's may go at any time.
  expect(Math.max(...counts)).toBeLessThanOrEqual(before);
});
