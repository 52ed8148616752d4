/**
 * Token names in the data service: as in the interface, and as decimal ids at its own host, for clients that expect
 * them.
 */
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { addEvent, admin, send, type TestMarket } from './testing/trader.ts';

/** A venue in which every route returns rows that name tokens. */
async function fill(profile: 'bellwether' | 'polymarket') {
  const { stack, alice, bob } = await openTwoTraders({ profile });
  const [market, ended] = (await addEvent(stack, ['Rain?', 'Snow?'])) as [TestMarket, TestMarket];
  for (const { yes, no } of [market, ended]) {
    await alice.placed({ tokenId: yes, side: 'BUY', price: '0.4', size: '10' });
    await bob.placed({ tokenId: no, side: 'BUY', price: '0.6', size: '10' });
  }
  await admin(stack, 'POST', `/admin/markets/${ended.conditionId}/resolve`, { winner: 'Yes' });
  const user = alice.address;
  const paths = ['holders', 'v1/market-positions'].map((path) => `/${path}?market=${market.conditionId}`);
  paths.push(...['positions', 'closed-positions', 'activity'].map((path) => `/${path}?user=${user}`));
  return { stack, paths: ['/trades?takerOnly=false', ...paths] };
}

const [bellwether, polymarket] = [await fill('bellwether'), await fill('polymarket')];

/** Assets in a text, as the interface writes them. */
const ASSET = /"(asset|oppositeAsset|token)":"(0x[0-9a-f]{64}):([01])"/g;

test('token ids: at its prefix and host in the profile polymarket, and the same rows but for them [S27]', async () => {
  const { stack, paths } = polymarket;
  for (const path of paths) {
    const plain = (await send(stack, 'GET', path)).text;
    expect([path, [...plain.matchAll(ASSET)].length]).not.toEqual([path, 0]);
    const tokens = new Map<string, string>();
    for (const [, , conditionId = '', index = ''] of plain.matchAll(ASSET)) {
      const { body } = await send(stack, 'GET', `/markets/${conditionId}`);
      const { tokens: both } = body as { readonly tokens: readonly { readonly token_id: string }[] };
      tokens.set(`${conditionId}:${index}`, both[Number(index)]?.token_id ?? '');
    }
    const expected = plain.replaceAll(ASSET, (_match, field: string, conditionId: string, index: string) => {
      return `"${field}":"${tokens.get(`${conditionId}:${index}`)}"`;
    });
    expect((await send(stack, 'GET', `/data${path}`)).text).toBe(expected);
    expect((await send(stack, 'GET', path, undefined, { host: 'data.localhost' })).text).toBe(expected);
    expect((await send(stack, 'GET', `/gamma${path}`)).text).toBe(plain);
    expect(expected).not.toMatch(/:[01]"/);
  }
});

test('token ids: in the default profile every address answers as the interface does [S27]', async () => {
  const { stack, paths } = bellwether;
  for (const path of paths) {
    const plain = (await send(stack, 'GET', path)).text;
    expect(plain).toMatch(/:[01]"/);
    expect((await send(stack, 'GET', `/data${path}`)).text).toBe(plain);
  }
});
