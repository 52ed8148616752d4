/**
 * A real venue and the SDK, whose answers get lost: the connection is cut when the effect is in the journal, and the venue
 * is killed before it has answered. Each call has one effect, and is told what the first one did.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Event } from '@bellwether/contract';
import { type Client, type ClientOptions, createClient, createSigner } from '@bellwether/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openJournalReader } from './adapters/journal-sqlite/sqlite-journal.ts';
import { MAIN, ready, runCommand, type Served } from './ops/testing/serve-process.ts';
import { verifyDataFolder } from './ops/verify.ts';

const PATIENCE_MS = 900_000;
const SETTINGS = { BELLWETHER_DEMO: 'off', BELLWETHER_STARTING_BALANCE: '1000' };
const signer = createSigner(`0x${'7'.repeat(64)}`);

let dataDir: string;
let served: Served;
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'idempotency-'));
  await start();
}, PATIENCE_MS);

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const running = runCommand([process.execPath, MAIN, 'serve'], dataDir, SETTINGS);
  children.push(running.child);
  served = await ready(running);
}

async function killAndRestart(): Promise<void> {
  served.child.kill('SIGKILL');
  await served.ended;
  await start();
}

function head(): number {
  const journal = openJournalReader(dataDir);
  try {
    return journal.head().sequence;
  } finally {
    journal.close();
  }
}

type Loss = 'connection' | 'kill';
/** What befalls the next request that changes something. */
let loss: Loss | null = null;
/** The answer that was lost with the connection. */
let lost = '';

/** The way to wherever the venue is now. */
const lossy: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(String(input));
  const send = () => fetch(`${served.url}${pathname}${search}`, init);
  const isKeyed = new Headers(init?.headers).has('idempotency-key');
  if (loss === null || !isKeyed) return send();
  const how = loss;
  loss = null;
  if (how === 'connection') {
    lost = await (await send()).text();
    throw new TypeError('the connection was cut');
  }
  const before = head();
  const answer = send().catch(() => null);
  // Whatever it says by now is lost with it.
  while (head() === before) await wait(1);
  await killAndRestart();
  await answer;
  throw new TypeError('the venue is gone');
};

const client = (): Client => createClient({ ...options(), account: { signer } });

function options(): Omit<ClientOptions, 'account'> {
  return {
    baseUrl: 'http://venue.invalid',
    adminToken: readFileSync(join(dataDir, 'admin-token'), 'utf8').trim(),
    retry: { attemptsMax: 50, delayMs: 50, delayMsMax: 5_000 },
    timeoutMs: PATIENCE_MS,
    fetch: lossy,
  };
}

describe.each(['connection', 'kill'] as const)('lost with the %s', (how) => {
  let trader: Client;
  let event: Event;
  const conditions = (): string[] => event.markets.map(({ conditionId }) => conditionId);
  const wallet = signer.address.toLowerCase();

  beforeAll(async () => {
    trader = client();
    await trader.auth.credentials();
    await trader.admin.deposit({ wallet, amount: '1000' });
    const markets = ['One?', 'Two?', 'Three?'].map((question) => ({ question }));
    event = await trader.admin.addEvent({ title: `Race by ${how}`, negRisk: true, markets });
  }, PATIENCE_MS);

  /** One entry more, and the answer that was lost or that the journal has. */
  async function losing<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const before = head();
    lost = '';
    loss = how;
    const answer = await call();
    expect(loss).toBeNull();
    // A restart may add entries of its own, none of which moves money or text.
    if (how === 'connection') {
      expect(head()).toBe(before + 1);
      expect(answer).toEqual(JSON.parse(lost));
    }
    return answer;
  }

  const free = async (): Promise<string | undefined> =>
    (await trader.account.get()).wallets.find(({ address }) => address === wallet)?.free;

  test(
    `lost answers: deposit, split, merge, convert, comment and catalog calls have one effect (${how}) [D37]`,
    async () => {
      const [first = '', second = ''] = conditions();
      const start = Number(await free());
      const paid = await losing(() => trader.admin.deposit({ wallet, amount: '50' }));
      expect(paid).toMatchObject({ wallet, amount: '50' });
      expect(Number(await free())).toBe(start + 50);

      const split = await losing(() => trader.account.split({ conditionId: first, amount: '30' }));
      expect(split).toMatchObject({ wallet, amount: '30', collateral: '30' });
      expect(Number(await free())).toBe(start + 20);
      expect(await hashes('SplitPosition')).toContain(split.transactionHash);

      const merged = await losing(() => trader.account.merge({ conditionId: first, amount: '10' }));
      expect(merged).toMatchObject({ amount: '10', collateral: '10' });
      expect(Number(await free())).toBe(start + 30);
      expect(await hashes('MergePositions')).toContain(merged.transactionHash);

      await trader.account.split({ conditionId: second, amount: '20' });
      const converted = await losing(() => trader.account.convert({ conditionIds: [first, second], amount: '5' }));
      // NO on two of three: one collateral each.
      expect(converted).toMatchObject({ amount: '5', collateral: '5' });
      expect(Number(await free())).toBe(start + 30 - 20 + 5);

      const about = { parentEntityType: 'Event', parentEntityID: Number(event.id) } as const;
      const comment = await losing(() => trader.comments.add({ ...about, body: 'Said once.' }));
      const said = await trader.comments.list({ parent_entity_type: 'Event', parent_entity_id: Number(event.id) });
      expect(said.map(({ id }) => id)).toEqual([comment.id]);

      const tag = await losing(() => trader.admin.addTag({ label: `Once by ${how}` }));
      expect(tag).toMatchObject({ label: `Once by ${how}` });
      const added = await losing(() =>
        trader.admin.addEvent({ title: `Once by ${how}`, markets: [{ question: 'Is it?' }] }),
      );
      const events = (await (await fetch(`${served.url}/events?limit=100`)).json()) as Event[];
      const named = events.filter(({ title }) => title === `Once by ${how}`);
      expect(named.map(({ id }) => id)).toEqual([added.id]);
    },
    PATIENCE_MS,
  );
});

