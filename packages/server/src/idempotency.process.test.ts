/** A real venue, the SDK and lost answers: each call has one effect, and the retry gets the first result. */

import { entriesOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { apiKeyHeaders, type Client, type ClientOptions, createClient, createSigner } from '@bellwether/sdk';
import { verified } from '@bellwether/venue/ops/testing/verified.ts';
import { createDataDir, startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { beforeAll, describe, expect, test } from 'vitest';

const dataDir = createDataDir();
const signer = createSigner(`0x${'7'.repeat(64)}`);
const wallet = signer.address.toLowerCase();
/** Commands that a restart, the clock or the retrieval of credentials journals without a client's request. */
const BY_ITSELF: readonly string[] = ['RenewHeartbeats', 'ExpireHeartbeats', 'RecordRequest'];

let venue: VenueProcess;

async function start(): Promise<void> {
  // A restart on a busy machine may take longer than the minute for which a signature is taken by default.
  const settings = { BELLWETHER_STARTING_BALANCE: '1000', BELLWETHER_AUTH_TOLERANCE_PAST: '3600' };
  venue = await startVenueProcess({ dataDir, settings });
}

async function killAndRestart(): Promise<void> {
  await venue.end('SIGKILL');
  await start();
}

/** Journal entries that a client requested. */
const asked = (): ChainedEntry[] => entriesOf(dataDir).filter(({ command }) => !BY_ITSELF.includes(command.kind));

interface Loss {
  readonly how: 'connection' | 'kill';
  /** Answers lost with the connection, by idempotency key. Each key loses its first answer. */
  readonly lost: Map<string, string>;
  readonly back: Promise<void>;
}

let loss: Loss | null = null;

/** A `fetch` that reaches the venue at its current address and loses answers on demand. */
const lossy: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(String(input));
  const send = () => fetch(`${venue.url}${pathname}${search}`, init);
  const key = new Headers(init?.headers).get('idempotency-key');
  if (loss === null || key === null || loss.lost.has(key)) return send();
  const { how, lost, back } = loss;
  lost.set(key, '');
  const answer = send().then((response) => response.text());
  if (how === 'connection') {
    lost.set(key, await answer);
    throw new TypeError('the connection was cut');
  }
  // An answer that arrives now is lost as well.
  await Promise.allSettled([answer, back]);
  throw new TypeError('the venue is gone');
};

/** Makes these calls at once, loses each first answer, resolves to the later ones; each leaves one entry. */
async function losing<const Calls extends readonly (() => Promise<unknown>)[]>(
  how: Loss['how'],
  calls: Calls,
): Promise<{ -readonly [At in keyof Calls]: Awaited<ReturnType<Calls[At]>> }> {
  const wanted = asked().length + calls.length;
  const { promise: back, resolve } = Promise.withResolvers<void>();
  const lost = new Map<string, string>();
  loss = { how, lost, back };
  const answering = Promise.all(calls.map((call) => call()));
  if (how === 'kill') {
    await eventually(() => expect(asked().length).toBe(wanted));
    await killAndRestart();
    resolve();
  }
  const answers = await answering;
  loss = null;
  expect([lost.size, asked().length]).toEqual([calls.length, wanted]);
  const told = [...lost.values()];
  if (how === 'connection') expect(told.map((text) => JSON.parse(text))).toEqual(expect.arrayContaining(answers));
  return answers as Awaited<ReturnType<typeof losing<Calls>>>;
}

const clientOf = (account: ClientOptions['account'] = { signer }): Client =>
  createClient({
    baseUrl: 'http://venue.invalid',
    adminToken: venue.adminToken,
    retry: { attemptsMax: 50, delayMs: 50, delayMsMax: 5_000 },
    timeoutMs: 900_000,
    fetch: lossy,
    account,
  });

beforeAll(start);

test.each(['connection', 'kill'] as const)(
  'lost answers: deposit, split, merge, convert, comment and catalog calls have one effect (%s) [D37]',
  async (how) => {
    const trader = clientOf();
    const { account, admin, comments } = trader;
    await trader.auth.credentials();
    await admin.deposit({ wallet, amount: '1000' });
    const markets = ['One?', 'Two?', 'Three?'].map((question) => ({ question }));
    const event = await admin.addEvent({ title: `Race by ${how}`, negRisk: true, markets });
    const [first = '', second = ''] = event.markets.map(({ conditionId }) => conditionId);
    await account.split({ conditionId: first, amount: '30' });
    await account.split({ conditionId: second, amount: '20' });
    const free = async (): Promise<number> =>
      Number((await account.get()).wallets.find(({ address }) => address === wallet)?.free);
    const before = await free();
    const about = { parentEntityType: 'Event', parentEntityID: Number(event.id) } as const;
    const [paid, split, merged, converted, comment, tag, added] = await losing(how, [
      () => admin.deposit({ wallet, amount: '50' }),
      () => account.split({ conditionId: second, amount: '7' }),
      () => account.merge({ conditionId: first, amount: '10' }),
      () => account.convert({ conditionIds: [first, second], amount: '5' }),
      () => comments.add({ ...about, body: 'Said once.' }),
      () => admin.addTag({ label: `Once by ${how}` }),
      () => admin.addEvent({ title: `Once by ${how}`, markets: [{ question: 'Is it?' }] }),
    ]);
    expect(paid).toMatchObject({ wallet, amount: '50' });
    expect(split).toMatchObject({ wallet, amount: '7', collateral: '7' });
    expect(merged).toMatchObject({ amount: '10', collateral: '10' });
    // NO in two of three markets pays one unit of collateral each.
    expect(converted).toMatchObject({ amount: '5', collateral: '5' });
    expect(await free()).toBe(before + 50 - 7 + 10 + 5);
    const hashes = asked().map(({ command, hash }) => `${command.kind} 0x${hash}`);
    expect(hashes).toContain(`SplitPosition ${split.transactionHash}`);
    expect(hashes).toContain(`MergePositions ${merged.transactionHash}`);
    const said = await comments.list({ parent_entity_type: 'Event', parent_entity_id: Number(event.id) });
    expect(said.map(({ id }) => id)).toEqual([comment.id]);
    expect(tag).toMatchObject({ label: `Once by ${how}` });
    const named = (await trader.events.list({ limit: 100 })).filter(({ title }) => title === `Once by ${how}`);
    expect(named.map(({ id }) => id)).toEqual([added.id]);
  },
);

describe('told before a kill', () => {
  const named = (idempotencyKey: string) => ({ idempotencyKey });
  let trader: Client;
  let other: Client;
  const pay = () => trader.admin.deposit({ wallet, amount: '3' }, named('told-1'));
  const call = () => trader.profile.update({ name: 'First' }, named('told-2'));
  const makeBuilder = () => other.request('createBuilderKey', named('killed-1'));
  const beat = () => other.account.beat(null, named('killed-2'));
  const revoke = () => other.request('deleteApiKey', named('killed-3'));
  const payday = (amount: string) => trader.admin.deposit({ wallet, amount }, named('payday-1'));
  const tell = async () => ({ told: [await pay(), await call()], keyed: [await makeBuilder(), await beat()] });
  let first: Awaited<ReturnType<typeof tell>>;
  let paid: unknown;
  let entries = 0;

  beforeAll(async () => {
    trader = clientOf();
    other = clientOf({ signer: createSigner(`0x${'8'.repeat(64)}`) });
    await Promise.all([trader.auth.credentials(), other.auth.credentials()]);
    first = await tell();
    paid = await payday('3');
    await trader.admin.deposit({ wallet, amount: '4' });
    await trader.profile.update({ name: 'Second' });
    await killAndRestart();
    entries = asked().length;
  });

  test('lost answers: what was told before a kill is told after it, whatever has changed in between', async () => {
    expect([await pay(), await call()]).toEqual(first.told);
    expect(asked().length).toBe(entries);
  });

  test('lost answers: a key that the caller gave is good after a restart, and the folder verifies [D37]', async () => {
    expect(await payday('3')).toEqual(paid);
    await expect(payday('4')).rejects.toMatchObject({ status: 422, code: 'idempotency_key_used' });
    expect(asked().length).toBe(entries);
    await verified(dataDir);
  });

  test('lost answers: builder keys, heartbeats and revocations are told after a kill as before it, and a revoked key does nothing else [D37]', async () => {
    const credentials = await other.auth.credentials();
    expect([await makeBuilder(), await beat()]).toEqual(first.keyed);
    expect(asked().length).toBe(entries);
    expect(await losing('kill', [revoke])).toEqual(['OK']);
    // The client still signs with the key it has revoked.
    expect([await other.auth.credentials(), await revoke()]).toEqual([credentials, 'OK']);
    await expect(beat()).rejects.toMatchObject({ status: 401 });
    await expect(other.auth.list()).rejects.toMatchObject({ status: 401 });
    expect(asked().length).toBe(entries + 1);
  });
});

test('lost answers: without a key a signature is known after a kill, at once and as often as it comes [A19]', async () => {
  const trader = clientOf();
  const credentials = await trader.auth.credentials();
  await trader.admin.deposit({ wallet, amount: '100' });
  const event = await trader.admin.addEvent({ title: 'Signed alone', markets: [{ question: 'Alone?' }] });
  const path = '/positions/split';
  const body = JSON.stringify({ conditionId: event.markets[0]?.conditionId, amount: '9' });
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = apiKeyHeaders(signer.address, credentials, { timestamp, method: 'POST', path, body });
  const ask = async (key?: string): Promise<[number, string]> => {
    const named = key === undefined ? {} : { 'idempotency-key': key };
    const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers, ...named } };
    const answer = await fetch(venue.url + path, sent);
    return [answer.status, await answer.text()];
  };
  const first = await ask();
  expect(first).toEqual([200, expect.stringContaining('"amount":"9"')]);
  const entries = asked().length;
  await killAndRestart();
  expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(Array(4).fill(first));
  expect(await ask('another')).toEqual([409, expect.stringContaining('signature_used')]);
  expect(asked().length).toBe(entries);
});
