/** An agent's program: it speaks the protocol with `bellwether mcp`, line by line, as its host would. */
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createDataDir, PROGRAM, runBellwether, startVenueProcess } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { expect, test } from 'vitest';

interface Answer {
  readonly result?: { readonly tools?: readonly { readonly name: string }[] } & Partial<Called>;
}
interface Called {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

/** Starts the program with `words`, and opens a session with it. */
const openAgent = (...words: readonly string[]) => openHost([...PROGRAM, 'mcp', ...words]);

/** Opens a session with the program of that command line, as a host does. */
async function openHost(command: readonly string[]) {
  const temporary = createDataDir();
  const program = new Program(command, {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { stdin, stdout } = program.child;
  if (stdin === null || stdout === null) throw new Error('the program has no pipes');
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  let id = 0;
  const send = (message: object): void => void stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (method: string, params: object): Promise<Answer> => {
    send({ id: ++id, method, params });
    return JSON.parse((await lines.next()).value as string) as Answer;
  };
  const clientInfo = { name: 'test', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  return {
    program,
    temporary,
    tools: async () => (await ask('tools/list', {})).result?.tools?.map(({ name }) => name),
    /** The answer of a tool; a refusal's text. */
    async use(name: string, input: object = {}): Promise<unknown> {
      const { content, isError } = (await ask('tools/call', { name, arguments: input })).result as Called;
      const text = content[0]?.text ?? '';
      return isError === true ? text : JSON.parse(text);
    },
    async close(): Promise<number | null> {
      stdin.end();
      const [code] = (await once(program.child, 'exit')) as [number | null];
      return code;
    },
  };
}

const ORDER = { market: 'bridge-opens', outcome: 'yes', side: 'BUY', price: '0.05', size: '10' };
/** Orders that the agent is told a reason against. */
const REFUSED = [
  [{ ...ORDER, outcome: 'Maybe' }, /^the market bridge-opens has no outcome Maybe: it has Yes and No$/],
  [{ ...ORDER, price: '0.055' }, /0\.055/],
  [{ ...ORDER, price: undefined }, /price/],
  [{ ...ORDER, size: '1000000' }, /not enough balance/],
] as const;

test('mcp: an agent finds a market, is told why an order is refused, trades, moves time and sees what it has, on a sandbox that ends with it', async () => {
  const agent = await openAgent();
  for (const [order, reason] of REFUSED) expect(await agent.use('place_order', order)).toMatch(reason);
  expect(await agent.use('open_orders')).toEqual([]);
  expect(await agent.tools()).toContain('advance_clock');
  expect(await agent.use('find_markets', { query: 'bridge' })).toEqual([
    expect.objectContaining({ market: ORDER.market, outcomes: ['Yes', 'No'] }),
  ]);
  expect(await agent.use('read_book', { market: ORDER.market, outcome: 'No' })).toHaveProperty('bids');
  const { orderID: id } = (await agent.use('place_order', ORDER)) as { readonly orderID: string };
  const { time_ms: before } = (await agent.use('clock')) as { readonly time_ms: number };
  expect(await agent.use('advance_clock', { by: '1h' })).toMatchObject({ time_ms: before + 3_600_000 });
  expect(await agent.use('open_orders')).toEqual([expect.objectContaining({ id })]);
  expect(await agent.use('cancel_order', { id })).toMatchObject({ canceled: [id] });
  expect(await agent.use('portfolio')).toMatchObject({ account: { wallets: [{ free: '1000', held: '0' }, {}] } });
  expect(await agent.close()).toBe(0);
});

test('mcp: the sandbox is in the same process, so that none is left when a host kills it; a stop removes its folder', async () => {
  const { program, temporary } = await openAgent();
  const [folder = ''] = readdirSync(temporary).filter((name) => name.startsWith('bellwether-agent-'));
  const { pid } = JSON.parse(readFileSync(join(temporary, folder, 'venue.json'), 'utf8')) as { readonly pid: number };
  expect(pid).toBe(program.pid);
  expect(await program.end()).toMatchObject({ code: 0 });
  expect(readdirSync(temporary)).not.toContain(folder);
});

test('mcp: with an address it trades on that venue by its own key, and time is not its to move', async () => {
  const venue = await startVenueProcess({ settings: { BELLWETHER_STARTING_BALANCE: '50' } });
  const keyFile = join(createDataDir(), 'key');
  writeFileSync(keyFile, `${'5'.repeat(64)}\n`);
  const agent = await openAgent('--url', venue.url, '--key-file', keyFile);
  expect(await agent.tools()).not.toContain('advance_clock');
  expect(await agent.use('portfolio')).toMatchObject({
    account: { address: expect.stringMatching(/^0x/), wallets: [{ free: '50' }, {}] },
  });
  expect(await agent.close()).toBe(0);
  writeFileSync(keyFile, 'secret');
  expect(await runBellwether(['mcp', '--url', venue.url, '--key-file', keyFile])).toMatchObject({
    code: 1,
    stderr: `bellwether: ${keyFile} must hold a private key of 64 hexadecimal digits\n`,
  });
  await venue.stop();
});

test('mcp: the configuration that the documents show starts it, by a path and by no name of a package', async () => {
  const root = join(import.meta.dirname, '../../..');
  const page = readFileSync(join(root, 'docs/guides/bring-your-bot.md'), 'utf8');
  const { mcpServers } = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '') as {
    readonly mcpServers: Record<string, { readonly command: string; readonly args: readonly string[] }>;
  };
  const { command = '', args = [] } = mcpServers['bellwether'] ?? {};
  expect(command).toBe('node');
  const agent = await openHost([process.execPath, ...args.map((word) => word.replace('/PATH/', `${root}/`))]);
  expect(await agent.tools()).toContain('place_order');
  expect(await agent.close()).toBe(0);
});
