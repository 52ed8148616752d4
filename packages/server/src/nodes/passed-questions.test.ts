/** Questions of a node's own gateways, with and without a leader. */
import { expect, test } from 'vitest';
import { GatewayChannels } from '../exchange/gateway-channels.ts';
import type { FromExchange, ToExchange } from '../exchange/messages.ts';
import type { Asked, Replied, ToldUse } from '../ports/leader-questions.ts';
import type { Channel } from '../ports/runtime.ts';
import { ManualRuntime } from '../runtime/manual.ts';
import type { LeaderLink } from './leader-link.ts';
import { QUESTIONS_OPEN_MAX, WITHOUT_LEADER_MS_MAX } from './limits.ts';
import { PassedQuestions } from './passed-questions.ts';

/** Two gateways, and other nodes. */
function start() {
  const runtime = new ManualRuntime();
  const replied: Replied[][] = [[], []];
  /** Times that each was told of uses. */
  const heard = [0, 0];
  const channels = replied.map(
    (own, gateway): Channel<FromExchange, ToExchange> => ({
      send: (message) => {
        if (message.kind === 'replied') own.push(...message.replied);
        if (message.kind === 'used') heard[gateway] = (heard[gateway] ?? 0) + 1;
      },
      receive: () => undefined,
      drain: () => undefined,
      close: () => undefined,
    }),
  );
  const gateways = new GatewayChannels(channels, null, runtime.timers, 0, true);
  const questions = new PassedQuestions(gateways, runtime.clock);
  const passed: Asked[] = [];
  const link = { ask: (asked: readonly Asked[]) => void passed.push(...asked) } as LeaderLink;
  return { runtime, questions, replied, heard, passed, link };
}

const newcomer = (id: number): Asked => ({
  id,
  what: { kind: 'newcomer', clients: [{ kind: 'account', name: 'a', crowd: null, kin: 'a' }] },
});
const passedReply = (id: number): Replied => ({ id, reply: { kind: 'passed', remaining: '' } });
const none = (id: number): Replied => ({ id, reply: { kind: 'no_leader' } });

test('passed questions: each gateway is replied to its own, by its own numbers', () => {
  const { questions, link, passed, replied } = start();
  questions.joined(link);
  questions.take(0, [newcomer(5)]);
  questions.take(1, [newcomer(5), newcomer(6)]);
  questions.replied(passed.map(({ id }) => passedReply(id)).toReversed());
  expect(replied).toEqual([[passedReply(5)], [passedReply(6), passedReply(5)]]);
  // Once.
  questions.replied(passed.map(({ id }) => passedReply(id)));
  expect(replied.flat()).toHaveLength(3);
});

test('passed questions: they wait for a leader, and then for so long', async () => {
  const { runtime, questions, link, passed, replied } = start();
  questions.take(0, [newcomer(1)]);
  await runtime.advance(WITHOUT_LEADER_MS_MAX);
  questions.take(1, [newcomer(2), newcomer(3), { id: 3, what: { kind: 'left' } }]);
  questions.beat();
  expect(replied).toEqual([[], []]);
  await runtime.advance(1);
  questions.beat();
  expect(replied).toEqual([[none(1)], []]);
  questions.joined(link);
  expect(passed).toHaveLength(1);
  questions.replied([passedReply(passed[0]?.id ?? -1)]);
  expect(replied[1]).toEqual([passedReply(2)]);
});

test('passed questions: of those that a leader had that is lost nothing comes, and the next one is not told of them', () => {
  const { questions, link, passed, replied } = start();
  questions.joined(link);
  questions.take(0, [newcomer(1), newcomer(2)]);
  questions.replied([{ id: passed[0]?.id ?? -1, reply: { kind: 'first' } }]);
  questions.lost();
  expect(replied[0]).toEqual([{ id: 1, reply: { kind: 'first' } }, none(2)]);
  passed.length = 0;
  questions.take(0, [{ id: 1, what: { kind: 'answered', answer: null } }]);
  questions.joined(link);
  questions.take(0, [{ id: 1, what: { kind: 'answered', answer: null } }]);
  expect(passed).toEqual([]);
});

test('passed questions: a node that comes to lead takes what waits, and one that stops replies', () => {
  const leads = start();
  leads.questions.take(1, [newcomer(4)]);
  expect(leads.questions.takeOut()).toEqual([{ gateway: 1, asked: [newcomer(4)] }]);
  expect(leads.questions.takeOut()).toEqual([]);
  const stops = start();
  stops.questions.take(1, [newcomer(4)]);
  stops.questions.stop();
  expect(stops.replied).toEqual([[], [none(4)]]);
});

test('passed questions: more than a bounded number wait for no one', () => {
  const { questions, link, passed, replied } = start();
  const all = Array.from({ length: QUESTIONS_OPEN_MAX + 1 }, (_, id) => newcomer(id));
  questions.take(0, all);
  expect(replied[0]).toEqual([{ id: QUESTIONS_OPEN_MAX, reply: { kind: 'busy' } }]);
  questions.joined(link);
  questions.take(1, [newcomer(0)]);
  expect([passed.length, replied[1]]).toEqual([QUESTIONS_OPEN_MAX, [{ id: 0, reply: { kind: 'busy' } }]]);
});

const told = (timestamp: number): ToldUse => ({ of: 'requests', owner: 'key', id: 'a', timestamp, isForgotten: false });

test('passed questions: signatures of before it was welcomed are not known, and all since are', async () => {
  const { runtime, questions, heard } = start();
  const now = (): number => Math.floor(runtime.clock.wallMs() / 1000);
  // Never told anything.
  expect(questions.unknownUntil).toBe(now());
  const welcomed = now() - 7;
  questions.welcomed(welcomed);
  questions.used([told(now() + 4), told(now())]);
  expect([questions.unknownUntil, questions.toldUntil]).toEqual([welcomed, now() + 4]);
  expect(heard).toEqual([1, 1]);
  // What is durable and did not come over the link was done with signatures of which it was not told.
  questions.missed();
  await runtime.advance(3_000);
  expect(questions.unknownUntil).toBe(now());
  questions.welcomed(now() + 2);
  expect(questions.unknownUntil).toBe(now() + 2);
  questions.welcomed(now());
  expect(questions.unknownUntil).toBe(now() + 2);
});
