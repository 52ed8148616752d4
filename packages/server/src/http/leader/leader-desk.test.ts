/** Other nodes at the node that leads: they count in the same caps and use the same signatures as its own clients. */
import { capTable } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { UsedSignatures } from '../../auth/used-signatures.ts';
import { Limiter } from '../../limits/limiter.ts';
import { ManualTimers } from '../../limits/testing/manual-timers.ts';
import type {
  Afterword,
  CapsQuestion,
  FirstAnswer,
  Question,
  Reply,
  UseQuestion,
} from '../../ports/leader-questions.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { LeaderDesk } from './leader-desk.ts';

const NOW = 1_800_000_000;
const ANSWER: FirstAnswer = { status: 200, headers: {}, body: '{}' };
const ACCOUNT = { kind: 'account', name: '0xa', crowd: null, kin: '0xa' } as const;
const ADDRESS = { kind: 'address', name: '10.0.0.1', crowd: null, kin: '10.0.0.0/16' } as const;

function start({ atStart = 0, isCapped = true } = {}) {
  /** `ticksMs`: by which it goes on whenever it is looked at. */
  const time = { nowMs: 0, ticksMs: 0 };
  const timers = new ManualTimers(time);
  const caps = capTable({ order: [{ requests: 3, seconds: 1 }] });
  const clock = (): number => {
    time.nowMs += time.ticksMs;
    return timers.clock();
  };
  const limiter = new Limiter({ caps, clock, schedule: timers.schedule, random: MACHINE.random });
  const requests = new UsedSignatures({
    clock: () => NOW * 1000,
    pastSeconds: 60,
    usedUntil: { atStart, raise: () => undefined },
  });
  const replied: { readonly asker: number; readonly id: number; readonly reply: Reply }[] = [];
  const messages: number[] = [];
  const desk = new LeaderDesk({
    limiter: isCapped ? limiter : null,
    used: { requests, signIns: null },
    clock: () => NOW * 1000,
    toleranceSeconds: { past: 60, future: 5 },
    reply: (asker, all) => {
      messages.push(all.length);
      replied.push(...all.map(({ id, reply }) => ({ asker, id, reply })));
    },
  });
  const ask = (asker: number, id: number, what: Question | Afterword): void => desk.take(asker, [{ id, what }]);
  /** Replies since the last time: asker, number, kind. */
  const kinds = async (): Promise<unknown[]> => {
    await Promise.resolve();
    return replied.splice(0).map(({ asker, id, reply }) => [asker, id, reply.kind]);
  };
  return { limiter, requests, time, timers, desk, ask, replied, kinds, messages };
}

const caps = (over: Partial<CapsQuestion> = {}): CapsQuestion => ({
  kind: 'caps',
  clients: [ACCOUNT, ADDRESS],
  rows: ['trading', 'order'],
  isUrgent: false,
  weight: 1,
  isBudgeted: true,
  mayWait: true,
  ...over,
});
const use = (over: Partial<UseQuestion> = {}): UseQuestion => ({
  kind: 'use',
  of: 'requests',
  owner: 'key',
  id: 'signature',
  timestamp: NOW,
  isNewEachTime: true,
  isKnownByItself: false,
  ...over,
});
const own = (limiter: Limiter) => limiter.byAccount('0xa', { address: '10.0.0.1', network: null, kin: '10.0.0.0/16' });

test('leader desk: two nodes and the leader itself share one cap, and are told what is left of it', () => {
  const { desk, ask, limiter, replied, messages } = start();
  const plan = limiter.plan({ method: 'POST', path: '/order', caps: ['trading', 'order'] }) ?? expect.unreachable();
  expect(limiter.pass(own(limiter), plan)).toBe(true);
  ask(7, 1, caps({ mayWait: false }));
  desk.take(8, [
    { id: 1, what: caps({ mayWait: false }) },
    { id: 2, what: caps({ mayWait: false }) },
  ]);
  expect(limiter.pass(own(limiter), plan)).toBe(false);
  expect(replied.map(({ asker, reply }) => [asker, reply])).toEqual([
    [7, { kind: 'passed', remaining: expect.stringContaining('"order";r=1;t=1') }],
    [8, { kind: 'passed', remaining: expect.stringContaining('"order";r=0;t=1') }],
    [8, { kind: 'over', retryAfterSeconds: 1, remaining: expect.stringContaining('"order";r=0;t=1') }],
  ]);
  // Those of one message in one.
  expect(messages).toEqual([1, 2]);
});

