/** A venue's command as a process of its own: its address, what it says, how it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VenueHealth } from '@bellwether/contract';
import { type Client, createClient, createSigner } from '@bellwether/sdk';

export const MAIN = join(import.meta.dirname, '../../main.ts');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export type Served = Running & { readonly url: string };

/** Runs a program on `dataDir`, on a free port unless `settings` say otherwise. */
export function runCommand(
  [program = '', ...args]: readonly string[],
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Running {
  const env = { ...process.env, BELLWETHER_DATA_DIR: dataDir, BELLWETHER_PORT: '0', ...settings };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk: Buffer) => {
      text[name] += chunk.toString();
    });
  }
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, ...text })) };
}

/** Resolves when `serve` answers; rejects when it ends before. */
export async function ready(running: Running): Promise<Served> {
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    running.child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /ready at (http:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    void running.ended.then(({ stderr }) => reject(new Error(`the venue ended: ${stderr}`)));
  });
  return { ...running, url };
}

export async function adminPost(
  dataDir: string,
  url: string,
  path: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim();
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} is ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

export async function readHealth(dataDir: string, url: string): Promise<VenueHealth> {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim();
  const response = await fetch(`${url}/admin/health`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`/admin/health is ${response.status}: ${await response.text()}`);
  return (await response.json()) as VenueHealth;
}

/** Of the account with that digit for a key. It tries once, unless it is to be patient. */
export function clientOf(url: string, digit: string, isPatient = false): Client {
  const account = { signer: createSigner(`0x${digit.repeat(64)}`) };
  return createClient({ baseUrl: url, account, ...(!isPatient && { retry: { attemptsMax: 1 } }) });
}

/** A client of account 7, which has money, and the first token of a new market. */
export async function openMarket(dataDir: string, url: string): Promise<{ client: Client; tokenId: string }> {
  const client = clientOf(url, '7');
  await client.auth.credentials();
  const wallet = createSigner(`0x${'7'.repeat(64)}`).address;
  await adminPost(dataDir, url, '/admin/deposits', { wallet, amount: '100000' });
  const event = await adminPost(dataDir, url, '/admin/events', {
    title: 'Rain',
    markets: [{ question: 'Will it rain?' }],
  });
  const [market] = event['markets'] as { readonly tokenIds: readonly string[] }[];
  return { client, tokenId: market?.tokenIds[0] ?? '' };
}