/** Transaction hashes of the entries of one kind of command, as the journal has them. */
async function hashes(kind: string): Promise<string[]> {
  const { entriesOfRecord } = await import('./record/journal-record.ts');
  const journal = openJournalReader(dataDir);
  try {
    const found: string[] = [];
    for await (const record of journal.read(1)) {
      for (const entry of entriesOfRecord(record, null)) if (entry.command.kind === kind) found.push(`0x${entry.hash}`);
    }
    return found;
  } finally {
    journal.close();
  }
}

test(
  'lost answers: what was told before a kill is told after it, whatever has changed in between',
  async () => {
    const trader = client();
    await trader.auth.credentials();
    const wallet = signer.address.toLowerCase();
    const pay = () => trader.admin.deposit({ wallet, amount: '3' }, { idempotencyKey: 'told-1' });
    const call = () => trader.profile.update({ name: 'First' }, { idempotencyKey: 'told-2' });
    const first = [await pay(), await call()];
    await trader.admin.deposit({ wallet, amount: '4' });
    await trader.profile.update({ name: 'Second' });
    await killAndRestart();
    const before = head();
    expect([await pay(), await call()]).toEqual(first);
    expect(head()).toBe(before);
  },
  PATIENCE_MS,
);

test(
  'lost answers: builder keys, heartbeats and revocations are told after a kill as before it, and a revoked key does nothing else [D37]',
  async () => {
    const account = { signer: createSigner(`0x${'8'.repeat(64)}`) };
    const trader = createClient({ ...options(), account });
    const credentials = await trader.auth.credentials();
    const named = (idempotencyKey: string) => ({ idempotencyKey });
    const makeBuilder = () => trader.request('createBuilderKey', named('killed-1'));
    const beat = () => trader.account.beat(null, named('killed-2'));
    const revoke = () => trader.request('deleteApiKey', named('killed-3'));
    const first = [await makeBuilder(), await beat()];
    await killAndRestart();
    const made = head();
    expect([await makeBuilder(), await beat()]).toEqual(first);
    expect(head()).toBe(made);
    loss = 'kill';
    expect(await revoke()).toBe('OK');
    const revoked = head();
    await killAndRestart();
    // The client still signs by the key that it has revoked.
    expect(await trader.auth.credentials()).toEqual(credentials);
    expect(await revoke()).toBe('OK');
    await expect(beat()).rejects.toMatchObject({ status: 401 });
    await expect(trader.auth.list()).rejects.toMatchObject({ status: 401 });
    expect(head()).toBe(revoked);
  },
  PATIENCE_MS,
);

test(
  'lost answers: a key that the caller gave is good after a restart, and the folder verifies [D37]',
  async () => {
    const trader = client();
    const wallet = signer.address.toLowerCase();
    const pay = (amount: string) => trader.admin.deposit({ wallet, amount }, { idempotencyKey: 'payday-1' });
    const first = await pay('3');
    await killAndRestart();
    const before = head();
    const again = await pay('3');
    expect(again).toEqual(first);
    await expect(pay('4')).rejects.toMatchObject({ status: 422, code: 'idempotency_key_used' });
    expect(head()).toBe(before);
    served.child.kill('SIGTERM');
    await served.ended;
    const lines: string[] = [];
    expect(await verifyDataFolder(dataDir, (line) => lines.push(line)), lines.join('\n')).toBe(true);
  },
  PATIENCE_MS,
);
