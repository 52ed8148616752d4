/** The one-time set-up of a new venue: its link, its values, its first event, and strangers that try it. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExchangeUnavailable } from '@bellwether/ports/exchange.ts';
import { createSetUp } from '@bellwether/venue/compose/set-up.ts';
import { CONFIG_FILE } from '@bellwether/venue/config/venue-settings.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { afterEach, expect, test } from 'vitest';
import { type Stack, startStack } from '../testing/stack.ts';
import { addEvent, type Fields, type Method, send, Trader } from '../testing/trader.ts';
import { registerSetUp } from './register-set-up.ts';

const TEN_MINUTES_MS = 600_000;
const EVENT = { title: 'Rain?', description: 'Ask the roof.', markets: [{ question: 'Will it rain?' }] };
const VALUES = { name: 'The Club', currency: 'acorns', join: 'listed', startingBalance: '12.5' };

let stack: Stack;
const clock = { monotonic: 0 };
afterEach(() => stack?.close());

/** Starts a new venue with a link; returns a function that uses it. */
async function start() {
  clock.monotonic = 5;
  stack = await startStack({
    extend: registerSetUp,
    setUp: (dataDir, settings) =>
      createSetUp(
        { dataDir, adminToken: null, signIn: { provider: null, mail: null }, url: null },
        { clock: { ...MACHINE.clock, monotonicMs: () => clock.monotonic }, random: MACHINE.random },
        (values) => void Object.assign(settings, values),
      ),
  });
  const token = stack.dependencies.setUp?.token ?? '';
  const use = (body: unknown = { ...VALUES, event: EVENT }, sent = token) =>
    send(stack, 'POST', '/app/setup/link', body, { authorization: `Bearer ${sent}` });
  const state = (sent = token) => send(stack, 'GET', '/app/setup/link', undefined, { authorization: `Bearer ${sent}` });
  return { token, use, state };
}

const files = () => readdirSync(stack.folder).filter((name) => name.startsWith(CONFIG_FILE));
/** A refusal whose words contain a text. */
const refusal = (status: number, words: string) => ({ status, body: { error: expect.stringContaining(words) } });
const nothingHappened = () => expect([files(), stack.exchange.state.catalogEvents.size]).toEqual([[], 0]);

test('set-up: writes the file, puts its values in force, adds the first event, and works once', async () => {
  const { token, use, state } = await start();
  expect(token).toMatch(/^[\w-]{32}$/);
  expect((await state()).body).toEqual({
    secondsLeft: 600,
    callback: expect.stringContaining('/auth/people/callback/'),
  });
  const adminToken = join(stack.folder, 'admin-token');
  expect(await use()).toMatchObject({ status: 200, body: { event: 'rain', adminToken } });
  expect(JSON.parse(readFileSync(join(stack.folder, CONFIG_FILE), 'utf8'))).toEqual({ ...VALUES, reads: 'public' });
  expect(files()).toEqual([CONFIG_FILE]);
  expect((await send(stack, 'GET', '/venue')).body).toMatchObject(VALUES);
  expect((await send(stack, 'GET', '/events/slug/rain')).body).toMatchObject({ title: 'Rain?' });
  await expect(Trader.open(stack, '1')).rejects.toThrow('not_listed');
  for (const again of [await use(), await state()]) expect(again).toMatchObject(refusal(409, 'is set up already'));
  expect(stack.exchange.state.catalogEvents.size).toBe(1);
});

test('set-up: without an event, the link still works once', async () => {
  const { use } = await start();
  expect(await use(VALUES)).toMatchObject({ status: 200, body: { event: '' } });
  expect((await use(VALUES)).status).toBe(409);
});

test('set-up: the link expires ten minutes after the start, by a clock that no one sets', async () => {
  const { use, state } = await start();
  clock.monotonic += TEN_MINUTES_MS - 1;
  expect((await state()).body).toMatchObject({ secondsLeft: 1 });
  clock.monotonic += 1;
  for (const late of [await use(), await state()])
    expect(late).toMatchObject(refusal(409, 'has expired. Restart the venue'));
  nothingHappened();
});

test('set-up: another token is refused, and an address that guesses is stopped', async () => {
  const { token, use, state } = await start();
  for (const wrong of [`${token}x`, token.slice(0, -1), token.toUpperCase(), 'x'])
    expect(await use(undefined, wrong)).toMatchObject({ status: 401, body: { code: 'setup_link_wrong' } });
  expect((await send(stack, 'POST', '/app/setup/link', VALUES)).status).toBe(401);
  let guesses = 0;
  while ((await state(`guess-${guesses}`)).status === 401) guesses += 1;
  expect((await state(`guess-${guesses}`)).status).toBe(429);
  expect(guesses).toBeLessThan(200);
  nothingHappened();
});

