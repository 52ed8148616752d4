/**
 * Two users and one address: what the demo lends, what the address's owner gets, and what the operator may do. One user,
 * one wallet: profiles, comments and search name the wallet that the leaderboard ranks.
 */
import { createHash } from 'node:crypto';
import type { Account, Comment, Leader, PublicProfile } from '@bellwether/contract';
import { createSigner } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { addMarket, admin, send, Trader } from './testing/trader.ts';

const moneyOf = ({ wallets }: Account): number =>
  wallets.reduce((sum, { free, held }) => sum + Number(free) + Number(held), 0);
const addressOf = (digit: string): string => createSigner(`0x${digit.repeat(64)}`).address.toLowerCase();
/** The deposit wallet's address, as docs/reference/trading-rules.md defines it. */
const depositWalletOf = (owner: string): string =>
  `0x${createHash('sha256').update(`bellwether deposit wallet v1\n${owner}`).digest('hex').slice(0, 40)}`;

const stack = await openVenue();
const market = await addMarket(stack, 'Whose is it?');
const thief = await Trader.open(stack, '1');

const take = (address: string, signatureType: 1 | 2 | 3, trader = thief) =>
  trader.placeFrom(address, signatureType, { tokenId: market.yes, side: 'BUY', price: '0.1', size: '10' });

/** Keys 2 to 7 have never signed in. */
for (const [digit, what, type] of [
  ['2', 'own address', 1],
  ['3', 'own address', 2],
  ['4', 'own address', 3],
  ['5', 'deposit wallet', 1],
  ['6', 'deposit wallet', 2],
  ['7', 'deposit wallet', 3],
] as const)
  test(`ownership: key ${digit} finds its ${what} its own, though another signed with it by type ${type}`, async () => {
    const address = what === 'own address' ? addressOf(digit) : depositWalletOf(addressOf(digit));
    const before = moneyOf(await thief.account());
    expect((await take(address, type)).status).toBe(200);
    const taken = await thief.account();
    expect(moneyOf(taken)).toBe(before);
    expect(taken.wallets.find((wallet) => wallet.address === address)).toMatchObject({ free: '0', held: '1' });
    const owner = await Trader.open(stack, digit);
    const fresh = await owner.account();
    expect(fresh.depositWallet).toBe(depositWalletOf(owner.address));
    expect(fresh.wallets.map((wallet) => wallet.address)).toEqual([owner.address, fresh.depositWallet]);
    expect(fresh.wallets.every(({ free, held }) => free === '1000' && held === '0')).toBe(true);
    const left = await thief.account();
    expect(moneyOf(left)).toBe(before);
    expect(left.openOrders).toBe(taken.openOrders);
    expect(left.wallets.map((wallet) => wallet.address)).not.toContain(address);
    // The address now accepts the owner's orders and deposits, and none of the other account's.
    expect(await take(address, type)).toMatchObject({ body: { code: 'maker_not_allowed' } });
    const deposit = await admin(stack, 'POST', '/admin/deposits', { wallet: address, amount: '250' });
    expect(deposit.body).toMatchObject({ wallet: address, account: owner.address, free: '1250' });
    expect((await owner.place({ tokenId: market.yes, side: 'BUY', price: '0.1', size: '10' })).status).toBe(200);
    expect((await take(fresh.depositWallet, type, owner)).status).toBe(200);
    await owner.send('DELETE', '/cancel-all');
  });

test('ownership: reads follow: a position that another built up at the address is not shown as the owner’s [E23]', async () => {
  const address = addressOf('8');
  const seller = await Trader.open(stack, '9');
  await seller.send('POST', '/positions/split', { conditionId: market.conditionId, amount: '20' });
  await thief.send('DELETE', '/cancel-all');
  await seller.place({ tokenId: market.yes, side: 'SELL', price: '0.1', size: '10' });
  expect((await take(address, 2)).body).toMatchObject({ status: 'matched' });
  const positions = async (user: string): Promise<{ proxyWallet: string; size: number }[]> =>
    (await thief.send('GET', `/positions?user=${user}`)).body as never;
  expect(await positions(address)).toMatchObject([{ proxyWallet: address, size: 10 }]);
  await Trader.open(stack, '8');
  expect(await positions(address)).toEqual([]);
  const kept = (await positions(thief.address)).find(({ size }) => size === 10);
  expect(kept?.proxyWallet).toMatch(/^0x(be11){8}[0-9a-f]{8}$/);
  // The shares can be sold under the wallet's new address.
  const sale = { tokenId: market.yes, side: 'SELL', price: '0.9', size: '10' } as const;
  expect((await thief.placeFrom(kept?.proxyWallet ?? '', 2, sale)).status).toBe(200);
});

