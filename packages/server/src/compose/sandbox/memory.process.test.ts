/** What a sandbox leaves behind in its process: nothing of it once it has stopped, and nothing of a branch once its clients have gone. */
import { Agent, get } from 'node:http';
import { queryObjects } from 'node:v8';
import { expect, test } from 'vitest';
import { FeedClient } from '../../feed/testing/feed-client.ts';
import { turn } from '../../ports/runtime.ts';
import { MACHINE } from '../../runtime/machine.ts';
import type { SandboxVenue } from './sandbox-venue.ts';
import { openMarket, play } from './testing/played.ts';

const SANDBOXES = 3;
/** More than the ten listeners from which on Node warns of a leak. */
const REWINDS = 12;
/** How often it is looked whether garbage is one, and what the event loop may do in between: no more than it has to. */
const LOOKS_MAX = 20;
const TURNS_PER_LOOK = 100;

/** What the process has of parts of a venue, by name. */
class Watched {
  readonly #parts = new Map<string, WeakRef<object>>();

  /** The exchange's state and its archive of orders are most of what a branch has. */
  add({ branch, exchange }: SandboxVenue, name = branch): void {
    this.#parts.set(`exchange of ${name}`, new WeakRef(exchange));
    this.#parts.set(`state of ${name}`, new WeakRef(exchange.state));
  }

  addSandbox(sandbox: SandboxVenue, name: string): void {
    this.#parts.set(`sandbox ${name}`, new WeakRef(sandbox));
    this.add(sandbox, name);
  }

  /** What is not let go of; it waits for what the event loop has still to do, however long that takes. */
  async kept(): Promise<string[]> {
    let kept: string[] = [];
    for (let look = 0; look < LOOKS_MAX; look++) {
      for (let turns = 0; turns < TURNS_PER_LOOK; turns++) await turn(MACHINE.timers);
      collectGarbage();
      kept = [...this.#parts].filter(([, part]) => part.deref() !== undefined).map(([name]) => name);
      if (kept.length === 0) break;
    }
    return kept;
  }
}

/** Node does before it counts. */
function collectGarbage(): void {
  queryObjects(Watched);
}

/** How many listeners the process has, by event. */
function listeners(): Record<string, number> {
  return Object.fromEntries(process.eventNames().map((event) => [String(event), process.listenerCount(event)]));
}

/** One that was traded on, forked and played on, and has stopped. */
async function playAndStop(watched: Watched, name: string): Promise<void> {
  const { sandbox, client, close } = await play();
  watched.addSandbox(sandbox, name);
  const operator = client('a');
  await openMarket(operator);
  await operator.sandbox.fork();
  const feed = await FeedClient.open(`${sandbox.url.replace('http', 'ws')}/ws/market`);
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
  expect(await watched.kept()).toEqual([]);
  expect(listeners()).toEqual(before);
});

/** Rewinds again and again, with a feed and a connection that are open each time. */
async function rewindOften(watched: Watched, { sandbox }: Awaited<ReturnType<typeof play>>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const askTime = (): Promise<void> =>
    new Promise((resolve, reject) => {
      get(`${sandbox.url}/time`, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
    });
  const counts = [];
  for (let rewind = 0; rewind < REWINDS; rewind++) {
    watched.add(sandbox);
    const feed = await FeedClient.open(`${sandbox.url.replace('http', 'ws')}/ws/market`);
    await askTime();
    await sandbox.rewind({ sequence: 0 }, 'main');
    await feed.closed;
    counts.push(process.listenerCount('worker'));
  }
  // The answer to what is asked of a branch that was left ends the connection.
  await askTime();
  agent.destroy();
  return counts;
}

test('sandbox: a branch that was left is let go of when its clients have gone', async () => {
  const played = await play();
  try {
    const watched = new Watched();
    const before = process.listenerCount('worker');
    const counts = await rewindOften(watched, played);
    expect(await watched.kept()).toEqual([]);
    // One for each sandbox, however many branches it has.
    expect(new Set(counts)).toEqual(new Set([before]));
  } finally {
    await played.close();
  }
});