test('set-up: of two browsers at once, one wins and the other is told', async () => {
  const { use } = await start();
  const answers = await Promise.all([use(), use({ ...VALUES, name: 'Second', event: EVENT })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(stack.exchange.state.catalogEvents.size).toBe(1);
  const winner = answers[0]?.status === 200 ? 'The Club' : 'Second';
  expect((await send(stack, 'GET', '/venue')).body).toMatchObject({ name: winner });
});

test('set-up: a wrong value of any field is refused by its name, and nothing is written', async () => {
  const { use } = await start();
  for (const [change, problem] of [
    [{ name: '' }, 'name must be'],
    [{ name: 'x'.repeat(100_000) }, 'name must be'],
    [{ name: 'a\u202eb' }, 'name must be'],
    [{ name: 7 }, 'Invalid payload: name'],
    [{ name: undefined }, 'Invalid payload: name'],
    [{ currency: '5' }, 'currency must be'],
    [{ join: 'some' }, 'join must be one of open, listed'],
    [{ startingBalance: '1e400' }, 'startingBalance must be'],
    [{ startingBalance: 1000 }, 'Invalid payload: startingBalance'],
    [{ join: 'oidc' }, 'join=oidc needs oidcIssuer'],
    [{ join: 'oidc', oidcIssuer: 'https://id.example' }, 'oidcIssuer needs oidcClientId'],
    [{ smtpUrl: 'smtp://me:s3cret@mail.example', smtpFrom: 'v@a.example' }, 'smtpUrl needs join=invite'],
    [{ join: 'invite', smtpUrl: 'http://mail.example', smtpFrom: 'v@a.example' }, 'smtpUrl must be smtp://'],
    [{ colour: 'red' }, 'Invalid payload: unknown field "colour"'],
    [{ event: { ...EVENT, title: '' } }, 'event: title'],
    [{ event: { ...EVENT, markets: [{ question: 'A?', colour: 'red' }] } }, 'event: '],
    [{ event: [] }, 'Invalid payload: event'],
  ] as const) {
    const { status, body } = await use({ ...VALUES, event: EVENT, ...change });
    expect([status, (body as { error: string }).error]).toEqual([400, expect.stringContaining(problem)]);
    expect((body as { error: string }).error.length).toBeLessThan(400);
  }
  nothingHappened();
  expect((await use()).status).toBe(200);
});

test('set-up: HTML in the name is a name, and stays text', async () => {
  const { use } = await start();
  expect((await use({ ...VALUES, name: '<img src=x onerror=alert(1)>' })).status).toBe(200);
  expect((await send(stack, 'GET', '/venue')).body).toMatchObject({ name: '<img src=x onerror=alert(1)>' });
});

test('set-up: a venue that someone has joined or added to is left alone', async () => {
  const { use } = await start();
  await Trader.open(stack, '1');
  expect(await use()).toMatchObject(refusal(409, 'is in use already'));
  nothingHappened();
});

test('set-up: a file that someone has written meanwhile stays as it is, and the link stays good', async () => {
  const { use } = await start();
  writeFileSync(join(stack.folder, CONFIG_FILE), '{}');
  expect(await use()).toMatchObject({
    status: 503,
    body: { error: expect.stringMatching(/^nothing was set up: .* exists by now/) },
  });
  expect(readFileSync(join(stack.folder, CONFIG_FILE), 'utf8')).toBe('{}');
  rmSync(join(stack.folder, CONFIG_FILE));
  expect((await use()).status).toBe(200);
});

test('set-up: a folder that cannot be written is told, and nothing changes', async () => {
  const { use } = await start();
  // A folder in the place of the file being written fails for every user, even one who may write everywhere.
  mkdirSync(join(stack.folder, `${CONFIG_FILE}.new`, 'in-the-way'), { recursive: true });
  expect(await use()).toMatchObject({ status: 503, body: { error: expect.stringMatching(/^nothing was set up: /) } });
  expect((await send(stack, 'GET', '/venue')).body).toMatchObject({ name: 'Bellwether' });
  expect(stack.exchange.state.catalogEvents.size).toBe(0);
  rmSync(join(stack.folder, `${CONFIG_FILE}.new`), { recursive: true });
  expect((await use()).status).toBe(200);
});

test('set-up: an exchange that does not answer leaves the values and a link for the event', async () => {
  const { use } = await start();
  const { exchange } = stack;
  const submit = exchange.submit.bind(exchange);
  exchange.submit = () => Promise.reject(new ExchangeUnavailable('gone'));
  expect([(await use()).status, files()]).toEqual([503, [CONFIG_FILE]]);
  exchange.submit = submit;
  expect(await use()).toMatchObject({ status: 200, body: { event: 'rain' } });
});

test('set-up: a page of another origin may neither ask nor read', async () => {
  const { token } = await start();
  const from = (method: Method, headers: Fields, body?: object) =>
    send(stack, method, '/app/setup/link', body, { origin: 'https://evil.example', ...headers });
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  for (const answer of [await from('OPTIONS', asked), await from('GET', { authorization: `Bearer ${token}` })])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  expect([401, 415]).toContain((await from('POST', { 'content-type': 'text/plain' }, VALUES)).status);
  nothingHappened();
});

test('set-up: a venue without a link says what to do instead, and the admin token is no link', async () => {
  stack = await startStack({ extend: registerSetUp });
  await addEvent(stack, ['Old?']);
  for (const method of ['GET', 'POST'] as const) {
    const body = method === 'POST' ? VALUES : undefined;
    const answer = await send(stack, method, '/app/setup/link', body, { authorization: 'Bearer anything' });
    expect(answer).toMatchObject(refusal(409, 'set the venue up by settings or in bellwether.config'));
    expect(answer.text).toContain('market is missing, add it at ');
  }
});
