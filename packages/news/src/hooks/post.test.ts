/** Receivers that are slow, wrong or hostile, and addresses that no hook may reach. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { post } from './post.ts';
import { isPublicAddress, urlObstacle } from './public-address.ts';
import { sendHook } from './send-hook.ts';
import type { Told } from './template.ts';

const runtime = new ManualRuntime();
const open = { allowsPrivate: true, timers: runtime.timers };

/** A real receiver; returns its address, and the requests that reached it. */
async function receiver(answer: RequestListener): Promise<{ readonly url: string; readonly port: number }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/in`, port };
}

test.each([
  ['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ['224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1', '168.63.129.16', '::1', '::', 'fe80::1', 'fd00:ec2::254'],
  [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'ff02::1',
  ],
  ['not an address', ''],
])('hooks: %s and the like are not public', (...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test('hooks: addresses beside the private ranges are public', () => {
  const near = ['8.8.8.8', '172.15.255.255', '172.32.0.0', '169.253.0.1', '100.63.0.1', '2606:4700::1111', '2a00::1'];
  expect(near.filter(isPublicAddress)).toEqual(near);
});

test.each([
  ['ftp://a.test/', 'url must be an http or https address'],
  ['javascript:alert(1)', 'url must be an http or https address'],
  ['https://me:secret@a.test/', 'url must have no user name or password'],
  ['http://127.0.0.1:8080/', 'url must not be the private address 127.0.0.1'],
  ['http://2130706433/', 'url must not be the private address 127.0.0.1'],
  ['http://0x7f.1/', 'url must not be the private address 127.0.0.1'],
  ['http://[::ffff:a9fe:a9fe]/', 'url must not be the private address ::ffff:a9fe:a9fe'],
])('hooks: %s is refused', (url, text) => {
  expect(urlObstacle(url, false)).toContain(text);
});

test('hooks: a name is looked up once, refused if any of its addresses is private, and connected to as it was', async () => {
  const { port } = await receiver((request, reply) => void reply.end(request.headers.host));
  let lookUps = 0;
  // Later look-ups would lead to nobody.
  const resolve = async () => [{ address: lookUps++ === 0 ? '127.0.0.1' : '203.0.113.1', family: 4 }];
  const url = `http://rebinding.test:${port}/`;
  expect(await post(url, {}, '{}', { ...open, resolve })).toBe(200);
  expect(lookUps).toBe(1);
  const mixed = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '::ffff:127.0.0.1', family: 6 },
  ];
  await expect(post(url, {}, '{}', { ...open, allowsPrivate: false, resolve: mixed })).rejects.toThrow(
    'rebinding.test is the private address ::ffff:127.0.0.1',
  );
});

test('hooks: a receiver that never answers is given up, and one that never ends its answer is not read on', async () => {
  const asked = Promise.withResolvers<void>();
  const silent = await receiver(() => asked.resolve());
  const outcome = post(silent.url, {}, '{}', open).catch((error: Error) => error.message);
  await asked.promise;
  await runtime.advance(10_000);
  expect(await outcome).toBe('no answer within 10 s');
  let sent = 0;
  const endless = await receiver((_request, reply) => {
    const more = (): void => {
      while (!reply.destroyed && reply.write('x'.repeat(4_096))) sent += 4_096;
      if (!reply.destroyed) reply.once('drain', more);
    };
    more();
  });
  expect(await post(endless.url, {}, '{}', open)).toBe(200);
  expect(sent).toBeLessThan(8_000_000);
});

const told: Told = {
  kind: 'result.decided',
  title: 'Will it? Yes',
  text: '',
  event: 'will-it',
  tags: ['a'],
  timeMs: 0,
};
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const options = { ...open, origin: () => 'https://venue.test', clock: Date.now };

test.each([
  [204, { kind: 'done' }],
  [410, { kind: 'gone', error: 'answered 410' }],
  [500, { kind: 'failed', error: 'answered 500' }],
  [302, { kind: 'failed', error: 'answered 302, a redirect, which is not followed' }],
])('hooks: the answer %i ends an attempt', async (status, outcome) => {
  const requests: string[] = [];
  const { url } = await receiver((request, reply) => {
    requests.push(request.url ?? '');
    reply.writeHead(status, { location: '/elsewhere' }).end();
  });
  expect(await sendHook({ secret, template: 'standard', url }, 'msg_1', told, options)).toEqual(outcome);
  expect(requests).toEqual(['/in']);
});

test('hooks: a receiver verifies the signature with the public library, and a forged one fails', async () => {
  const requests: { body: string; headers: Record<string, string> }[] = [];
  const { url } = await receiver((request, reply) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      requests.push({ body, headers: request.headers as Record<string, string> });
      reply.end();
    });
  });
  await sendHook({ secret, template: 'standard', url }, 'msg_1', told, options);
  const [{ body, headers } = { body: '', headers: {} }] = requests;
  expect(new Webhook(secret).verify(body, headers)).toEqual({
    type: 'result.decided',
    timestamp: '1970-01-01T00:00:00.000Z',
    data: {
      title: told.title,
      text: '',
      question: 'will-it',
      tags: ['a'],
      url: 'https://venue.test/app/event/will-it',
    },
  });
  expect(() => new Webhook(secret).verify(body.replace('Yes', 'No'), headers)).toThrow();

  const next = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const renewed = `${next} ${secret} ${options.clock() + 60_000}`;
  await sendHook({ secret: renewed, template: 'standard', url }, 'msg_2', told, options);
  for (const key of [next, secret])
    expect(new Webhook(key).verify(requests[1]?.body ?? '', requests[1]?.headers ?? {})).toMatchObject({
      type: 'result.decided',
    });
});
