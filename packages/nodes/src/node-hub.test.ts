import { type FromLeader, LINK_FORMAT, type NodeLink, type ToLeader } from '@bellwether/ports/nodes.ts';
import type { Clock } from '@bellwether/ports/runtime.ts';
import { beforeEach, expect, test } from 'vitest';
import { BEAT_MS, FOLLOWER_SILENT_MS_MAX } from './limits.ts';
import { NodeHub } from './node-hub.ts';

class HubEnd implements NodeLink<FromLeader, ToLeader> {
  readonly unsentBytes = 0;
  readonly #lost = Promise.withResolvers<string>();
  readonly sent: FromLeader[] = [];
  closed: string | null = null;
  say: (message: ToLeader) => void = () => undefined;

  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  send(message: FromLeader): void {
    this.sent.push(message);
  }

  receive(take: (message: ToLeader) => void): void {
    this.say = take;
  }

  close(why: string): void {
    this.closed = why;
    this.#lost.resolve(why);
  }
}

let nowMs: number;
let hub: NodeHub;

function joined(name: string): HubEnd {
  const end = new HubEnd();
  const node = { name, address: `${name}:7700` };
  hub.welcome(end, { kind: 'follow', format: LINK_FORMAT, node, head: { sequence: 3, hash: '33' } });
  return end;
}

/** Announces the lease, four times a second. */
function beat(forMs: number, speaking: readonly HubEnd[] = []): void {
  for (const endMs = nowMs + forMs; nowMs < endMs; ) {
    nowMs += BEAT_MS;
    for (const end of speaking) end.say({ kind: 'reached', sequence: 3, atMs: nowMs });
    hub.beat(nowMs + 2_000);
  }
}

beforeEach(() => {
  nowMs = 10_000;
  const clock = { monotonicMs: () => nowMs } as Clock;
  hub = new NodeHub({ epoch: 2, sinceMs: 0, head: { sequence: 3, hash: '33' }, clock, onBeat: () => undefined });
});

test('node hub: a follower that says nothing any more is told of no longer', async () => {
  const [there, gone] = [joined('there'), joined('gone')];
  beat(FOLLOWER_SILENT_MS_MAX, [there]);
  expect(hub.followers).toHaveLength(2);
  beat(BEAT_MS, [there]);
  expect([there.closed, gone.closed]).toEqual([null, 'it is silent']);
  await gone.lost;
  expect(hub.followers.map(({ name }) => name)).toEqual(['there']);
});

test('node hub: what followers said while this process stood still is read first', () => {
  const there = joined('there');
  nowMs += 10 * FOLLOWER_SILENT_MS_MAX;
  hub.beat(nowMs + 2_000);
  expect(there.closed).toBeNull();
});
