/** What a node that follows asks the leader of requests that a wallet's signature proves: nothing before it is proven. */
import { capTable } from '@bellwether/contract';
import { createSigner, walletHeaders } from '@bellwether/sdk';
import { afterEach, expect, test } from 'vitest';
import { Questions } from '../../exchange/questions.ts';
import { Limiter } from '../../limits/limiter.ts';
import { ManualTimers } from '../../limits/testing/manual-timers.ts';
import type { Afterword, ClientName, Question } from '../../ports/leader-questions.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { Relayer } from '../testing/relaying.ts';
import { type Stack, type StackOptions, startStack } from '../testing/stack.ts';
import { signInTerms } from '../testing/trader.ts';
import { LeaderDesk } from './leader-desk.ts';

const CAPS = capTable({ keys: [{ requests: 3, seconds: 60 }], relayer: [{ requests: 3, seconds: 60 }] });
const HERE = '192.0.2.1';

let stack: Stack | null = null;
afterEach(async () => {
  await stack?.close();
  stack = null;
});

/** A node that follows, and the desk of the one that leads. */
async function start(options: StackOptions = {}) {
  const timers = new ManualTimers({ nowMs: 0 });
  const { clock, schedule } = timers;
  const limiter = new Limiter({ caps: CAPS, clock, schedule, random: MACHINE.random });
  const asked: (Question | Afterword)[] = [];
  const leader: Questions = new Questions({
    timers: MACHINE.timers,
    standing: () => null,
    send: (message) => {
      if (message.kind !== 'asked') return;
      asked.push(...message.asked.map(({ what }) => what));
      desk.take(7, message.asked);
    },
  });
  const desk = new LeaderDesk({
    limiter,
    used: { requests: null, signIns: null },
    clock: () => 0,
    toleranceSeconds: { past: 60, future: 5 },
    reply: (_asker, replied) => leader.replied(replied),
  });
  stack = await startStack({ limits: CAPS, leader, ...options });
  return { own: stack, asked, desk, timers };
}

/** `isForged`: the signature is another wallet's. */
async function signIn(own: Stack, wallet: number, from: string, isForged = false) {
  const signer = createSigner(`0x${wallet.toString(16).padStart(64, '0')}`);
  const signed = await walletHeaders(signer, signInTerms(own), own.nextSecond(`wallet ${wallet}`), wallet);
  const headers = Object.fromEntries(
    Object.entries(signed).map(([name, value]) => [
      name,
      isForged && value === signer.address ? createSigner(`0x${'9'.repeat(64)}`).address : value,
    ]),
  );
  const { statusCode, headers: told } = await own.app.inject({
    method: 'POST',
    url: '/auth/api-key',
    remoteAddress: from,
    headers,
  });
  return { status: statusCode, remaining: /"keys";r=([0-9]+)/.exec(String(told['ratelimit']))?.[1] };
}

const ADDRESS: ClientName = { kind: 'address', name: HERE, crowd: null, kin: '192.0.0.0/16' };

/** As from another node. */
const countElsewhere = (desk: LeaderDesk, row: string, times: number): void => {
  const what = { kind: 'caps', clients: [ADDRESS], rows: [row], isUrgent: false } as const;
  for (let id = 0; id < times; id++)
    desk.take(8, [{ id, what: { ...what, weight: 1, isBudgeted: false, mayWait: false } }]);
};

test('proven: of sign-ins that are not signed the leader is asked nothing, and its cap is left to those that are', async () => {
  const { own, asked } = await start();
  const statuses: number[] = [];
  for (let times = 0; times < 3; times++) statuses.push((await signIn(own, 1, HERE, true)).status);
  expect([statuses, asked]).toEqual([[401, 401, 401], []]);
});

test('proven: a sign-in counts for its address at the leader, with those of the other nodes', async () => {
  const { own, asked, desk, timers } = await start();
  expect(await signIn(own, 1, HERE)).toEqual({ status: 200, remaining: '2' });
  expect(asked[0]).toMatchObject({ kind: 'caps', clients: [ADDRESS], rows: ['trading', 'keys'] });
  countElsewhere(desk, 'keys', 2);
  // For room that comes later than it may wait.
  expect(await signIn(own, 2, HERE)).toEqual({ status: 429, remaining: '0' });
  expect(own.exchange.state.accounts).toHaveLength(1);
  timers.advance(60_000);
  expect(await signIn(own, 2, HERE)).toEqual({ status: 200, remaining: '2' });
});

test('proven: of transactions that are not signed the leader is asked nothing; those that are count there', async () => {
  const { own, asked, desk } = await start({ profile: 'polymarket' });
  const alice = new Relayer(own, '1001');
  const deployment = await alice.deployment();
  expect((await alice.submit({ ...deployment, signature: `0x${'1'.repeat(130)}` })).status).toBe(400);
  expect(asked).toEqual([]);
  expect((await alice.submit(deployment)).status).toBe(200);
  expect(asked[0]).toMatchObject({
    kind: 'caps',
    rows: ['trading', 'work', 'relayer'],
    clients: [{ kind: 'address' }],
  });
  // Sent again it counts again, whatever comes of it.
  const before = asked.length;
  expect((await alice.submit(deployment)).status).toBe(200);
  expect(asked.length).toBeGreaterThan(before);
  expect(desk.underWay).toBe(0);
});
