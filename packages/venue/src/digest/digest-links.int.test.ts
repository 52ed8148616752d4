/** Choosing how often news comes by e-mail, and ending it by the links of a mail: by its reader, and by one click. */

import { Browser, invite, joined } from '@bellwether/gateway/http/testing/person.ts';
import { startStack } from '@bellwether/gateway/http/testing/stack.ts';
import { send } from '@bellwether/gateway/http/testing/trader.ts';
import { openMailServer } from '@bellwether/people/testing/mail-server.ts';
import type { People } from '@bellwether/ports/people.ts';
import { afterAll, expect, test } from 'vitest';

const server = await openMailServer();
const stack = await startStack({ join: 'invite', reads: 'members', mailServer: server.url });
const people = stack.dependencies.people as People;
people.listensAt('https://venue.example');
afterAll(async () => {
  await stack.close();
  await server.close();
});
const ONE_CLICK = { 'content-type': 'application/x-www-form-urlencoded' };

async function memberWithMail(name: string) {
  const email = `${name.toLowerCase()}@a.example`;
  const browser = new Browser(stack);
  await browser.join((await invite(stack, { email })).url, name);
  const person = await browser.person();
  if (person === null) throw new Error('nobody has joined');
  /** Mails a digest; returns the mail and the path that ends them. */
  async function mailed() {
    const found = await people.find(person?.id ?? '');
    if (found === null) throw new Error('nobody to write to');
    const line = { text: 'Rain & <b>snow</b>', path: '/app/event/rain' };
    await people.mailDigest(found, { id: 'digest-1', title: 'Your week', sections: [{ title: 'New', lines: [line] }] });
    const mail = await server.next();
    const [, path = ''] = /^List-Unsubscribe: <https:\/\/venue\.example(\S+)>/m.exec(mail.head) ?? [];
    return { mail, path };
  }
  return { browser, mailed, choice: async () => (await browser.person())?.digest };
}

test('digest: a mail has a stable id, escapes texts, and can be ended without a session', async () => {
  const { choice, mailed } = await memberWithMail('Ada');
  const { mail, path } = await mailed();
  expect(mail).toMatchObject({ subject: 'Bellwether: Your week', to: ['ada@a.example'] });
  expect(mail.head).toMatch(/^Message-ID: <digest-1@venue\.example>/im);
  expect(mail.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(mail.html).toContain('href="https://venue.example/app/event/rain">Rain &#38; &#60;b&#62;snow&#60;/b&#62;</a>');
  expect(mail.text).toContain('- Rain & <b>snow</b>\r\n  https://venue.example/app/event/rain');
  expect(mail.text).toContain(`Unsubscribe: https://venue.example${path}`);
  // Programs that look at links end nothing.
  const asked = await send(stack, 'GET', `${path}?utm=1`);
  expect([asked.status, asked.headers['content-type'], await choice()]).toEqual([
    ...[200, 'text/html; charset=utf-8', 'weekly'],
  ]);
  expect(asked.text).toContain('<form method="post">');
  expect(asked.text).not.toContain('#aa0000');
  Object.assign(stack.dependencies.settings, { accent: '#aa0000' });
  expect((await send(stack, 'GET', path)).text).toMatch(/h1 {.* color: #aa0000 }.* button { background: #aa0000;/);
  const other = await memberWithMail('Bea');
  const wrong = `${path.slice(0, -4)}AAAA`;
  const answers = [wrong, '/auth/people/unsubscribe/x', path].map(async (each) => {
    const { status, text } = await send(stack, 'POST', each, 'List-Unsubscribe=One-Click', ONE_CLICK);
    return [status, text];
  });
  const [first, ...rest] = await Promise.all(answers);
  expect(first?.[0]).toBe(200);
  expect(rest).toEqual([first, first]);
  expect([await choice(), await other.choice()]).toEqual(['off', 'weekly']);
});

test('digest: a wrong token ends nothing, and a form of any kind is taken', async () => {
  const { choice, mailed } = await memberWithMail('Cy');
  const { path } = await mailed();
  for (const wrong of [`${path}A`, path.replace(/.$/, ''), path.replace('.', '.A'), '/auth/people/unsubscribe/a.b'])
    expect((await send(stack, 'POST', wrong, '', ONE_CLICK)).status).toBe(200);
  expect(await choice()).toBe('weekly');
  await send(stack, 'POST', path, '--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' });
  expect(await choice()).toBe('off');
});

test('digest: the page chooses, for its own person alone', async () => {
  const { browser, choice } = await memberWithMail('Di');
  expect(await browser.ask('POST', '/auth/people/digest', { digest: 'daily' })).toMatchObject({ status: 200 });
  expect(await choice()).toBe('daily');
  expect((await browser.ask('POST', '/auth/people/digest', { digest: 'hourly' })).status).toBe(400);
  const foreign = { origin: 'http://other.test' };
  expect((await browser.ask('POST', '/auth/people/digest', { digest: 'off' }, foreign)).status).toBe(403);
  expect((await new Browser(stack).ask('POST', '/auth/people/digest', { digest: 'off' })).status).toBe(401);
  expect(await choice()).toBe('daily');
});

test('digest: members with an address are found by their choice, in pages', async () => {
  await joined(stack, 'No mail');
  const suspended = await memberWithMail('Eve');
  await people.change((await suspended.browser.person())?.id ?? '', { state: 'suspended' });
  const weekly = await people.digestReaders('weekly', '', 10);
  const names = await Promise.all(weekly.map(async (id) => (await people.find(id))?.name));
  expect(names.sort()).toEqual(['Bea']);
  expect((await people.digestReaders('off', '', 10)).length).toBe(2);
  const [first = '', ...rest] = await people.digestReaders('off', '', 10);
  expect(await people.digestReaders('off', first, 1)).toEqual(rest);
});
