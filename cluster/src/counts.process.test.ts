/** What three nodes count as one: request caps on what has an effect, and signatures that are good for one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { type Client, type Credentials, createClient, createSigner } from '@bellwether/sdk';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';

/** Of POST /order in an hour: what is over it stays over it. */
const ORDERS_MAX = 20;
/** Signatures are taken for so long: the tests may be slow. */
const TOLERANCE_SECONDS = 3_600;

interface Sent {
  readonly path: string;
  readonly init: RequestInit;
}

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
  readonly headers: Headers;
}

let folder: string;
let cluster: Cluster;
/** What happened to its nodes, with what one that ended said last. Told when a test fails. */
const news: string[] = [];
let adminToken: string;
let conditionId: string;
let tokenId: string;

/** Of each account, by its digit. */
const keys = new Map<number, Credentials>();

const signerOf = (digit: number): ReturnType<typeof createSigner> => createSigner(new Uint8Array(32).fill(digit));

/** Of a node by its name: one that is started again answers at another port. */
const urlOf = (name: string): string => `http://node-${name}`;

const urls = (): string[] => cluster.nodes.map(({ name }) => urlOf(name));

/** Where that node answers now; all other addresses as they are. */
function placeOf(url: string): string {
  const node = cluster.nodes.find(({ name }) => url.startsWith(`${urlOf(name)}/`));
  return node === undefined ? url : url.replace(urlOf(node.name), `http://127.0.0.1:${node.port}`);
}

/** The entry up to which any node has shown everything: no read shows less. */
let seen = 0;

async function send(url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.method === 'GET') headers.set('x-after-sequence', String(seen));
  const answer = await fetch(placeOf(url), { ...init, headers });
  seen = Math.max(seen, Number(answer.headers.get('x-sequence')));
  return answer;
}

interface Watched {
  readonly client: Client;
  /** What it sent last. */
  readonly sent: () => Sent;
  /** What it would send. */
  readonly hold: (send: () => Promise<unknown>) => Promise<Sent>;
}

/** A client at one node and from one address. */
function clientAt(base: string, digit: number, address: string): Watched {
  let last: Sent | null = null;
  let isHeld = false;
  const known = keys.get(digit);
  const client = createClient({
    baseUrl: base,
    adminToken,
    account: { signer: signerOf(digit), ...(known !== undefined && { credentials: known }) },
    retry: { attemptsMax: 1 },
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      // By the signature alone.
      headers.delete('idempotency-key');
      last = { path: String(input).slice(base.length), init: { ...init, headers, signal: null } };
      return isHeld ? Promise.reject(new Error('it is not sent')) : send(String(input), last.init);
    },
  });
  const sent = (): Sent => last ?? expect.unreachable();
  const hold = async (send: () => Promise<unknown>): Promise<Sent> => {
    isHeld = true;
    await expect(send()).rejects.toThrow();
    isHeld = false;
    return sent();
  };
  return { client, sent, hold };
}

/** Resolves in another second: what is signed then is another request. */
function anotherSecond(): Promise<void> {
  const second = (): number => Math.trunc(Date.now() / 1_000);
  const now = second();
  return eventually(() => expect(second()).toBeGreaterThan(now));
}

/** The same bytes again, at the node of that address. */
async function again({ path, init }: Sent, base: string): Promise<Answer> {
  const answer = await send(base + path, init);
  const text = await answer.text();
  const { code } = JSON.parse(text) as { readonly code?: string };
  return { status: answer.status, code, text, headers: answer.headers };
}

const free = async (client: Client): Promise<number> =>
  (await client.account.get()).wallets.reduce((sum, wallet) => sum + Number(wallet.free), 0);

const order = () => ({ tokenId, side: 'BUY', price: '0.40', size: '5' }) as const;

async function account(digit: number, amount: string): Promise<void> {
  const { client } = clientAt(cluster.url, digit, `10.9.0.${digit}`);
  keys.set(digit, await eventually(() => client.auth.credentials()));
  const wallet = signerOf(digit).address;
  if (amount !== '0') await eventually(() => client.admin.deposit({ wallet, amount }));
}