test('leader desk: a batch counts every order in it', async () => {
  const { ask, kinds } = start();
  ask(7, 1, caps({ weight: 4, mayWait: false }));
  ask(7, 2, caps({ weight: 3 }));
  ask(7, 3, caps({ mayWait: false }));
  // For more than the cap ever has room for no one waits.
  ask(7, 4, caps({ weight: 4 }));
  expect(await kinds()).toEqual([
    [7, 1, 'over'],
    [7, 2, 'passed'],
    [7, 3, 'over'],
    [7, 4, 'over'],
  ]);
});

test('leader desk: who finds no room waits in the one line of all nodes, leaves it, or is refused', async () => {
  const { ask, timers, kinds } = start();
  ask(7, 0, caps({ weight: 3 }));
  ask(7, 1, caps());
  ask(8, 1, caps());
  ask(8, 2, caps());
  ask(7, 2, caps());
  ask(8, 1, { kind: 'left' });
  expect(await kinds()).toEqual([
    [7, 0, 'passed'],
    [7, 2, 'over'],
  ]);
  timers.advance(1_000);
  expect(await kinds()).toEqual([
    [7, 1, 'passed'],
    [8, 2, 'passed'],
  ]);
});

test('leader desk: nothing is kept of one for which room comes between the two looks that let it pass or wait', async () => {
  for (let early = 0; early < 10; early++) {
    const { desk, ask, time, timers, kinds } = start();
    ask(7, 0, caps({ weight: 3 }));
    Object.assign(time, { nowMs: 1_000 - early, ticksMs: 1 });
    ask(7, 1, caps());
    timers.advance(1_000);
    expect(await kinds()).toHaveLength(2);
    expect(desk.underWay).toBe(0);
  }
});

test('leader desk: those of a node that is gone leave their line', async () => {
  const { desk, ask, timers, kinds } = start();
  ask(7, 0, caps({ weight: 3 }));
  ask(8, 1, caps({ weight: 2 }));
  ask(7, 1, caps());
  desk.gone(8);
  ask(7, 2, caps({ weight: 2 }));
  timers.advance(1_000);
  expect(await kinds()).toEqual([
    [7, 0, 'passed'],
    [7, 1, 'passed'],
    [7, 2, 'passed'],
  ]);
});

test('leader desk: who has had too much journaled is refused, but for what ends orders', async () => {
  const { ask, limiter, replied, kinds } = start();
  ask(7, 1, caps());
  await kinds();
  limiter.countJournaled('0xa', 2 ** 40);
  ask(7, 2, caps());
  expect(replied.splice(0)[0]?.reply).toMatchObject({ kind: 'over', remaining: null });
  ask(7, 3, caps({ rows: ['trading', 'cancel'], isUrgent: true, isBudgeted: false }));
  // With nothing to count in, the budget counts all the same.
  ask(7, 4, caps({ rows: [] }));
  expect(await kinds()).toEqual([
    [7, 3, 'passed'],
    [7, 4, 'over'],
  ]);
});

test('leader desk: what an account had journaled counts for its address, also when the account alone was asked for last', async () => {
  const { ask, limiter, replied } = start();
  // As a relayed transaction asks: for the budget of both, then in the row of the account.
  ask(7, 1, caps({ rows: [] }));
  ask(7, 2, caps({ clients: [ACCOUNT], rows: ['relayer'], isBudgeted: false, mayWait: false }));
  limiter.countJournaled('0xa', 2 ** 40);
  replied.length = 0;
  ask(8, 3, caps({ clients: [{ ...ACCOUNT, name: '0xb', kin: '0xb' }, ADDRESS], rows: [] }));
  expect(replied.map(({ reply }) => reply.kind)).toEqual(['over']);
});

test('leader desk: without caps, and in rows that it has not, everything passes', async () => {
  const off = start({ isCapped: false });
  for (let id = 0; id < 9; id++) off.ask(7, id, caps());
  expect(new Set(off.replied.map(({ reply }) => JSON.stringify(reply)))).toEqual(
    new Set(['{"kind":"passed","remaining":""}']),
  );
  const { ask, kinds } = start();
  ask(7, 1, caps({ rows: ['a row of another version'] }));
  expect(await kinds()).toEqual([[7, 1, 'passed']]);
});

