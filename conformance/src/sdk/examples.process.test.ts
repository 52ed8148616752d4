/** Runs the examples as a newcomer does, against a venue with trading activity. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Market, type Stage, startStage } from './testing/stage.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples');
let stage: Stage;
let market: Market;

beforeAll(async () => {
  stage = await startStage();
  market = await stage.addMarket();
  const maker = stage.trader();
  await maker.account.split({ conditionId: market.conditionId, amount: '200' });
  const answers = await maker.orders.placeMany([
    { tokenId: market.yes, side: 'BUY', price: '0.4', size: '200' },
    { tokenId: market.yes, side: 'SELL', price: '0.6', size: '200' },
  ]);
  expect(answers.every(({ success }) => success)).toBe(true);
});
afterAll(() => stage.stop());

const runFile = (file: string, args: readonly string[], venue: string, cwd?: string): Program => {
  const env = { ...process.env, VENUE: venue };
  return new Program([process.execPath, join(EXAMPLES, file), ...args], { env, ...(cwd !== undefined && { cwd }) });
};
const run = (...args: string[]): Program => runFile('run.ts', args, stage.url);

test('examples: the first trade', async () =>
  expect(await run().result()).toMatchObject({ code: 0, stdout: expect.stringContaining("status: 'matched'") }));

test('examples: the market maker quotes, is filled, moves, and takes its quotes back', async () => {
  const maker = run('market-maker', market.yes);
  await maker.said(/quoting 2 orders around 0\.5/);
  const taker = stage.trader();
  await taker.orders.place({ type: 'FOK', tokenId: market.yes, side: 'BUY', shares: '10' });
  await maker.said(/filled SELL at 0\.52: /);
  await taker.orders.place({ tokenId: market.yes, side: 'BUY', price: '0.51', size: '50' });
  await maker.said(/quoting 2 orders around 0\.515/);
  expect(await maker.end('SIGINT')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/cancelled [12] orders/),
  });
  const book = await stage.operator.books.get(market.yes);
  expect(book.asks.map(({ price }) => price)).toEqual(['0.6']);
});

test('examples: the tape recorder writes down what happens', async () => {
  const file = join(createDataDir(), 'tape.jsonl');
  const recorder = run('tape-recorder', file);
  await recorder.said(/recording/);
  await eventually(() => expect(readFileSync(file, 'utf8')).toContain('book'));
  await stage.trader().orders.place({ tokenId: market.yes, side: 'BUY', price: '0.11', size: '7' });
  await eventually(() => expect(readFileSync(file, 'utf8')).toContain('"price":"0.11","size":"7"'));
  expect(await recorder.end('SIGINT')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/[1-9][0-9]* messages recorded/),
  });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'));
});

test('sign: a request is signed for the venue that VENUE names, and where nothing answers that address is told [S61]', async () => {
  const cwd = createDataDir();
  const sign = (word: string, venue: string) => runFile('sign.ts', [word], venue, cwd).result();
  const address = await sign('address', stage.url);
  expect(address).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0x[0-9a-fA-F]{40}\n$/) });
  const account = await sign('account', stage.url);
  expect(account.code).toBe(0);
  expect(account.stdout).toContain(`url = "${stage.url}/account"`);
  expect(account.stdout).toContain(`header = "SERVICE_ADDRESS: ${address.stdout.trim()}"`);
  // Nothing listens at port 1.
  const refused = await sign('account', 'http://127.0.0.1:1');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('asked http://127.0.0.1:1; VENUE names another address');
});

test('examples: the portfolio of a trader', async () => {
  const trader = stage.trader();
  await trader.orders.place({ type: 'FOK', tokenId: market.yes, side: 'BUY', shares: '10' });
  const { code, stdout } = await run('portfolio', trader.account.address).result();
  expect(code).toBe(0);
  expect(stdout).toContain('1 positions worth');
  expect(stdout).toMatch(/TRADE BUY 10 Yes at 0\.[0-9]+: Rain\?/);
});
