/** Signatures that a venue of the profile accepts for the test chain and for chain 137, with each setting. */
import { OrderType, Side } from '@polymarket/clob-client-v2';
import { expect, test } from 'vitest';
import { proves } from './proves.ts';
import { createClient, openStage, refusalOf, type Stage, sharedVenue } from './stage.ts';

const CHAINS = [80_002, 137] as const;

/** True if a sign-in for the chain yields a new key. */
async function isSignedIn({ venue }: Stage, name: string, chain: number): Promise<boolean> {
  const { client } = createClient(venue, name, { chain, throwOnError: true });
  const given = client.createApiKey(0).then(({ key }) => key);
  return given.then((key) => key !== undefined).catch(() => false);
}

/** Results of orders that alice, who has a key, signs for the chain. */
async function placedFor({ venue, alice, plain, negRisk }: Stage, chain: number): Promise<readonly unknown[]> {
  const { client } = createClient(venue, 'a', { chain, creds: alice.credentials, throwOnError: true });
  const results = [];
  for (const { yes } of [plain, negRisk[0]]) {
    const placed = client.createAndPostOrder({ tokenID: yes, price: 0.1, side: Side.BUY, size: 10 }, {}, OrderType.GTC);
    results.push(await placed.then(({ status }) => status).catch(() => refusalOf(placed)));
  }
  return results;
}

const REFUSED = expect.stringContaining('invalid signature');

const LIVE = ['live', 'live'];
const NONE = [REFUSED, REFUSED];

test.each([
  ['off', [true, false], [LIVE, NONE]],
  ['sign-in', [true, true], [LIVE, NONE]],
  ['on', [false, true], [NONE, LIVE]],
])('chain 137 %s: keys and orders of the test chain and of chain 137 [A22]', async (use, signIns, orders) => {
  proves('@polymarket/clob-client-v2', 'keys', 'limit');
  const venue = await sharedVenue(use === 'off' ? {} : { BELLWETHER_CHAIN_137: use });
  const stage = await openStage(venue, use === 'on' ? 137 : undefined);
  const given = [];
  for (const [index, chain] of CHAINS.entries()) given.push(await isSignedIn(stage, `${index + 1}`, chain));
  expect(given).toEqual(signIns);
  const placed = [];
  for (const chain of CHAINS) placed.push(await placedFor(stage, chain));
  expect(placed).toEqual(orders);
});
