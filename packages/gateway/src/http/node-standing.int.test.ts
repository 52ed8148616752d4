/** Status reports of one of several nodes: some for everyone, all for the operator and Prometheus. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { VenueHealth } from '@bellwether/contract';
import type { NodeStanding } from '@bellwether/ports/nodes.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { expect, test } from 'vitest';
import { WAIT_MS_MAX, WAITING_PER_ADDRESS_MAX } from './plugins/nodes.ts';
import { openTestVenue, openVenue } from './testing/open-venue.ts';
import { portOf } from './testing/raw-socket.ts';
import { START_MS } from './testing/stack.ts';
import { type Answer, admin, send } from './testing/trader.ts';

const A = { name: 'one, process 1', address: '10.0.0.1:7700' };
const B = { name: 'two, process 2', address: '10.0.0.2:7700' };
const C = { name: 'three, process 3', address: '10.0.0.3:7700' };

/** Node b of an empty venue: it follows node a and is three entries behind; node c is one behind. */
const FOLLOWS: NodeStanding = {
  ...{ node: B, role: 'follows', problem: '', epoch: 4, sinceMs: START_MS - 40_000 },
  ...{ leader: A.name, leaderAddress: A.address, leaderSinceMs: START_MS - 60_000, leaderSequence: 3 },
  currentUntilMs: Number.POSITIVE_INFINITY,
  followers: [
    { ...B, sequence: 0 },
    { ...C, sequence: 2 },
  ],
};
const NO_LEADER = { leader: '', leaderAddress: '', leaderSinceMs: 0, epoch: 0, leaderSequence: 0, followers: [] };
const SEEKS: NodeStanding = { ...FOLLOWS, ...NO_LEADER, role: 'seeks' };

/** Timers under which waits for an entry never time out. */
const patient: Timers = {
  ...MACHINE.timers,
  after: (delayMs, callback) => (delayMs === WAIT_MS_MAX ? () => undefined : MACHINE.timers.after(delayMs, callback)),
};

let standing: NodeStanding | null;
const stack = await openVenue({ standing: () => standing, runtime: { timers: patient } });

const cluster = async (): Promise<VenueHealth['cluster']> =>
  ((await admin(stack, 'GET', '/admin/health')).body as VenueHealth).cluster;

const venue = async () => (await send(stack, 'GET', '/venue')).body as { readonly cluster?: unknown };

