/** Runs of a bot on seeded clients: the same seeds, the same bytes, whatever the machine is busy with. */
import { join } from 'node:path';
import type { Client, OrderInput } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { TAPE_MARKET, TAPE_START_MS, writeTape } from './replay/testing/made-tape.ts';
import { openMarket, type Played } from './testing/played.ts';
import { started } from './testing/started.ts';

const SEEDS = [
  { sandbox: 7, client: 3 },
  { sandbox: 7, client: 3 },
  { sandbox: 7, client: 4 },
] as const;

/** Calls that overtake each other unless something keeps their order: some sign at once, others read first. */
async function trade(bot: Client, tokenId: string): Promise<void> {
  const bid = (price: string): OrderInput => ({ tokenId, side: 'BUY', price, size: '20' });
  const [first] = await Promise.all([
    bot.orders.place(bid('0.41')),
    bot.orders.placeMany([bid('0.1'), bid('0.11')]),
    bot.orders.place({ tokenId, side: 'BUY', type: 'FAK', amount: '5' }),
    bot.account.get(),
    bot.orders.place(bid('0.12')),
    bot.profile.update({ name: 'Bot' }),
  ]);
  await bot.sandbox.advance('90s');
  await Promise.all([bot.orders.cancel(first.orderID), bot.orders.place(bid('0.42')), bot.sandbox.advance('10m')]);
  await bot.orders.place(bid('0.43'));
  await bot.sandbox.advance('1h');
  await bot.orders.cancelAll();
}

async function traded(played: Played, seed: number): Promise<string> {
  const maker = played.client('a', undefined, seed);
  const { yes: tokenId } = await openMarket(maker);
  await maker.orders.place({ tokenId, side: 'BUY', price: '0.4', size: '50' });
  const bot = played.client('b', undefined, seed);
  const pairs = maker.account.split({ conditionId: (await bot.books.get(tokenId)).market, amount: '100' });
  await Promise.all([pairs, maker.orders.place({ tokenId, side: 'SELL', price: '0.45', size: '60' })]);
  await trade(bot, tokenId);
  return played.sandbox.exchange.head.hash;
}

async function replayed(played: Played, seed: number) {
  const tape = join(played.dataDir, 'tapes', 'seeded.tape');
  writeTape(tape, [
    {
      at: 0,
      levels: [
        ['BUY', '0.40', '100'],
        ['SELL', '0.45', '80'],
      ],
    },
    { at: 100, trade: ['SELL', '0.41', '5'] },
    { at: 2_000, levels: [['SELL', '0.46', '70']] },
    { at: 9_000, levels: [['SELL', '0.46', '60']] },
  ]);
  const operator = played.client('c', undefined, seed);
  const accounts = [{ name: 'bot', key: `0x${'b'.repeat(64)}`, balance: 1_000 }];
  const { id } = await operator.sandbox.replay({ tape, accounts });
  await trade(played.client('b', undefined, seed), TAPE_MARKET.token_ids[0]);
  await operator.sandbox.until(TAPE_START_MS + 9_001_000);
  return (await operator.sandbox.replayed(id)).certificate;
}

test('sandbox: seeded clients make one journal of the same run, and another seed makes another', async () => {
  const heads = [];
  for (const seeds of SEEDS) heads.push(await traded(await started({ seed: seeds.sandbox }), seeds.client));
  expect(heads[1]).toBe(heads[0]);
  expect(heads[2]).not.toBe(heads[0]);
});

test('sandbox: seeded clients make one certificate of the same replay, to the hash of its journal', async () => {
  const certificates = [];
  for (const seeds of SEEDS) certificates.push(await replayed(await started({ seed: seeds.sandbox }), seeds.client));
  const [first, second, other] = certificates;
  expect(first).toMatchObject({ requests: { count: 18 }, fills: { count: 2 } });
  expect(second).toEqual(first);
  // The certificate leaves out what clients choose; the journal does not.
  expect(other?.sha256).toBe(first?.sha256);
  expect(other?.state.journal_sha256).not.toBe(first?.state.journal_sha256);
});
