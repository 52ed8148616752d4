/** Links by e-mail, through a real mail server on a socket. */

import { readFileSync } from 'node:fs';
import { copyStoreFile } from '@bellwether/stores/copy-file.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../testing/mail-server.ts';
import { openVenue, TestBrowser, type TestVenue } from '../testing/open-venue.ts';
import { createEmailSignIn, MAILS_EACH, MAX_WAITING, WINDOW_MS } from './email-sign-in.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { testMail } from './texts.ts';

const FROM = 'Tern Bay <venue@a.example>';
const LINK = 'https://venue.example/app/join#abc';

let server: MailServer;
let mailer: Mailer;
beforeAll(async () => {
  server = await openMailServer();
  mailer = createMailer({ url: server.url, from: FROM });
});
afterAll(async () => {
  mailer.close();
  await server.close();
});
beforeEach(() => {
  server.forget();
});

function openSignIn({ sender = mailer, name = 'Tern Bay', accent = '' } = {}) {
  const turns: (() => void)[] = [];
  const warnings: string[] = [];
  const looked: string[] = [];
  let time = 0;
  const ask = createEmailSignIn({
    mailer: sender,
    venue: () => ({ name, accent }),
    now: () => time,
    soon: (work) => turns.push(work),
    async linkFor(email) {
      looked.push(email);
      return email.startsWith('nobody') ? null : LINK;
    },
    warn: (_, message) => warnings.push(message),
  });
  return {
    ask,
    looked,
    warnings,
    pass: (ms: number) => {
      time += ms;
    },
    /** Lets everything run that has been put off. */
    turn: () => turns.splice(0).map((work) => work()).length,
  };
}

