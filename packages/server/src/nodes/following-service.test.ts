/** A node that follows one leader after another, between its gateways and what those say to it. */
import { expect, test } from 'vitest';
import { GatewayChannels } from '../exchange/gateway-channels.ts';
import type { FromExchange, ToExchange } from '../exchange/messages.ts';
import type { Follower } from '../log/follower.ts';
import type { SealedArchive } from '../log/order-archive.ts';
import type { Replied, UseQuestion } from '../ports/leader-questions.ts';
import type { FromLeader, NodeLink, ToLeader } from '../ports/nodes.ts';
import { ManualRuntime } from '../runtime/manual.ts';
import type { SequencedOutcome } from '../sequencer/batch.ts';
import { FollowingService } from './following-service.ts';

const HEAD = { sequence: 0, hash: '' };

/** The way to a leader that welcomes whoever comes. */
class LeaderEnd implements NodeLink<ToLeader, FromLeader> {
  readonly unsentBytes = 0;
  readonly sent: ToLeader[] = [];
  readonly #lost = Promise.withResolvers<string>();
  say: (message: FromLeader) => void = () => undefined;

  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  send(message: ToLeader): void {
    this.sent.push(message);
    if (message.kind === 'follow') this.say({ kind: 'welcome', epoch: 1, sinceMs: 0, head: HEAD, usedUntil: 0 });
  }

  receive(take: (message: FromLeader) => void): void {
    this.say = take;
  }

  close(why: string): void {
    this.#lost.resolve(why);
  }

  /** What it was passed on. */
  get lines(): string[] {
    return this.sent.flatMap((message) => (message.kind === 'commands' ? message.lines.split('\n') : []));
  }
}

/** A node of two gateways. */
async function start() {
  const runtime = new ManualRuntime();
  const leaders: LeaderEnd[] = [];
  const ends = [0, 1].map(() => runtime.channel<ToExchange, FromExchange>());
  const outcomes: SequencedOutcome[][] = [[], []];
  const replied: Replied[][] = [[], []];
  for (const [gateway, [end]] of ends.entries()) {
    end.receive((message) => {
      if (message.kind === 'batch') outcomes[gateway]?.push(...(JSON.parse(message.outcomes) as SequencedOutcome[]));
      if (message.kind === 'replied') replied[gateway]?.push(...message.replied);
    });
  }
  const [channel, other] = ends.map(([, end]) => end) as [(typeof ends)[number][1], (typeof ends)[number][1]];
  new FollowingService({
    name: 'c',
    channel,
    others: [other],
    gateways: new GatewayChannels([channel, other], null, runtime.timers, 0, true),
    follower: { head: HEAD } as Follower,
    start: { head: HEAD, passedOver: [], damaged: [], savedSequence: 0 },
    archive: {} as SealedArchive,
    storedOrders: () => expect.unreachable(),
    storage: { look: () => ({ isFull: false, reserveBytes: 0 }), grow: async () => undefined, tell: () => undefined },
    journal: { read: () => [] as never },
    election: {
      attempt: async () => null,
      leader: async () => ({ name: 'leader', address: `leader:${leaders.length}`, epoch: 1 }),
      close: () => undefined,
    },
    network: {
      address: 'c:1',
      connect: async () => {
        const end = new LeaderEnd();
        leaders.push(end);
        return end;
      },
      listen: async () => undefined,
      close: () => undefined,
    },
    openLog: () => expect.unreachable(),
    runtime,
    publish: () => undefined,
    head: undefined,
    onLead: () => undefined,
    close: async () => undefined,
  });
  const send = async (gateway: number, message: ToExchange): Promise<void> => {
    ends[gateway]?.[0].send(message);
    await runtime.settle();
  };
  await send(0, { kind: 'start' });
  const leader = (): LeaderEnd => leaders.at(-1) ?? expect.unreachable();
  /** A signature that is found unused by the leader of now. */
  const use = async (gateway: number, id: number, isKnownByItself = false): Promise<void> => {
    const what: UseQuestion = {
      kind: 'use',
      of: 'requests',
      owner: 'key',
      id: String(id),
      timestamp: 1,
      isNewEachTime: true,
      isKnownByItself,
    };
    await send(gateway, { kind: 'asked', asked: [{ id, what }] });
    const message = leader().sent.at(-1);
    if (message?.kind !== 'asked') return expect.unreachable();
    const [asked] = message.asked;
    leader().say({ kind: 'replied', replied: [{ id: asked?.id ?? -1, reply: { kind: 'first' } }] });
    await runtime.settle();
    expect(replied[gateway]?.at(-1)).toEqual({ id, reply: { kind: 'first' } });
  };
  const submit = (gateway: number, firstId: number, lines: string): Promise<void> =>
    send(gateway, { kind: 'commands', firstId, lines });
  return { runtime, leader, leaders, outcomes, send, use, submit };
}

const none = (id: number): SequencedOutcome => ({ id, kind: 'no_leader' });

test('following: what a signature is used for under a leader that is lost is passed on to no other one', async () => {
  const { runtime, leader, leaders, outcomes, send, use, submit } = await start();
  await use(0, 7);
  leader().close('its machine is gone');
  // Its handler comes to it while no one leads, or later. The next leader may have heard of no such use, and let it be used again.
  await submit(0, 1, 'first');
  await runtime.settle();
  expect(leaders).toHaveLength(2);
  await submit(0, 2, 'second');
  expect([leader().lines, outcomes[0]]).toEqual([[], [none(1), none(2)]]);
  // The other gateway has nothing to do with it.
  await submit(1, 1, 'of another');
  expect(leader().lines).toEqual(['of another']);
  // Its client has been told that nothing was done.
  await send(0, { kind: 'asked', asked: [{ id: 7, what: { kind: 'answered', answer: null } }] });
  await submit(0, 3, 'third');
  expect(leader().lines).toEqual(['of another', 'third']);
});

test('following: so it is under the one after the next', async () => {
  const { runtime, leader, leaders, outcomes, send, use, submit } = await start();
  await use(1, 7);
  for (const count of [2, 3]) {
    leader().close('its machine is gone');
    await runtime.settle();
    expect(leaders).toHaveLength(count);
  }
  await submit(1, 1, 'first');
  expect([leader().lines, outcomes[1]]).toEqual([[], [none(1)]]);
  await send(1, { kind: 'asked', asked: [{ id: 7, what: { kind: 'forgotten' } }] });
  await submit(1, 2, 'second');
  expect(leader().lines).toEqual(['second']);
});

test('following: what the exchange does once by itself goes on under the next leader', async () => {
  const { runtime, leader, leaders, use, submit } = await start();
  await use(0, 7, true);
  leader().close('its machine is gone');
  await submit(0, 1, 'an order');
  await runtime.settle();
  expect(leaders).toHaveLength(2);
  expect(leader().lines).toEqual(['an order']);
});