describeWithPostgres('what three nodes count as one', () => {
  beforeAll(async () => {
    keys.clear();
    seen = 0;
    folder = mkdtempSync(join(tmpdir(), 'bellwether-counts-'));
    const caps = join(folder, 'caps.json');
    writeFileSync(caps, JSON.stringify({ order: [{ requests: ORDERS_MAX, seconds: 3_600 }] }));
    const settings = {
      BELLWETHER_DEMO: 'off',
      BELLWETHER_STARTING_BALANCE: '0',
      BELLWETHER_LIMITS: caps,
      BELLWETHER_LOG_LEVEL: 'fatal',
      BELLWETHER_TRUST_PROXY: '127.0.0.1/32',
      BELLWETHER_AUTH_TOLERANCE_PAST: String(TOLERANCE_SECONDS),
    };
    news.length = 0;
    // One of them counts among its own gateways, too.
    const settingsOf = (name: string) => ({ BELLWETHER_GATEWAYS: name === 'b' ? '2' : '1' });
    cluster = await startCluster({ nodes: 3, port: 0, settings, settingsOf, onNews: (line) => news.push(line) });
    adminToken = cluster.adminToken;
    const { admin } = createClient({ baseUrl: cluster.url, adminToken });
    const event = await admin.addEvent({ title: 'Will it hold?', markets: [{ question: 'Will it hold?' }] });
    conditionId = event.markets[0]?.conditionId ?? '';
    tokenId = (JSON.parse(event.markets[0]?.clobTokenIds ?? '[]') as string[])[0] ?? '';
    for (const digit of [1, 2, 3]) await account(digit, '1000');
    await account(4, '0');
  });
  beforeEach(({ onTestFailed }) => onTestFailed(() => console.error(news.join('\n'))));
  afterAll(async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a cap on orders is one over all nodes: it can be used up, and no order more passes', async () => {
    const answers = await Promise.all(
      urls().map(async (base) => {
        const { client } = clientAt(base, 1, '10.0.0.1');
        const codes: string[] = [];
        for (let count = 0; count < ORDERS_MAX; count++) {
          const signed = await client.orders.sign(order());
          await client.orders.place(signed).then(
            () => codes.push('placed'),
            (error: { readonly code: string; readonly retryAfterSeconds: number }) => {
              expect(error.retryAfterSeconds).toBeGreaterThan(3_000);
              codes.push(error.code);
            },
          );
        }
        return codes;
      }),
    );
    const counts = Map.groupBy(answers.flat(), (code) => code);
    expect([counts.get('placed')?.length, counts.get('rate_limited')?.length]).toEqual([ORDERS_MAX, 2 * ORDERS_MAX]);
    // Each node had its part of them.
    for (const codes of answers) expect(codes).toContain('placed');
  });

  test('what is left of a cap is told the same at every node', async () => {
    const told: string[] = [];
    for (const base of urls()) {
      const { client, sent } = clientAt(base, 2, '10.0.0.2');
      await client.orders.place(await client.orders.sign(order()));
      // Accepted, it is answered as it was, and counts again.
      const { headers } = await again(sent(), base);
      told.push(headers.get('ratelimit') ?? '');
    }
    expect(told.map((text) => /"order";r=([0-9]+)/.exec(text)?.[1])).toEqual(['18', '16', '14']);
  });

  test('a signature is good for one effect at all nodes at once, and answered the same', async () => {
    const [first = ''] = urls();
    const { client, sent } = clientAt(first, 2, '10.0.0.3');
    const before = await free(client);
    const done = await client.account.split({ conditionId, amount: '5' });
    const answers = await Promise.all([...urls(), ...urls()].map((base) => again(sent(), base)));
    for (const { status, text, headers } of answers) {
      expect([status, JSON.parse(text)]).toEqual([200, done]);
      expect(headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await free(client)).toBe(before - 5);
  });

  test('the same request that comes to all nodes at the same moment has one effect and one answer', async () => {
    for (let round = 0; round < 5; round++) {
      const { client, hold } = clientAt(urls()[round % 3] ?? '', 2, '10.0.0.4');
      const before = await free(client);
      const request = await hold(() => client.account.split({ conditionId, amount: String(round + 6) }));
      const answers = await Promise.all(urls().map((base) => again(request, base)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      expect(await free(client)).toBe(before - round - 6);
    }
  });

  test('an order that was refused at one node is not placed by its bytes at another one', async () => {
    const [first = '', ...others] = urls();
    const { client, sent } = clientAt(first, 4, '10.0.0.5');
    const signed = await client.orders.sign(order());
    await expect(client.orders.place(signed)).rejects.toMatchObject({ code: 'insufficient_balance' });
    const refused = sent();
    await account(4, '100');
    for (const base of [...others, first])
      expect(await again(refused, base)).toMatchObject({ code: 'insufficient_balance' });
    // Signed in another second it is another request.
    const other = clientAt(others[0] ?? '', 4, '10.0.0.5').client;
    await anotherSecond();
    const { orderID } = await other.orders.place(signed);
    expect(orderID).toMatch(/^0x/);
  });

  test('after a takeover nothing that was signed before is done, and an order that was placed is answered as it was', async () => {
    const leads = await cluster.led();
    const follows = cluster.nodes.filter(({ name }) => name !== leads).map(({ name }) => urlOf(name));
    const at = urlOf(leads);
    // One at the node that leads, which alone knows of it, and one at a node that follows.
    const splits: Sent[] = [];
    const orders: { readonly sent: Sent; readonly text: string }[] = [];
    const poor = clientAt(follows[1] ?? '', 4, '10.0.0.7');
    const tooLarge = await poor.client.orders.sign({ ...order(), size: '5000' });
    await expect(poor.client.orders.place(tooLarge)).rejects.toMatchObject({ code: 'insufficient_balance' });
    const refused = poor.sent();
    for (const base of [at, follows[0] ?? '']) {
      const { client, sent } = clientAt(base, 3, '10.0.0.6');
      await client.account.split({ conditionId, amount: '7' });
      splits.push(sent());
      await client.orders.place(await client.orders.sign(order()));
      orders.push({ sent: sent(), text: (await again(sent(), base)).text });
    }
    const { client } = clientAt(follows[0] ?? '', 3, '10.0.0.6');
    const before = await free(client);
    await cluster.kill(leads);
    await eventually(() => expect(cluster.leader).not.toBe(leads));
    await cluster.led();
    for (const base of follows) {
      for (const sent of [...splits, refused]) {
        const { status, code } = await eventually(() => certain(sent, base));
        // The second where something became durable that the new leader had not been told of by the old one.
        expect(['409 signature_used', '503 signed_before_start']).toContain(`${status} ${code}`);
      }
      for (const { sent, text } of orders) {
        const answer = await eventually(() => certain(sent, base));
        expect([answer.status, answer.text]).toEqual([200, text]);
      }
    }
    expect(await eventually(() => free(client))).toBe(before);
    // What is signed from now on is done, and once.
    const done = await eventually(() => client.account.split({ conditionId, amount: '7' }), 1_000);
    expect(done).toBeDefined();
    expect(await free(client)).toBe(before - 7);
    cluster.start(leads);
    await cluster.settled();
  });

  test('when all nodes are started again, none of which knows anything, nothing that was signed before is done', async () => {
    const [first = '', ...others] = urls();
    const { client, sent } = clientAt(first, 3, '10.0.0.8');
    await client.account.split({ conditionId, amount: '8' });
    const split = sent();
    await client.orders.place(await client.orders.sign(order()));
    const placed = sent();
    const { text } = await again(placed, others[0] ?? '');
    const before = await free(client);
    const names = cluster.nodes.map(({ name }) => name);
    await Promise.all(names.map((name) => cluster.kill(name)));
    for (const name of names) cluster.start(name);
    await cluster.settled();
    for (const base of urls()) {
      const refused = await eventually(() => certain(split, base));
      expect([refused.status, refused.code]).toEqual([503, 'signed_before_start']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const answer = await eventually(() => certain(placed, base));
      expect([answer.status, answer.text]).toEqual([200, text]);
    }
    const later = clientAt(urls()[1] ?? '', 3, '10.0.0.8').client;
    expect(await eventually(() => free(later))).toBe(before);
  });
});

/** Again while no node leads. */
async function certain(sent: Sent, base: string): Promise<Answer> {
  const answer = await again(sent, base);
  if (answer.code === 'unavailable') throw new Error('no node leads yet');
  return answer;
}
