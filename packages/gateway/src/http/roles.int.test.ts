/**
 * The cross-role matrix: every route of administrators, asked by outsiders and in each role, by the API key of an account
 * and by a named token. Made from the table of routes, so that no new route can be forgotten.
 */
import { JOINING_ROUTES, leastRole, mayUse, ROLES, ROUTES, type Role, type Route } from '@bellwether/contract';
import { beforeEach, expect, test } from 'vitest';
import { nativeSigner } from '../adapters/signature-pool/testing/native-signer.ts';
import { openVenue } from './testing/open-venue.ts';
import { addMarket, admin, type Method, send, Trader } from './testing/trader.ts';

// The routes of people are there only with their store.
const stack = await openVenue({ join: 'invite' });
/** Opens a trader whose address the operator has added. */
async function opened(digits: string): Promise<Trader> {
  await admin(stack, 'POST', '/admin/accounts', {
    address: nativeSigner(`0x${digits.repeat(64)}`).address.toLowerCase(),
  });
  return Trader.open(stack, digits);
}
const trader = await opened('1');
const WITH_PEOPLE: readonly Route[] = [...ROUTES, ...Object.values(JOINING_ROUTES)];
const OF_ADMINS = WITH_PEOPLE.filter(({ auth }) => auth === 'admin');

// Signatures of equal requests need seconds of their own.
beforeEach(() => {
  stack.time.nowMs += 60_000;
});

/** Least roles stated apart from the table; a route that changes something and is not listed needs an operator. */
const STATED: Readonly<Record<string, string>> = {
  owner: 'PUT /admin/roles, GET /admin/tokens, POST /admin/tokens, DELETE /admin/tokens/:name',
  editor: `
    POST /admin/tags, POST /admin/series, POST /admin/events, PATCH /admin/events/:id, GET /admin/events,
    PATCH /admin/markets/:condition_id, POST /admin/markets/:condition_id/propose, POST /admin/events/:id/propose,
    POST /admin/markets/:condition_id/withdraw-proposal, POST /admin/events/:id/withdraw-proposal,
    GET /admin/suggestions, GET /admin/suggestions/:id, POST /admin/suggestions/:id/approve,
    POST /admin/suggestions/:id/reject, POST /admin/events/:id/clarifications`,
  moderator: `
    GET /admin/comments, DELETE /admin/comments/:id, DELETE /admin/comments/user_address/:user_address,
    DELETE /admin/comments/:id/reports, GET /admin/moderators`,
  trader: 'GET /admin/self',
};

/** Answers of a request whose content is nonsense: only its admission matters. */
async function ask(route: Route, who: Trader | string | null): Promise<string> {
  const method = route.method as Method;
  const path = route.path.replaceAll(/:\w+/g, 'none-such');
  const body = method === 'GET' || method === 'DELETE' ? '' : '{"none":1}';
  const headers =
    who === null ? {} : typeof who === 'string' ? { authorization: `Bearer ${who}` } : who.headers(method, path, body);
  const answer = await send(stack, method, path, body === '' ? undefined : body, headers);
  const { code } = answer.body as { readonly code?: string };
  // Refusals of content are different ones.
  return code === 'role_required' || answer.status === 401 ? `${answer.status} ${code}` : 'admitted';
}

async function tokenOf(role: Role, name = `of-${role}`): Promise<string> {
  const body = { name, role, expires: 4_000_000_000 };
  return ((await admin(stack, 'POST', '/admin/tokens', body)).body as { readonly token: string }).token;
}

test('roles: the least role of each route is stated', () => {
  const stated = new Map(
    Object.entries(STATED).flatMap(([role, names]) => names.split(',').map((name) => [name.trim(), role] as const)),
  );
  const names = OF_ADMINS.map((route) => `${route.method} ${route.path}`);
  const others = (method: string): string => (method === 'GET' ? 'auditor' : 'operator');
  expect(OF_ADMINS.map((route) => leastRole(route))).toEqual(
    OF_ADMINS.map(({ method }, index) => stated.get(names[index] ?? '') ?? others(method)),
  );
  expect([...stated.keys()].filter((name) => !names.includes(name))).toEqual([]);
});

test('roles: an auditor reads everything and changes nothing; an owner may do everything', () => {
  const routesOf = (role: Role): readonly Route[] => OF_ADMINS.filter((route) => mayUse(role, route));
  expect(routesOf('auditor')).toEqual(OF_ADMINS.filter(({ method }) => method === 'GET'));
  expect(routesOf('owner')).toEqual(OF_ADMINS);
  expect(OF_ADMINS.filter((route) => !mayUse('operator', route)).map(leastRole)).toEqual(['owner', 'owner', 'owner']);
});

test.each(ROLES)('roles: every route of administrators as %s', async (role) => {
  await admin(stack, 'PUT', '/admin/roles', { account: trader.address, role });
  const token = role === 'trader' ? null : await tokenOf(role);
  for (const route of OF_ADMINS) {
    const expected = mayUse(role, route) ? 'admitted' : '403 role_required';
    expect([route.path, await ask(route, trader)]).toEqual([route.path, expected]);
    if (token !== null) expect([route.path, await ask(route, token)]).toEqual([route.path, expected]);
  }
});