/** Figures of the node, by name and label. */
async function figures(from = stack): Promise<Record<string, string>> {
  // The text is cached for a second.
  from.timers.advance(1_000);
  const { text } = await send(from, 'GET', '/metrics');
  const lines = text.matchAll(/^bellwether_((?:node|follower)_\S+) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

test('node: one that follows says whom, and how far it is behind', async () => {
  standing = FOLLOWS;
  const own = { node: B, role: 'follows', problem: null, is_current: true, since_ms: START_MS - 40_000, epoch: 4 };
  const leader = { leader: { ...A, since_ms: START_MS - 60_000 }, leader_sequence: 3, lag_entries: 3 };
  const followers = [
    { ...B, sequence: 0, lag_entries: 3 },
    { ...C, sequence: 2, lag_entries: 1 },
  ];
  expect(await cluster()).toEqual({ ...own, ...leader, followers });
  const now = stack.time.nowMs;
  const role = { node_leads: '0', node_follows: '1', node_current: '1', node_epoch: '4' };
  const seconds = String((now + 1_000 - FOLLOWS.sinceMs) / 1_000);
  const place = { node_leader_sequence: '3', node_lag_entries: '3', node_standing_seconds: seconds };
  expect(await figures()).toEqual({ ...role, ...place });
  // Everyone hears its role and epoch, and no name or address.
  expect((await venue()).cluster).toEqual({ role: 'follows', epoch: 4, isCurrent: true });
});

test('node: the one that leads tells Prometheus of each that follows, for as long as it does', async () => {
  standing = { ...FOLLOWS, node: A, role: 'leads' };
  expect(await figures()).toMatchObject({
    node_leads: '1',
    node_follows: '0',
    [`follower_lag_entries{node="${B.address}"}`]: '3',
    [`follower_lag_entries{node="${C.address}"}`]: '1',
  });
  standing = { ...standing, followers: [{ ...C, sequence: 3 }] };
  const told = Object.entries(await figures()).filter(([name]) => name.startsWith('follower'));
  expect(told).toEqual([[`follower_lag_entries{node="${C.address}"}`, '0']]);
});

test('node: one that knows no leader says so; without one for long it answers nothing but that', async () => {
  standing = SEEKS;
  expect(await cluster()).toMatchObject({ role: 'seeks', leader: null, epoch: 0, lag_entries: 0, followers: [] });
  standing = { ...SEEKS, problem: 'ECONNREFUSED', currentUntilMs: 0 };
  expect(await admin(stack, 'POST', '/admin/tags', { label: 'Late' })).toMatchObject({ status: 503 });
  expect(await cluster()).toMatchObject({ role: 'seeks', problem: 'ECONNREFUSED', is_current: false });
  expect((await venue()).cluster).toEqual({ role: 'seeks', epoch: 0, isCurrent: false });
  expect(await figures()).toMatchObject({ node_leads: '0', node_follows: '0', node_current: '0', node_epoch: '0' });
});

/** A read with `x-after-sequence`: the entry it must show, or any other value. */
const readAfter = (sequence: number | string): Promise<Answer> =>
  send(stack, 'GET', '/venue', undefined, { 'x-after-sequence': String(sequence) });
/** A write of exactly one entry. */
const write = (): Promise<Answer> =>
  admin(stack, 'POST', '/admin/tags', { label: `Tag ${stack.exchange.state.sequence}` });

test('node: a read that names an entry waits until the node has it', async () => {
  standing = FOLLOWS;
  const { sequence } = stack.exchange.state;
  const next = readAfter(sequence + 1);
  const isFirst = await Promise.race([next.then(() => true), readAfter(sequence).then(() => false)]);
  expect(isFirst).toBe(false);
  expect((await write()).status).toBeLessThan(300);
  const { status, headers } = await next;
  expect(status).toBe(200);
  expect(Number(headers['x-sequence'])).toBeGreaterThan(sequence);
});

test('node: who waits for more entries at once than is allowed is told so at once; who hangs up leaves its place', async () => {
  standing = FOLLOWS;
  const port = await portOf(stack.app);
  const wanted = stack.exchange.state.sequence + 1;
  const text = `GET /venue HTTP/1.1\r\nhost: localhost\r\nx-after-sequence: ${wanted}\r\n\r\n`;
  const url = `http://127.0.0.1:${port}/venue`;
  const headers = { 'x-after-sequence': String(wanted) };
  const left = Array.from({ length: WAITING_PER_ADDRESS_MAX }, () => connect(port, '127.0.0.1'));
  for (const each of left) each.write(text);
  const asked = (): Promise<string> =>
    fetch(url, { headers }).then((answer) => `${answer.status}, retry-after: ${answer.headers.get('retry-after')}`);
  // One request too many: the first answer is its refusal, and other reads go on.
  const data = left.map((each) => once(each, 'data').then(([bytes]) => String(bytes)));
  expect(await Promise.race([asked(), ...data])).toMatch(/503.*retry-after: [0-9]/is);
  // A client that only half-closes its connection is still answered, so these reset theirs.
  for (const each of left) each.resetAndDestroy();
  /** Resolves when later requests have their answers. */
  const others = async (): Promise<'waits'> => {
    for (let count = 0; count < 5; count++) await fetch(`http://127.0.0.1:${port}/venue`);
    return 'waits';
  };
  let next = asked();
  while ((await Promise.race([next, others()])) !== 'waits') next = asked();
  await write();
  expect(await next).toMatch(/^200/);
});

test.each(['soon', '-1', '1.5', '', '1e3', '99999999999999999999'])('node: %j is no entry', async (text) => {
  standing = FOLLOWS;
  const { status, text: words } = await readAfter(text);
  expect({ status, words }).toEqual({
    status: 400,
    words: expect.stringContaining('x-after-sequence must be the number of an entry') as string,
  });
});

test('node: one that has not said yet what it is tells nothing', async () => {
  standing = null;
  expect(await venue()).not.toHaveProperty('cluster');
  expect(await figures()).toMatchObject({ node_leads: 'Nan', node_lag_entries: 'Nan' });
});

test('node: the only one of its venue does not speak of nodes', async () => {
  const alone = await openTestVenue();
  expect((await send(alone, 'GET', '/venue')).body).not.toHaveProperty('cluster');
  expect((await admin(alone, 'GET', '/admin/health')).body).not.toHaveProperty('cluster');
  expect((await send(alone, 'GET', '/metrics')).text).not.toMatch(/bellwether_(node|follower)_/);
});