test('ownership: a lent address makes no one the creator of its owner’s events', async () => {
  const creator = addressOf('a');
  const event = await addMarket(stack, 'Made by whom?', {}, { creator });
  expect((await take(creator, 2)).status).toBe(200);
  const isCreator = async (trader: Trader): Promise<boolean[]> => {
    const post = { body: 'hi', parentEntityType: 'Event', parentEntityID: Number(event.eventId) };
    const comment = (await trader.send('POST', '/comments', post)).body as Comment;
    const shown = await send(stack, 'GET', `/public-profile?address=${trader.address}`);
    return [comment.profile.isCreator, ...(shown.body as PublicProfile).users.map((user) => user.creator)];
  };
  expect(await isCreator(thief)).toEqual([false, false]);
  expect(await isCreator(await Trader.open(stack, 'a'))).toEqual([true, true]);
});

const profileOf = async (address: string): Promise<PublicProfile> =>
  (await send(stack, 'GET', `/public-profile?address=${address}`)).body as PublicProfile;
const leaders = async (user: string): Promise<Leader[]> =>
  (await send(stack, 'GET', `/leaderboard?timePeriod=ALL&orderBy=VOL&user=${user}`)).body as Leader[];

/** Has the trader buy ten shares from a wallet of its own, or from its address (null). */
async function trade(trader: Trader, wallet: string | null): Promise<void> {
  const maker = await Trader.open(stack, 'e');
  await maker.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '10' });
  const order = { tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' } as const;
  const answer = await (wallet === null ? trader.place(order) : trader.placeFrom(wallet, 2, order));
  expect(answer.body).toMatchObject({ status: 'matched' });
}

for (const [digit, from, wallets] of [
  ['b', 'own address', ['own']],
  ['c', 'deposit wallet', ['deposit']],
  ['d', 'own address and deposit wallet', ['own', 'deposit', 'deposit']],
] as const)
  test(`profile: key ${digit}, which trades from its ${from}, is named as the leaderboard ranks it [L62]`, async () => {
    const trader = await Trader.open(stack, digit);
    const { depositWallet } = await trader.account();
    expect((await profileOf(trader.address)).proxyWallet).toBe(depositWallet);
    for (const wallet of wallets) await trade(trader, wallet === 'own' ? null : depositWallet);
    const ranked = await leaders(trader.address);
    expect(ranked).toHaveLength(new Set(wallets).size);
    for (const { proxyWallet } of ranked)
      expect(await profileOf(proxyWallet)).toMatchObject({ proxyWallet, baseAddress: trader.address });
    const known = wallets.includes('own' as never) ? trader.address : depositWallet;
    expect((await profileOf(trader.address)).proxyWallet).toBe(known);
    const post = { body: 'It is me', parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
    expect(((await trader.send('POST', '/comments', post)).body as Comment).profile.proxyWallet).toBe(known);
    const { pseudonym } = await profileOf(trader.address);
    const found = (await send(stack, 'GET', `/public-search?q=${pseudonym}`)).body as { readonly profiles: object[] };
    expect(found.profiles).toContainEqual(expect.objectContaining({ baseAddress: trader.address, proxyWallet: known }));
    await admin(stack, 'PUT', `/admin/moderators/${trader.address}`);
    const moderators = (await admin(stack, 'GET', '/admin/moderators')).body as object[];
    expect(moderators).toContainEqual(expect.objectContaining({ address: trader.address, proxyWallet: known }));
  });
