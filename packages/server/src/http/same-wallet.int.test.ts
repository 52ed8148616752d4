/** One user, one wallet: profiles, comments and search name the wallet that the leaderboard ranks. */
import type { Comment, Leader, PublicProfile } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { addMarket, admin, send, Trader } from './testing/trader.ts';

const stack = await openVenue();
const market = await addMarket(stack, 'Who is it?');

const profileOf = async (address: string): Promise<PublicProfile> =>
  (await send(stack, 'GET', `/public-profile?address=${address}`)).body as PublicProfile;
const leaders = async (user: string): Promise<Leader[]> =>
  (await send(stack, 'GET', `/leaderboard?timePeriod=ALL&orderBy=VOL&user=${user}`)).body as Leader[];
const depositWalletOf = async (trader: Trader): Promise<string> =>
  ((await trader.send('GET', '/account')).body as { readonly depositWallet: string }).depositWallet;

/** Has the trader buy ten shares from a wallet of its own, or from its address (null). */
async function trade(trader: Trader, wallet: string | null): Promise<void> {
  const maker = await Trader.open(stack, 'e');
  await maker.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '10' });
  const order = { tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' } as const;
  const { body } = await trader.sign(order, wallet === null ? undefined : { address: wallet, signatureType: 2 });
  expect((await trader.send('POST', '/order', body)).body).toMatchObject({ status: 'matched' });
}

for (const [digit, from, wallets] of [
  ['1', 'own address', ['own']],
  ['2', 'deposit wallet', ['deposit']],
  ['3', 'own address and deposit wallet', ['own', 'deposit', 'deposit']],
] as const)
  test(`profile: key ${digit}, which trades from its ${from}, is named as the leaderboard ranks it [L62]`, async () => {
    const trader = await Trader.open(stack, digit);
    const depositWallet = await depositWalletOf(trader);
    expect((await profileOf(trader.address)).proxyWallet).toBe(depositWallet);
    for (const wallet of wallets) await trade(trader, wallet === 'own' ? null : depositWallet);
    const ranked = await leaders(trader.address);
    expect(ranked).toHaveLength(new Set(wallets).size);
    for (const { proxyWallet } of ranked) {
      expect(await profileOf(proxyWallet)).toMatchObject({ proxyWallet, baseAddress: trader.address });
    }
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
