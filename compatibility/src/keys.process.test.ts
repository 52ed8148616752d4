/** API keys with the unmodified `@polymarket/clob-client-v2`. */
import { beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import { createClient, openTrader, refusalOf, type StageVenue, sharedVenue } from './stage.ts';

let venue: StageVenue;
beforeAll(async () => {
  venue = await sharedVenue();
});

test('keys: health, time and version are as the client expects', async () => {
  proves('@polymarket/clob-client-v2');
  const { client } = createClient(venue, '1');
  expect([await client.getOk(), await client.getVersion()]).toEqual(['OK', 2]);
  expect(await client.getServerTime()).toBeTypeOf('number');
});

test('keys: one is created, derived again, listed and revoked', async () => {
  proves('@polymarket/clob-client-v2', 'keys');
  const { client } = createClient(venue, '1');
  const created = await client.createApiKey(7);
  expect(created).toEqual({
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}=$/),
    passphrase: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await client.deriveApiKey(7)).toEqual(created);
  expect(await client.createOrDeriveApiKey(7)).toEqual(created);

  const own = createClient(venue, '1', { creds: created, throwOnError: true }).client;
  expect(await own.getApiKeys()).toEqual({ apiKeys: [created.key] });
  expect(await own.deleteApiKey()).toBe('OK');
  expect(await refusalOf(own.getApiKeys())).toBe('401 Unauthorized/Invalid api key');
});

test('keys: a key that was never created is not derived, and the client says so', async () => {
  proves('@polymarket/clob-client-v2', 'keys');
  const { client } = createClient(venue, '2', { throwOnError: true });
  expect(await refusalOf(client.deriveApiKey(99))).toBe('400 Could not derive api key!');
});

test('keys: the time of the server may be used for signing', async () => {
  proves('@polymarket/clob-client-v2', 'keys');
  const { client } = await openTrader(venue, '3', { useServerTime: true });
  expect(await client.getClosedOnlyMode()).toEqual({ closed_only: false });
});

test('keys: read-only keys are refused in words, their list is empty', async () => {
  proves('@polymarket/clob-client-v2');
  const { client } = await openTrader(venue, '4');
  expect(await client.getReadonlyApiKeys()).toEqual([]);
  expect(await refusalOf(client.createReadonlyApiKey())).toMatch(/^400 read-only API keys are not offered/);
  expect(await refusalOf(client.deleteReadonlyApiKey('x'))).toMatch(/^400 read-only API keys/);
});

test('keys: builder keys are created, listed and revoked', async () => {
  proves('@polymarket/clob-client-v2', 'keys');
  const { client } = await openTrader(venue, '5');
  expect(await client.getBuilderApiKeys()).toEqual([]);
  const { key, secret, passphrase } = await client.createBuilderApiKey();
  expect([key, secret, passphrase].join(' ')).toMatch(/^[0-9a-f-]{36} \S+= [0-9a-f]{64}$/);
  expect(await client.getBuilderApiKeys()).toEqual([{ key }]);
  await client.revokeBuilderApiKey();
  expect(await client.getBuilderApiKeys()).toEqual([]);
});
