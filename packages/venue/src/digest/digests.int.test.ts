/** Digests of a venue from trades to mails: what they say, who gets them, and a mail server that is busy or refuses. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Browser, invite } from '@bellwether/gateway/http/testing/person.ts';
import { startStack } from '@bellwether/gateway/http/testing/stack.ts';
import { addMarket, admin, type TestMarket } from '@bellwether/gateway/http/testing/trader.ts';
import { openMailServer } from '@bellwether/people/testing/mail-server.ts';
import { NEWS_FILE } from '@bellwether/ports/data-folder.ts';
import type { HookDelivery } from '@bellwether/ports/news.ts';
import type { People } from '@bellwether/ports/people.ts';
import { afterAll, expect, test } from 'vitest';
import { MACHINE } from '../runtime/machine.ts';

const server = await openMailServer();
const looks: (() => void)[] = [];
const every = (ms: number, look: () => void) => {
  if (ms === 60_000) looks.push(look);
  return () => undefined;
};
const stack = await startStack({
  ...{ join: 'invite', mailServer: server.url, runtime: { timers: { ...MACHINE.timers, every } } },
});
const people = stack.dependencies.people as People;
people.listensAt('https://venue.example');
afterAll(async () => {
  await stack.close();
  await server.close();
});

async function member(name: string, digits: string, digest = 'weekly') {
  const browser = new Browser(stack);
  await browser.join((await invite(stack, { email: `${name.toLowerCase()}@a.example` })).url, name);
  if (digest !== 'weekly') await browser.ask('POST', '/auth/people/digest', { digest });
  const device = await browser.device(digits);
  const person = await browser.person();
  if (person === null) throw new Error('nobody has joined');
  return { device, person };
}
type Dealer = Awaited<ReturnType<typeof member>>;
const idOf = ({ person }: Dealer, key: string) =>
  new RegExp(`^Message-ID: <digest-${person.id}-${key}@venue\\.example>`, 'im');
const known = async () =>
  (await admin(stack, 'GET', '/admin/digests')).body as { deliveries: (HookDelivery & { email: string })[] };
/** Digests in the outbox, of each person by state. */
const states = async () => (await known()).deliveries.map(({ email, state }) => `${email} ${state}`).sort();
/** Lets the venue look at its clock, at this time. */
function look(iso: string): void {
  stack.time.nowMs = Date.parse(iso);
  for (const each of looks) each();
}
/** Number of kinds of digests whose first period has begun. */
const begun = () => new DatabaseSync(join(stack.folder, NEWS_FILE)).prepare('SELECT 1 FROM news_digest').all().length;
const received = () => server.mails.map(({ to }) => to.join()).sort();
const WEEK = ['2027-01-18T08:00:00Z', '2027-01-25T08:00:00Z', '2027-02-01T08:00:00Z', '2027-02-08T08:00:00Z'] as const;

const ada = await member('Ada', 'a1');
const bob = await member('Bob', 'b2', 'off');
const cy = await member('Cy', 'c3', 'daily');
const refused = await member('Refused', 'd4');

const buy = async ({ person, device }: Dealer, tokenId: string, price: string): Promise<void> => {
  const placed = await device.placeAsKey(person.account ?? '', { tokenId, side: 'BUY', price, size: '20' });
  expect(placed.status).toBe(200);
};
/** One buys Yes, and another No. */
async function trade({ yes, no }: TestMarket, price: string, other: string, one = ada, another = bob): Promise<void> {
  await buy(another, no, other);
  await buy(one, yes, price);
}
let snow: TestMarket;
let hail: TestMarket;

test('digest: the first period begins with the venue, and its news comes after its end, to who wants it', async () => {
  look('2027-01-15T09:00:00Z');
  await expect.poll(begun).toBe(2);
  const rain = await addMarket(stack, 'Will it <b>rain</b> & pour?', {}, { title: 'Rain', slug: 'rain' });
  snow = await addMarket(
    stack,
    'Will it snow?',
    { closeTime: '2027-01-20T12:00:00Z' },
    { title: 'Snow', slug: 'snow' },
  );
  await trade(rain, '0.4', '0.6');
  await trade(snow, '0.3', '0.7');
  stack.time.nowMs = Date.parse('2027-01-16T09:00:00Z');
  await trade(snow, '0.45', '0.55');
  await admin(stack, 'POST', `/admin/markets/${rain.conditionId}/resolve`, { winner: 'Yes' });
  expect(await states()).toEqual([]);
  look(WEEK[0]);
  await expect.poll(received).toEqual(['ada@a.example']);
  await expect.poll(states).toEqual(['refused@a.example dead']);
  const [dead] = (await known()).deliveries;
  expect(dead).toMatchObject({ attempts: 1, error: expect.stringContaining('550 no such box') });
  const [mail] = server.mails;
  expect(mail?.head).toMatch(idOf(ada, '2027-W03'));
  // A day without news is no mail to Cy.
  expect(mail?.text.replaceAll('\r\n', '\n')).toContain(`Your results

- Will it <b>rain</b> & pour? you received $20.00 for 20 Yes
  https://venue.example/app/market/will-it-b-rain-b-pour

What you hold

- Will it snow? Your 40 Yes: 37.5% → 45%
  https://venue.example/app/market/will-it-snow

New questions

- Snow
  https://venue.example/app/event/snow
- Rain
  https://venue.example/app/event/rain

Moved by ten points or more

- Will it snow?: Yes 30% → 45%
  https://venue.example/app/event/snow

Results

- Will it <b>rain</b> & pour?: Yes
  https://venue.example/app/event/rain

Closing soon

- Snow: trading ends 2027-01-20 12:00 UTC
  https://venue.example/app/event/snow
`);
  expect(mail?.html).toContain('Will it &#60;b&#62;rain&#60;/b&#62; &#38; pour? you received');
});