test('roles: every route of administrators as an outsider', async () => {
  const stranger = Trader.device(stack, '2', `0x${'77'.repeat(20)}`, trader.credentials);
  for (const route of OF_ADMINS) {
    expect(await ask(route, null)).toBe('401 invalid_admin_token');
    expect(await ask(route, stranger)).toBe('401 invalid_api_key');
  }
});

test('roles: a token counts until its end by the venue’s clock, or until it is revoked', async () => {
  const expires = Math.floor(stack.time.nowMs / 1000) + 60;
  const issue = async (name: string): Promise<string> => {
    const answer = await admin(stack, 'POST', '/admin/tokens', { name, role: 'auditor', expires });
    return (answer.body as { readonly token: string }).token;
  };
  const [ends, revoked] = [await issue('ends'), await issue('revoked')];
  const self = (token: string) => send(stack, 'GET', '/admin/self', undefined, { authorization: `Bearer ${token}` });
  expect((await self(ends)).body).toEqual({ actor: 'token:ends', role: 'auditor' });
  await admin(stack, 'DELETE', '/admin/tokens/revoked');
  expect((await self(revoked)).status).toBe(401);
  stack.time.nowMs += 59_999;
  expect((await self(ends)).status).toBe(200);
  stack.time.nowMs += 1;
  expect((await self(ends)).status).toBe(401);
  const { text } = await admin(stack, 'GET', '/admin/tokens');
  expect(text).toContain('"ended":true');
  for (const secret of [ends, revoked]) expect(text).not.toContain(secret);
});

test('roles: the same token request under one key shows the secret once and makes one token', async () => {
  const body = { name: 'once', role: 'editor', expires: 4_000_000_000 };
  const ask = () => admin(stack, 'POST', '/admin/tokens', body, { 'idempotency-key': 'once' });
  expect([(await ask()).status, (await ask()).status]).toEqual([201, 409]);
  expect((await admin(stack, 'GET', '/admin/tokens')).text.match(/"once"/g)).toHaveLength(1);
});

test('roles: a signed request of an administrator has its effect once', async () => {
  const operator = await opened('5');
  await admin(stack, 'PUT', '/admin/roles', { account: operator.address, role: 'operator' });
  const body = JSON.stringify({ wallet: operator.address, amount: '5' });
  const headers = operator.headers('POST', '/admin/deposits', body);
  const first = await send(stack, 'POST', '/admin/deposits', body, headers);
  const repeated = await send(stack, 'POST', '/admin/deposits', body, headers);
  expect([first.status, repeated.status]).toEqual([200, 200]);
  expect(repeated.headers['idempotent-replayed']).toBe('true');
  expect((repeated.body as { readonly free: string }).free).toBe((first.body as { readonly free: string }).free);
});

test('roles: an operator changes no mark of a moderator on an account with a role', async () => {
  const token = await tokenOf('operator', 'marks');
  const [owner, member] = [await opened('7'), await opened('8')];
  await admin(stack, 'PUT', '/admin/roles', { account: owner.address, role: 'owner' });
  const bearer = { authorization: `Bearer ${token}` };
  for (const method of ['PUT', 'DELETE'] as const) {
    const act = (account: string) => send(stack, method, `/admin/moderators/${account}`, undefined, bearer);
    expect(await act(owner.address)).toMatchObject({ status: 403, body: { code: 'role_required' } });
    expect((await act(member.address)).status).toBe(200);
  }
});

test('roles: an editor opens no market with the house’s money', async () => {
  await admin(stack, 'PUT', '/admin/roles', { account: trader.address, role: 'editor' });
  const houseMaker = { subsidy: 100, spread: 0.02, probabilities: [0.5] };
  const body = { title: 'House?', markets: [{ question: 'House?' }], houseMaker };
  const answer = await trader.send('POST', '/admin/events', body);
  expect([answer.status, answer.body]).toMatchObject([403, { code: 'role_required' }]);
  expect((await admin(stack, 'POST', '/admin/events', body)).status).toBe(201);
});