test('leader desk: an address opens as many accounts as the table says, wherever it asks', async () => {
  const { ask, replied } = start();
  for (let id = 0; id < 121; id++) ask(id % 2, id, { kind: 'newcomer', clients: [ADDRESS] });
  expect(replied.map(({ reply }) => reply.kind).filter((kind) => kind === 'passed')).toHaveLength(120);
  expect(replied.at(-1)?.reply).toMatchObject({ kind: 'over', remaining: null });
});

test('leader desk: a signature is used once by all nodes and the leader, and answered by who used it', async () => {
  const { ask, requests, replied, kinds } = start();
  ask(7, 1, use());
  expect(await kinds()).toEqual([[7, 1, 'first']]);
  // While it is answered: at another node, and at the leader.
  ask(8, 1, use());
  const here = requests.use({ owner: 'key', id: 'signature', timestamp: NOW }, true);
  ask(7, 1, { kind: 'answered', answer: ANSWER });
  expect(here.kind === 'again' && (await here.answer)).toEqual(ANSWER);
  expect(replied.splice(0)).toEqual([{ asker: 8, id: 1, reply: { kind: 'again', answer: ANSWER } }]);
  ask(7, 2, use());
  await kinds();
  ask(8, 2, use({ id: 'another' }));
  expect(await kinds()).toEqual([[8, 2, 'first']]);
});

test('leader desk: one that was used at the leader is used at every node', async () => {
  const { ask, requests, replied, kinds } = start();
  const used = requests.use({ owner: 'key', id: 'signature', timestamp: NOW }, true);
  if (used.kind === 'first') used.use.answered(ANSWER);
  ask(7, 1, use());
  await Promise.resolve();
  expect(replied.splice(0)).toEqual([{ asker: 7, id: 1, reply: { kind: 'again', answer: ANSWER } }]);
  expect(await kinds()).toEqual([]);
});

test('leader desk: what is known by itself is forgotten, and who waits for it goes on', async () => {
  const { ask, kinds } = start();
  ask(7, 1, use({ isKnownByItself: true }));
  ask(8, 1, use({ isKnownByItself: true }));
  expect(await kinds()).toEqual([[7, 1, 'first']]);
  ask(7, 1, { kind: 'forgotten' });
  expect(await kinds()).toEqual([[8, 1, 'first']]);
});

test('leader desk: what a node that is gone has used stays used without an answer, unless it is known by itself', async () => {
  const { desk, ask, replied, kinds } = start();
  ask(7, 1, use());
  ask(7, 2, use({ id: 'an order', isKnownByItself: true }));
  ask(8, 1, use());
  ask(8, 2, use({ id: 'an order', isKnownByItself: true }));
  await kinds();
  desk.gone(7);
  await Promise.resolve();
  expect(replied.splice(0).map(({ asker, id, reply }) => [asker, id, reply])).toEqual([
    [8, 1, { kind: 'again', answer: null }],
    [8, 2, { kind: 'first' }],
  ]);
  // What it still says, as one that asks for the first time, is about nothing.
  ask(7, 1, { kind: 'forgotten' });
  ask(8, 3, use());
  expect(await kinds()).toEqual([[8, 3, 'again']]);
});

test('leader desk: nothing is replied to one that is gone', async () => {
  const { desk, ask, kinds } = start();
  ask(8, 1, use());
  ask(7, 1, use());
  await kinds();
  desk.gone(7);
  ask(8, 1, { kind: 'answered', answer: ANSWER });
  expect(await kinds()).toEqual([]);
});

test('leader desk: a signature of before it led is not used, unless it does nothing new', async () => {
  const { ask, replied } = start({ atStart: NOW + 2 });
  ask(7, 1, use());
  ask(7, 2, use({ isNewEachTime: false }));
  ask(7, 3, use({ id: 'later', timestamp: NOW + 3 }));
  expect(replied.map(({ reply }) => reply)).toEqual([
    { kind: 'before_start', retryAfterSeconds: 3 },
    { kind: 'first' },
    { kind: 'first' },
  ]);
});

test('leader desk: a timestamp that is not taken by its own clock is not used, whatever that of the other node says', async () => {
  const { ask, kinds } = start();
  for (const [id, timestamp] of [NOW - 61, NOW - 60, NOW + 5, NOW + 6].entries())
    ask(7, id, use({ id: String(id), timestamp }));
  expect(await kinds()).toEqual([
    [7, 0, 'untimely'],
    [7, 1, 'first'],
    [7, 2, 'first'],
    [7, 3, 'untimely'],
  ]);
});