test('digest: what was given up is sent again when an operator asks, and the log says so', async () => {
  const retry = async () => (await admin(stack, 'POST', '/admin/digests/retry')).body;
  const entries = stack.exchange.state.sequence;
  server.isBusy = true;
  expect(await retry()).toEqual({ retried: 1 });
  await expect.poll(known).toMatchObject({ deliveries: [{ state: 'waiting', attempts: 1 }] });
  expect(await retry()).toEqual({ retried: 0 });
  server.isBusy = false;
  look('2027-01-18T08:00:07Z');
  await expect.poll(states).toEqual(['refused@a.example dead']);
  expect(stack.exchange.state.sequence).toBe(entries + 1);
  expect((await admin(stack, 'GET', '/admin/log?limit=1')).body).toMatchObject({ acts: [{ action: 'RetryDigests' }] });
});

test('digest: a busy mail server is tried again; who is suspended or erased meanwhile gets nothing', async () => {
  stack.time.nowMs = Date.parse('2027-01-19T09:00:00Z');
  await trade(snow, '0.6', '0.4');
  hail = await addMarket(stack, 'Will it hail?');
  await people.change(bob.person.id, { digest: 'weekly' });
  const eve = await member('Eve', 'e5');
  server.isBusy = true;
  look(WEEK[1]);
  const waiting = ['ada', 'bob', 'eve', 'refused'].map((name) => `${name}@a.example waiting`);
  await expect.poll(states).toEqual([...waiting, 'refused@a.example dead'].sort());
  const tried = async () => (await known()).deliveries.filter(({ attempts }) => attempts > 0).length;
  await expect.poll(tried).toBe(5);
  expect((await admin(stack, 'PATCH', `/admin/people/${bob.person.id}`, { state: 'suspended' })).status).toBe(200);
  for (const { person } of [eve, refused])
    expect((await admin(stack, 'DELETE', `/admin/people/${person.id}`)).status).toBe(200);
  expect(await states()).toEqual(waiting.slice(0, 2));
  server.isBusy = false;
  look('2027-01-25T08:00:07Z');
  await expect.poll(states).toEqual([]);
  expect(received()).toEqual(['ada@a.example', 'ada@a.example']);
  const mail = server.mails[1];
  expect(mail?.head).toMatch(idOf(ada, '2027-W04'));
  expect(mail?.text).toContain('Will it snow? Your 60 Yes: 45% → 60%');
});

test('digest: nothing to say is no mail, what one holds is told to oneself alone, and each period has one mail', async () => {
  const flo = await member('Flo', 'f6', 'off');
  for (const [day, price, other] of [
    ['30', '0.5', '0.5'],
    ['31', '0.55', '0.45'],
  ] as const) {
    stack.time.nowMs = Date.parse(`2027-01-${day}T09:00:00Z`);
    await trade(hail, price, other, cy, flo);
  }
  look(WEEK[2]);
  await expect.poll(received).toEqual(['ada@a.example', 'ada@a.example', 'cy@a.example']);
  await expect.poll(states).toEqual([]);
  expect(server.mails[2]).toMatchObject({ subject: 'Bellwether: Your day' });
  expect(server.mails[2]?.text).toContain('Will it hail? Your 40 Yes: 50% → 55%');
  stack.time.nowMs = Date.parse('2027-02-03T09:00:00Z');
  await addMarket(stack, 'Will it thaw?');
  look(WEEK[3]);
  await expect.poll(received).toHaveLength(4);
  expect(server.mails[3]?.head).toMatch(idOf(ada, '2027-W06'));
  expect(stack.faults).toEqual([]);
});
