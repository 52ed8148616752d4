/** Purposes of ready scenarios: fees, and a market that fills a maker. */
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { afterAll, expect, test } from 'vitest';
import { play } from '../testing/played.ts';

const played = await play();
afterAll(() => played.close());

async function bot(scenario: string): Promise<{ readonly client: Client; readonly tokens: readonly string[] }> {
  await played.client('b').sandbox.play(scenario);
  const client = createClient({
    baseUrl: played.sandbox.url,
    account: { signer: createSigner(`0x${'b0'.repeat(32)}`) },
    adminToken: played.sandbox.adminToken,
    timeoutMs: 240_000,
  });
  const [market] = await client.markets.list({ limit: 1 });
  return { client, tokens: market?.tokenIds ?? [] };
}

test('ready scenarios: in a busy market a maker at the best price is filled every few seconds [D85]', async () => {
  const { client, tokens } = await bot('busy-market');
  const [tokenId = '', other = ''] = tokens;
  await client.sandbox.advance('10s');
  await client.orders.place({ tokenId, side: 'BUY', price: '0.49', size: '2000' });
  await client.orders.place({ tokenId: other, side: 'BUY', price: '0.49', size: '2000' });
  const filled: number[] = [];
  const sharesNow = async (): Promise<number> =>
    ((await client.account.get()).wallets[0]?.positions ?? []).reduce((sum, { free }) => sum + Number(free), 0);
  let before = 0;
  for (let turn = 0; turn < 6; turn++) {
    await client.sandbox.advance('10s');
    const now = await sharesNow();
    filled.push(now - before);
    before = now;
  }
  expect(filled.every((shares) => shares > 0)).toBe(true);
});

test('ready scenarios: with taker fees who takes pays one [D85]', async () => {
  const { client, tokens } = await bot('taker-fees');
  await client.sandbox.advance('10s');
  const cash = async (): Promise<number> => Number((await client.account.get()).wallets[0]?.free);
  const before = await cash();
  const fak = { tokenId: tokens[0] ?? '', side: 'BUY', price: '0.6', amount: '30', type: 'FAK' } as const;
  const { makingAmount } = await client.orders.place(fak);
  expect(before - (await cash())).toBeGreaterThan(Number(makingAmount));
});
