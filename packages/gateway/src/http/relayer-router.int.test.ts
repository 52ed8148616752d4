/** Relayed calls of the router and of the position manager, which markets of version v2 have in place of older contracts. */
import type { DigestSigner } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { approval, type EncodedCall, pairsCall, Relayer } from './testing/relaying.ts';
import { AUTHORIZATIONS, WalletOwner } from './testing/session-signers.ts';
import { addEvent, addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const ROUTER = '0x12121212006e4cd160d18e3f00711da5c3372600';
const POSITION_MANAGER = '0x006f54f7f9a22e0000cc2ab60031000000ae9fef';
/** Selectors as the contracts have them. */
const SELECTORS = {
  ...{ split: '82d3b9f1', merge: '5b63685e', redeem: 'd217a3cc', convert: '9380f1c8' },
  ...{ horizontalSplit: '40657b52', horizontalMerge: '24f24944' },
} as const;

const stack = await openVenue({ profile: 'polymarket' });
const v1 = await addMarket(stack, 'Of version 1?');
const v2 = await addMarket(stack, 'Of version 2?', {}, { version: 'v2' });
const colours = await addEvent(stack, ['Red?', 'Green?', 'Blue?'], {}, { version: 'v2', negRisk: true });
const [red, green, blue] = colours as [TestMarket, TestMarket, TestMarket];

const UNIT = 1_000_000n;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const routed = (name: keyof typeof SELECTORS, id: string, ...numbers: readonly bigint[]): EncodedCall => ({
  to: ROUTER,
  data: `0x${SELECTORS[name]}${id.slice(2).padEnd(64, '0')}${numbers.map(word).join('')}`,
});
const eventIdOf = ({ conditionId }: TestMarket): string => conditionId.slice(0, 60);

let people = 0;
/** A new user with a Safe, which sends its calls one after the other. */
async function person() {
  people += 1;
  const relayer = new Relayer(stack, `2000${people}`);
  await relayer.deploy();
  let nonce = 0;
  const wallet = () => {
    const { wallets, walletsByAddress } = stack.exchange.state;
    return wallets[walletsByAddress.get(relayer.safe) ?? -1];
  };
  return {
    free: () => wallet()?.free,
    sharesOf: ({ conditionId }: TestMarket) =>
      wallet()?.positions.get(stack.exchange.state.marketsByCondition.get(conditionId as never) as never)?.free ?? [
        0, 0,
      ],
    send: (call: EncodedCall) => relayer.batch(call, nonce).then((body) => relayer.submit(body)),
    async done(call: EncodedCall): Promise<void> {
      expect((await this.send(call)).status).toBe(200);
      nonce += 1;
    },
  };
}

test('router: approvals of its token are taken, and change nothing', async () => {
  const alice = await person();
  const before = alice.free();
  await alice.done({ to: POSITION_MANAGER, data: `0xa22cb465${word(BigInt(ROUTER))}${word(1n)}` });
  expect(alice.free()).toBe(before);
});

test('router: split and merge move pairs, and a redeemed market has paid by itself', async () => {
  const alice = await person();
  await alice.done(routed('split', v2.conditionId, 5n * UNIT));
  await alice.done(routed('merge', v2.conditionId, 2n * UNIT));
  expect([alice.free(), alice.sharesOf(v2)]).toEqual([997_000_000, [3_000_000, 3_000_000]]);
  const early = await alice.send(routed('redeem', v2.conditionId, 0n, UNIT));
  expect(early).toMatchObject({ status: 400, body: { code: 'market_not_resolved' } });
  await admin(stack, 'POST', `/admin/markets/${v2.conditionId}/resolve`, { winner: 'Yes' });
  await alice.done(routed('redeem', v2.conditionId, 0n, 3n * UNIT));
  expect(alice.free()).toBe(1_000_000_000);
});

test('router: NO of one market becomes YES of the others, and no collateral moves', async () => {
  const alice = await person();
  await alice.done(routed('split', green.conditionId, 4n * UNIT));
  const before = alice.free();
  await alice.done(routed('convert', eventIdOf(green), 1n, 3n * UNIT));
  expect(alice.free()).toBe(before);
  const held = [red, green, blue].map((market) => alice.sharesOf(market));
  expect(held).toEqual([
    [3_000_000, 0],
    [4_000_000, 1_000_000],
    [3_000_000, 0],
  ]);
});

test('router: collateral becomes one YES of every market of an event', async () => {
  const alice = await person();
  await alice.done(routed('horizontalSplit', eventIdOf(blue), 2n * UNIT));
  expect(alice.free()).toBe(998_000_000);
  expect([red, green, blue].map((market) => alice.sharesOf(market))).toEqual([
    [2_000_000, 0],
    [2_000_000, 0],
    [2_000_000, 0],
  ]);
});

test.each([
  ['a market of version v1', routed('split', v1.conditionId, UNIT), 'relay_refused'],
  ['an unknown market', routed('merge', `0x01${'ab'.repeat(16)}`, UNIT), 'market_not_found'],
  ['a market of version v2 through the older contracts', pairsCall('split', red.conditionId, UNIT), 'relay_refused'],
  ['a third outcome', routed('redeem', red.conditionId, 2n, UNIT), 'relay_refused'],
  ['a share of any other result', routed('horizontalMerge', eventIdOf(red), UNIT), 'relay_refused'],
  ['a split across an unknown event', routed('horizontalSplit', `0x02${'ab'.repeat(28)}`, UNIT), 'market_not_found'],
  [
    'a split across for more than is free',
    routed('horizontalSplit', eventIdOf(red), 2_000n * UNIT),
    'insufficient_balance',
  ],
  ['a market that the event lacks', routed('convert', eventIdOf(red), 3n, UNIT), 'market_not_found'],
  ['a number of more than 16 bits', routed('convert', eventIdOf(red), 65_536n, UNIT), 'relay_refused'],
  ['an event id of 30 bytes', routed('convert', `${eventIdOf(red)}01`, 0n, UNIT), 'relay_refused'],
  ['a condition id of 32 bytes', routed('split', `${red.conditionId.slice(0, -2)}01`, UNIT), 'relay_refused'],
  ['more than is free', routed('split', red.conditionId, 2_000n * UNIT), 'insufficient_balance'],
])('router: %s is refused', async (_name, call, code) => {
  const alice = await person();
  const answer = await alice.send(call);
  expect(answer).toMatchObject({ body: { code } });
  expect(answer.status).toBeLessThan(500);
});

test('router: a refusal numbers the call of the batch, also behind a split across an event', async () => {
  const trader = await Trader.open(stack, '8');
  const key = await Trader.open(stack, '9');
  const owner = await WalletOwner.of(trader);
  await owner.send(AUTHORIZATIONS, await owner.authorization(key.address, { nonce: 0, scopes: ['ALL'] }));
  const across = routed('horizontalSplit', eventIdOf(red), UNIT);
  const calls = [approval(), across, routed('split', red.conditionId, 2_000n * UNIT)];
  const batch = await owner.batchByKey(key.signer as DigestSigner, 1, calls);
  expect(await send(stack, 'POST', '/submit', batch)).toMatchObject({ status: 400, body: { call: 3 } });
  // Fifty calls of which ten split across an event are within the bounds of a batch.
  const most = [...Array(10).fill(across), ...Array(40).fill(routed('split', red.conditionId, UNIT))] as EncodedCall[];
  const full = await owner.batchByKey(key.signer as DigestSigner, 1, most);
  expect((await send(stack, 'POST', '/submit', full)).status).toBe(200);
});

test('router: a market of version v2 names the contract to call', async () => {
  const answer = await (await person()).send(pairsCall('split', red.conditionId, UNIT));
  expect(answer.text).toContain('is a market of version v2: it is called through the router');
});

test('balance: CONDITIONAL-V2 is that of a token of version v2, with the contract of version 3 among the spenders', async () => {
  const trader = await Trader.open(stack, '7');
  await trader.send('POST', '/positions/split', { conditionId: red.conditionId, amount: '3' });
  const balanceOf = (token: string, type = 'CONDITIONAL-V2') =>
    trader.send('GET', `/balance-allowance?asset_type=${type}&token_id=${token}`);
  const [v3] = stack.dependencies.v2Domains;
  const { body } = await balanceOf(red.yes);
  expect(body).toMatchObject({ balance: '3000000', allowances: { [v3?.verifyingContract ?? '']: expect.any(String) } });
  expect((await balanceOf(red.yes, 'CONDITIONAL')).body).toEqual(body);
  expect(await balanceOf(v1.yes)).toMatchObject({ status: 400, body: { code: 'invalid_token_id' } });
});
