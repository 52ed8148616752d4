/** A sandbox in the test's own process, a market for its tests, and a record of all its answers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import {
  type Client,
  createClient,
  createSigner,
  keyOrderSignature,
  type OrderAnswer,
  type OrderMessage,
  signOrder,
} from '@bellwether/sdk';
import { readConfig } from '@bellwether/venue/config.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import type { SandboxOptions } from '../sandbox-options.ts';
import { startSandbox } from '../sandbox-venue.ts';

export const START_MS = Date.UTC(2026, 0, 1);

export type Played = Awaited<ReturnType<typeof play>>;

/** Starts a sandbox. `dataDir`: folder of a stopped one. `startMs`: initial time of a new one. */
export async function play(
  options: {
    readonly seed?: number;
    readonly dataDir?: string;
    readonly machine?: Runtime;
    readonly startMs?: number;
    /** Settings in addition to disabled caps and a starting balance. */
    readonly settings?: Readonly<Record<string, string>>;
    readonly prepare?: SandboxOptions['prepare'];
  } = {},
) {
  const {
    seed = 1,
    dataDir = mkdtempSync(join(tmpdir(), 'sandbox-')),
    machine = MACHINE,
    startMs = START_MS,
    settings = {},
    prepare,
  } = options;
  const money = { BELLWETHER_LIMITS: 'off', BELLWETHER_STARTING_BALANCE: '1000' };
  const config = readConfig({ BELLWETHER_DATA_DIR: dataDir, BELLWETHER_PORT: '0', ...money, ...settings }, false);
  const onFailure = (message: string): void => {
    throw new Error(message);
  };
  const sandbox = await startSandbox({ config, machine, seed, startMs, onFailure, ...(prepare && { prepare }) });
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopped ??= sandbox.stop());
  const answers: string[] = [];
  const told: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const request = `${init?.method ?? 'GET'} ${pathname}${search}`;
    try {
      const response = await fetch(input, init);
      answers.push(`${request} ${response.status} ${await response.clone().text()}`);
      return response;
    } catch (error) {
      // A fault ended the connection without an answer, or in the middle of one.
      answers.push(`${request} failed`);
      throw error;
    }
  };
  return {
    sandbox,
    dataDir,
    answers: answers as readonly string[],
    /** Client of the account whose key repeats `digit`. `url`: that of a fork. */
    client: (digit: string, url = sandbox.url, seed?: number): Client =>
      createClient({
        ...(seed !== undefined && { seed }),
        baseUrl: url,
        account: { signer: createSigner(`0x${digit.repeat(64)}`) },
        adminToken: sandbox.adminToken,
        retry: { attemptsMax: 1 },
        // Long enough for a busy machine, which says nothing about the venue.
        timeoutMs: 900_000,
        fetch: told,
      }),
    stop,
    close: async (): Promise<void> => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds an event with one market, which trades without a fee until it is resolved. */
export async function openMarket(client: Client) {
  const wanted = {
    title: 'Will it rain?',
    slug: 'rain',
    description: 'On the day.',
    endDate: '2026-06-01T00:00:00Z',
    markets: [{ question: 'Will it rain?', slug: 'rain', outcomes: ['Yes', 'No'], description: 'On the day.' }],
  };
  // A fixed key, because the journal records it.
  const event = await client.admin.addEvent(wanted, { idempotencyKey: 'rain' });
  const [market] = await client.markets.list({ limit: 1 });
  const [yes = '', no = ''] = market?.tokenIds ?? [];
  return { event, yes, no };
}

/** Places an order with a given salt, so that it is the same each time; ordinary clients draw random salts. */
export async function placeSalted(
  client: Client,
  digit: string,
  order: {
    readonly tokenId: string;
    readonly side: 'BUY' | 'SELL';
    readonly salt: number;
    readonly nowMs: number;
    readonly price: number;
    readonly size: number;
    readonly type?: 'GTC' | 'GTD' | 'FAK' | 'FOK';
    readonly expiration?: number;
    /** A contract wallet that the signer owns, or of which it is a key. */
    readonly wallet?: string;
    readonly asKey?: boolean;
  },
): Promise<OrderAnswer> {
  const { tokenId, side, salt, nowMs, price, size, type = 'GTC', expiration = 0, wallet, asKey = false } = order;
  const signer = createSigner(`0x${digit.repeat(64)}`);
  const maker = wallet ?? signer.address;
  const signatureType = wallet === undefined ? 0 : 3;
  const { domain } = await client.venue.known();
  const { apiKey } = await client.auth.credentials();
  const [cash, shares] = [String(Math.round(price * size * 1e6)), String(size * 1e6)];
  const zero = `0x${'0'.repeat(64)}`;
  const terms = { maker, signer: maker, side, signatureType, metadata: zero } as const;
  const [makerAmount, takerAmount] = side === 'BUY' ? [cash, shares] : [shares, cash];
  const numbers = { tokenId, makerAmount, takerAmount, timestamp: String(nowMs) };
  const message: OrderMessage = {
    ...terms,
    salt: BigInt(salt),
    tokenId: BigInt(tokenId),
    makerAmount: BigInt(makerAmount),
    takerAmount: BigInt(takerAmount),
    timestamp: BigInt(nowMs),
    builder: zero,
  };
  const { signature: own } = await signOrder(message, domain, signer);
  const signature = asKey ? keyOrderSignature(own, signer.address) : own;
  const signed = { ...terms, ...numbers, salt, builder: zero, expiration: String(expiration), signature };
  return client.request('placeOrder', { body: { order: signed, owner: apiKey, orderType: type } });
}