describe('a link by e-mail', () => {
  test('arrives as text and HTML, with the name of the venue and the token behind #', async () => {
    const venue = openSignIn({ name: 'Tern & <Bay>\r\nBcc: x@y.example', accent: '#007a00' });
    venue.ask('ann@a.example');
    venue.turn();
    const mail = await server.next();
    expect(mail.to).toEqual(['ann@a.example']);
    expect(mail.subject).toBe('Sign in to Tern & <Bay> Bcc: x@y.example');
    expect(mail.from).toBe(FROM);
    expect(mail.text).toContain(LINK);
    expect(mail.html).toContain(`href="${LINK}"`);
    expect(mail.html).toMatch(/color: #007a00">Tern &#38; &#60;Bay&#62;.*background: #007a00; color: #fff;/s);
  });

  test('asking does the same for known and unknown addresses: it joins the queue, and nothing is looked up', () => {
    const venue = openSignIn();
    expect([venue.ask('ann@a.example'), venue.ask('nobody@a.example')]).toEqual([undefined, undefined]);
    expect(venue.looked).toEqual([]);
  });

  test('an unknown address gets nothing', async () => {
    const venue = openSignIn();
    venue.ask('nobody@a.example');
    venue.ask('ann@a.example');
    venue.turn();
    await server.next();
    expect(venue.looked).toEqual(['nobody@a.example', 'ann@a.example']);
    expect(server.mails.flatMap((mail) => mail.to)).toEqual(['ann@a.example']);
  });

  test('an address gets three mails in ten minutes, known or not', () => {
    const venue = openSignIn();
    for (let time = 0; time < MAILS_EACH + 3; time += 1) venue.ask('nobody@a.example');
    venue.pass(WINDOW_MS - 1);
    venue.ask('nobody@a.example');
    expect(venue.turn()).toBe(MAILS_EACH);
    venue.pass(1);
    venue.ask('nobody@a.example');
    expect(venue.turn()).toBe(1);
  });

  test('a flood fills the queue and no more', async () => {
    const venue = openSignIn();
    for (let person = 0; person < MAX_WAITING + 50; person += 1) venue.ask(`nobody${person}@a.example`);
    venue.turn();
    await expect.poll(() => venue.looked.length).toBe(MAX_WAITING);
    venue.ask('ann@a.example');
    venue.turn();
    expect((await server.next()).to).toEqual(['ann@a.example']);
  });

  test('a server that refuses is warned about, and the next mail goes', async () => {
    const venue = openSignIn();
    venue.ask('refused@a.example');
    venue.ask('ann@a.example');
    venue.turn();
    await server.next();
    await expect.poll(() => venue.warnings).toEqual(['a mail with a sign-in link was not sent']);
  });
});

describe('the link of a mail', () => {
  const opened: TestVenue[] = [];
  afterEach(async () => {
    for (const venue of opened.splice(0)) await venue.close();
  });

  async function openWithMail() {
    const venue = await openVenue({ mail: { url: server.url, from: FROM } });
    opened.push(venue);
    const ann = await venue.join('Ann', 'ann@a.example');
    /** Asks for a link and reads it from the mail. */
    async function askFor(email: string) {
      venue.people.mailLink(email);
      venue.turn();
      const { text } = await server.next();
      return /^http\S+$/m.exec(text)?.[0] ?? '';
    }
    return { ...venue, ann, askFor, browser: () => new TestBrowser(venue) };
  }

  test('signs in once, in one of two browsers', async () => {
    const venue = await openWithMail();
    expect(venue.people.ways).toEqual(['link', 'email']);
    const url = await venue.askFor('Ann@a.example');
    expect(url).toMatch(/^http:\/\/venue\.example\/app\/join#[\w-]{32}$/);
    const [one, other] = [venue.browser(), venue.browser()];
    const outcomes = await Promise.all([one.open(url), other.open(url)]);
    expect(outcomes.sort()).toEqual(['link', null]);
    const people = await Promise.all([one.person(), other.person()]);
    expect(people.map((person) => person?.id ?? null).sort()).toEqual([venue.ann, null].sort());
    expect(await venue.browser().open(url)).toBe('link');
  });

  test.each([
    [599_000, null],
    [601_000, 'link'],
  ])('works for ten minutes: after %d ms', async (ms, outcome) => {
    const venue = await openWithMail();
    const url = await venue.askFor('ann@a.example');
    venue.ahead(ms);
    expect(await venue.browser().open(url)).toBe(outcome);
  });

  test('leaves for members alone, and is of no use to who was suspended', async () => {
    const venue = await openWithMail();
    const url = await venue.askFor('ann@a.example');
    await venue.people.change(venue.ann, { state: 'suspended' });
    expect(await venue.browser().open(url)).toBe('link');
    await venue.join('Bea', 'bea@a.example');
    for (const email of ['ann@a.example', 'nobody@a.example', `${venue.ann}@people.invalid`])
      venue.people.mailLink(email);
    await venue.askFor('bea@a.example');
    expect(server.mails.map(({ to }) => to)).toEqual([['ann@a.example'], ['bea@a.example']]);
    expect(venue.warnings.filter((line) => !line.includes('schema'))).toEqual([]);
  });

  test('nothing of it is kept but a hash', async () => {
    const venue = await openWithMail();
    const token = (await venue.askFor('ann@a.example')).split('#')[1] ?? '';
    await copyStoreFile(venue.file, venue.copy);
    expect(readFileSync(venue.copy).includes(token)).toBe(false);
  });

  test('a venue without a mail server sends nothing', async () => {
    const venue = await openVenue({});
    opened.push(venue);
    venue.people.mailLink('ann@a.example');
    expect(venue.turn()).toBe(0);
    expect(await venue.people.testMail('ann@a.example')).toBe(false);
  });
});

test("a test mail tells the server's own words when it fails", async () => {
  await mailer.send(testMail({ name: 'Tern Bay', accent: '' }, 'ann@a.example'));
  expect((await server.next()).subject).toBe('Test mail of Tern Bay');
  await expect(mailer.send(testMail({ name: 'Tern Bay', accent: '' }, 'refused@a.example'))).rejects.toThrow(
    '550 no such box',
  );
});