test('roles: an editor archives nothing, which would make results final, and changes no fee of an opened market', async () => {
  await admin(stack, 'PUT', '/admin/roles', { account: trader.address, role: 'editor' });
  const refused = { status: 403, body: { code: 'role_required', error: 'this needs the role operator' } };
  const { conditionId, eventId } = await addMarket(stack, 'paid before it was archived');
  const market = `/admin/markets/${conditionId}`;
  expect((await admin(stack, 'POST', `${market}/resolve`, { winner: 'Yes' })).status).toBe(200);
  for (const path of [market, `/admin/events/${eventId}`])
    expect([path, await trader.send('PATCH', path, { archived: true })]).toMatchObject([path, refused]);
  const event = { title: 'Archived?', markets: [{ question: 'Archived?' }] };
  expect(await trader.send('POST', '/admin/events', { ...event, archived: true })).toMatchObject(refused);
  const reversal = { to: { winner: 'No' }, note: 'wrong' };
  expect((await admin(stack, 'POST', `${market}/reverse`, reversal)).status).toBe(200);
  expect((await admin(stack, 'PATCH', market, { archived: true })).status).toBe(200);
  expect(await trader.send('PATCH', market, { archived: false })).toMatchObject(refused);

  const fees = [{ takerBaseFee: 1000 }, { maker_base_fee: 1000 }];
  const opened = await addMarket(stack, 'a fee of the operator');
  const planned = await addMarket(stack, 'a fee to plan', { openTime: '2199-01-01T00:00:00Z', takerBaseFee: 100 });
  for (const fee of fees) {
    expect(await trader.send('PATCH', `/admin/markets/${opened.conditionId}`, fee)).toMatchObject(refused);
    expect((await trader.send('PATCH', `/admin/markets/${planned.conditionId}`, fee)).status).toBe(200);
    expect((await admin(stack, 'PATCH', `/admin/markets/${opened.conditionId}`, fee)).status).toBe(200);
  }
});

test('roles: an editor’s proposal leaves others the usual time to look at it', async () => {
  await admin(stack, 'PUT', '/admin/roles', { account: trader.address, role: 'editor' });
  const { conditionId: market } = await addMarket(stack, 'proposed by an editor');
  const propose = (windowHours?: number) =>
    trader.send('POST', `/admin/markets/${market}/propose`, {
      winner: 'Yes',
      ...(windowHours !== undefined && { windowHours }),
    });
  for (const hours of [0, 0.0001, 23.9])
    expect(await propose(hours)).toMatchObject({ status: 403, body: { code: 'role_required' } });
  expect(await propose()).toMatchObject({ status: 200, body: { status: 'proposed' } });
  const withdrawn = await admin(stack, 'POST', `/admin/markets/${market}/withdraw-proposal`);
  expect(withdrawn.status).toBe(200);
  expect(
    await admin(stack, 'POST', `/admin/markets/${market}/propose`, { winner: 'Yes', windowHours: 0 }),
  ).toMatchObject({
    status: 200,
  });
});

test('roles: an editor withdraws its own proposal while nobody disputes it, and no other', async () => {
  await admin(stack, 'PUT', '/admin/roles', { account: trader.address, role: 'editor' });
  const token = await tokenOf('editor', 'another-editor');
  const { conditionId: market } = await addMarket(stack, 'proposed and withdrawn');
  const path = `/admin/markets/${market}`;
  const refused = { status: 403, body: { code: 'role_required' } };
  const withdraw = () => trader.send('POST', `${path}/withdraw-proposal`, {});
  const propose = () => trader.send('POST', `${path}/propose`, { winner: 'Yes' });
  expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'result_not_proposed' } });

  expect((await propose()).status).toBe(200);
  const bearer = { authorization: `Bearer ${token}` };
  expect(await send(stack, 'POST', `${path}/withdraw-proposal`, {}, bearer)).toMatchObject(refused);
  expect(await withdraw()).toMatchObject({ status: 200, body: { status: 'open' } });
  const { body } = await admin(stack, 'GET', '/admin/log?kind=WithdrawResult&limit=1');
  expect(body).toMatchObject({ acts: [{ actor: trader.address, role: 'editor', subject: market }] });

  await admin(stack, 'POST', `${path}/propose`, { winner: 'Yes' });
  stack.time.nowMs += 60_000;
  expect(await withdraw()).toMatchObject(refused);
  await admin(stack, 'POST', `${path}/withdraw-proposal`);

  stack.time.nowMs += 60_000;
  expect((await propose()).status).toBe(200);
  await admin(stack, 'POST', `${path}/dispute`, { reason: 'It was No.' });
  stack.time.nowMs += 60_000;
  expect(await withdraw()).toMatchObject(refused);
  expect((await admin(stack, 'POST', `${path}/withdraw-proposal`)).status).toBe(200);
});

test('roles: an editor withdraws its own proposal for an event', async () => {
  await admin(stack, 'PUT', '/admin/roles', { account: trader.address, role: 'editor' });
  const race = { title: 'Race of an editor', negRisk: true, markets: [{ question: 'Red?' }, { question: 'Blue?' }] };
  const { id } = (await admin(stack, 'POST', '/admin/events', race)).body as { readonly id: string };
  const propose = { void: 'refund' };
  await admin(stack, 'POST', `/admin/events/${id}/propose`, propose);
  const withdraw = () => trader.send('POST', `/admin/events/${id}/withdraw-proposal`, {});
  expect(await withdraw()).toMatchObject({ status: 403, body: { code: 'role_required' } });
  await admin(stack, 'POST', `/admin/events/${id}/withdraw-proposal`);
  expect((await trader.send('POST', `/admin/events/${id}/propose`, propose)).status).toBe(200);
  stack.time.nowMs += 60_000;
  expect(await withdraw()).toMatchObject({ status: 200, body: { status: 'open' } });
});
