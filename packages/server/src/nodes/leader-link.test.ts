/** What the node that leads says of what is counted there, as one that follows takes it. */
import { expect, test } from 'vitest';
import type { Follower } from '../log/follower.ts';
import type { Replied, ToldUse } from '../ports/leader-questions.ts';
import type { FromLeader, NodeLink, ToLeader } from '../ports/nodes.ts';
import { ManualRuntime } from '../runtime/manual.ts';
import { LeaderLink } from './leader-link.ts';
import { USED_AHEAD_SECONDS_MAX } from './limits.ts';

const HEAD = { sequence: 0, hash: '' };

function start() {
  const runtime = new ManualRuntime();
  const heard = { welcomed: [] as number[], uses: [] as ToldUse[], replied: [] as Replied[], closed: '' };
  let take: (message: FromLeader) => void = () => undefined;
  const link: NodeLink<ToLeader, FromLeader> = {
    send: () => undefined,
    receive: (receiver) => {
      take = receiver;
    },
    unsentBytes: 0,
    lost: new Promise(() => undefined),
    close: (why) => {
      heard.closed = why;
    },
  };
  new LeaderLink({
    link,
    node: { name: 'a', address: 'a:1' },
    follower: { head: HEAD } as Follower,
    journal: { read: () => [] },
    runtime,
    show: () => undefined,
    onDoubt: () => undefined,
    counts: {
      welcomed: (usedUntil) => heard.welcomed.push(usedUntil),
      used: (uses) => heard.uses.push(...uses),
      replied: (replied) => heard.replied.push(...replied),
    },
  });
  return {
    heard,
    say: (message: unknown) => take(message as FromLeader),
    now: Math.floor(runtime.clock.wallMs() / 1000),
  };
}

const welcome = (usedUntil: unknown) => ({ kind: 'welcome', epoch: 1, sinceMs: 0, head: HEAD, usedUntil });
const use = (timestamp: number): ToldUse => ({ of: 'requests', owner: 'key', id: 'a', timestamp, isForgotten: false });

test('leader link: how far signatures were used is taken, but no further ahead than any setting allows', () => {
  const { heard, say, now } = start();
  const most = now + USED_AHEAD_SECONDS_MAX;
  for (const usedUntil of [now - 5, most, most + 1, 2 ** 52]) say(welcome(usedUntil));
  expect(heard.welcomed).toEqual([now - 5, most, most, most]);
  say({ kind: 'used', uses: [use(now), use(most + 1), use(now + 1)] });
  expect(heard.uses).toEqual([use(now), use(now + 1)]);
});

test('leader link: one that says what cannot be read is left', () => {
  for (const message of [
    ...['soon', undefined, Number.NaN, -1, 1.5, 2 ** 53].map(welcome),
    { kind: 'used', uses: [{ ...use(1), owner: '' }] },
    { kind: 'replied', replied: [{ id: 1, reply: { kind: 'passed' } }] },
  ]) {
    const { heard, say } = start();
    say(message);
    expect([heard.uses, heard.replied, heard.welcomed]).toEqual([[], [], []]);
    expect(heard.closed).toMatch(/cannot be read/);
  }
});
