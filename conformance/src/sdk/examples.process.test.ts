/** The examples, run as a newcomer runs them, against a venue where someone trades. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<unknown>;
}

const run = (...args: string[]): Run => runFile('run.ts', args, { venue: stage.url });

function runFile(
  file: string,
  args: readonly string[],
  { venue, cwd, isErrors = false }: { readonly venue: string; readonly cwd?: string; readonly isErrors?: boolean },
): Run {
  const stdio = isErrors ? (['ignore', 'inherit', 'pipe'] as const) : (['ignore', 'pipe', 'inherit'] as const);
  const env = { ...process.env, VENUE: venue };
  const child = spawn(process.execPath, [join(EXAMPLES, file), ...args], { env, stdio: [...stdio], cwd });
  let text = '';
  (isErrors ? child.stderr : child.stdout)?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return { child, output: () => text, ended: once(child, 'close').then(([code]) => code) };
}

const patience = { timeout: 120_000, interval: 20 };

describe('examples', () => {
  test('examples: the first trade', async () => {
    const { ended, output } = run();
    expect(await ended).toBe(0);
    expect(output()).toContain("status: 'matched'");
  });

  test('examples: the market maker quotes, is filled, moves, and takes its quotes back', async () => {
    const { child, ended, output } = run('market-maker', market.yes);
    await expect.poll(output, patience).toContain('quoting 2 orders around 0.5');
    const taker = stage.trader();
    await taker.orders.place({ type: 'FOK', tokenId: market.yes, side: 'BUY', shares: '10' });
    await expect.poll(output, patience).toContain('filled SELL at 0.52: ');
    await taker.orders.place({ tokenId: market.yes, side: 'BUY', price: '0.51', size: '50' });
    await expect.poll(output, patience).toContain('quoting 2 orders around 0.515');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(output()).toMatch(/cancelled [12] orders/);
    const book = await stage.operator.books.get(market.yes);
    expect(book.asks.map(({ price }) => price)).toEqual(['0.6']);
  });

  test('examples: the tape recorder writes down what happens', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bellwether-tape-'));
    try {
      const file = join(folder, 'tape.jsonl');
      const { child, ended, output } = run('tape-recorder', file);
      await expect.poll(() => output().includes('recording') && readFileSync(file, 'utf8'), patience).toContain('book');
      await stage.trader().orders.place({ tokenId: market.yes, side: 'BUY', price: '0.11', size: '7' });
      await expect.poll(() => readFileSync(file, 'utf8'), patience).toContain('"price":"0.11","size":"7"');
      child.kill('SIGINT');
      expect(await ended).toBe(0);
      const lines = readFileSync(file, 'utf8').trim().split('\n');
      expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'));
      expect(output()).toMatch(/[1-9][0-9]* messages recorded/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('sign: a request is signed for the venue that VENUE names, and where nothing answers that address is told [AN20]', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'bellwether-sign-'));
    const sign = async (word: string, venue: string, isErrors = false) => {
      const { ended, output } = runFile('sign.ts', [word], { venue, cwd, isErrors });
      return { code: await ended, text: output() };
    };
    try {
      const address = await sign('address', stage.url);
      expect(address).toMatchObject({ code: 0, text: expect.stringMatching(/^0x[0-9a-fA-F]{40}\n$/) });
      const account = await sign('account', stage.url);
      expect(account.code).toBe(0);
      expect(account.text).toContain(`url = "${stage.url}/account"`);
      expect(account.text).toContain(`header = "SERVICE_ADDRESS: ${address.text.trim()}"`);
      // Nothing listens at port 1.
      const refused = await sign('account', 'http://127.0.0.1:1', true);
      expect(refused.code).toBe(1);
      expect(refused.text).toContain('asked http://127.0.0.1:1; VENUE names another address');
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });

  test('examples: the portfolio of a trader', async () => {
    const trader = stage.trader();
    await trader.orders.place({ type: 'FOK', tokenId: market.yes, side: 'BUY', shares: '10' });
    const { ended, output } = run('portfolio', trader.account.address);
    expect(await ended).toBe(0);
    expect(output()).toContain('1 positions worth');
    expect(output()).toMatch(/TRADE BUY 10 Yes at 0\.[0-9]+: Rain\?/);
  });
});
