/** Profiles over HTTP: changes, and where they show. The engine's tests have what is refused and which names are taken. */
import type { Comment, PublicProfile, TradeFill } from '@bellwether/contract';
import { shownName } from '@bellwether/read-model/community/answer/shown-profile.ts';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { START_MS } from './testing/stack.ts';
import { addMarket, send } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();

const publicProfile = (address: string) => send(stack, 'GET', `/public-profile?address=${address}`);

test('profile: a change answers with the profile and is read back at once, by any wallet', async () => {
  const before = await publicProfile(alice.address);
  const { pseudonym, proxyWallet } = before.body as { pseudonym: string; proxyWallet: string };
  const imageOf = (url: string) => ({
    profileImage: url,
    profileImageOptimized: { id: url, imageUrlSource: url, imageUrlOptimized: url, imageOptimizedComplete: false },
  });
  const account = { proxyWallet, pseudonym, baseAddress: alice.address, displayUsernamePublic: true };
  const users = [{ id: '0', creator: false, mod: false }];
  const tier = { takerTier: 0, takerTierName: 'Tier 0', weightedVolume: 0 };
  const blank = { createdAt: new Date(START_MS).toISOString(), name: '', bio: '', users, ...tier };
  expect(before.body).toEqual({ ...account, ...imageOf(''), ...blank });
  const image = 'https://example.org/a.png';
  const change = { name: '  Alice & Co. ', bio: 'two\r\nlines', profileImage: image };
  const changed = { name: 'Alice & Co.', bio: 'two\nlines', isMod: false, isCreator: false, positions: [] };
  expect((await alice.send('PUT', '/profile', change)).body).toEqual({ ...account, ...imageOf(image), ...changed });
  const shown = await publicProfile(proxyWallet);
  expect(shown.body).toMatchObject({ name: 'Alice & Co.', bio: 'two\nlines', profileImage: image, pseudonym });
  await alice.send('PUT', '/profile', { bio: '' });
  expect((await publicProfile(alice.signer.address)).body).toMatchObject({ name: 'Alice & Co.', bio: '' });
  expect((await alice.send('PUT', '/profile', {})).status).toBe(200);
});

test('profile: trades and comments show it, and a name only while it is public', async () => {
  const market = await addMarket(stack, 'Shown?', {}, { creator: bob.address });
  await bob.send('PUT', '/profile', { name: 'Bob', bio: 'maker', profileImage: 'https://example.org/b.png' });
  await alice.send('POST', '/positions/split', { conditionId: market.conditionId, amount: '50' });
  await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' });
  await alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.5', size: '10' });
  const fills = async (): Promise<readonly TradeFill[]> =>
    (await send(stack, 'GET', `/trades?takerOnly=false&user=${bob.address}`)).body as TradeFill[];
  const image = 'https://example.org/b.png';
  const shown = { name: 'Bob', bio: 'maker', profileImage: image, profileImageOptimized: image };
  expect((await fills())[0]).toMatchObject(shown);
  const post = { body: 'hi', parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
  const { profile } = (await bob.send('POST', '/comments', post)).body as Comment;
  expect(profile).toMatchObject({ name: 'Bob', isCreator: true });
  expect(profile.positions).toEqual([{ tokenId: market.yes, positionSize: '10000000' }]);

  const hidden = await bob.send('PUT', '/profile', { displayUsernamePublic: false });
  expect(hidden.body).toMatchObject({ name: '', displayUsernamePublic: false, isCreator: true });
  expect((await fills())[0]).toMatchObject({ name: '', bio: 'maker' });
  expect((await publicProfile(bob.address)).body).toMatchObject({ name: '', users: [{ creator: true }] });
  await bob.send('PUT', '/profile', { displayUsernamePublic: true });
  expect((await fills())[0]).toMatchObject({ name: 'Bob' });
});

test('profile: another’s pseudonym is taken, also before its account is there; the own one is not [E26]', async () => {
  const { pseudonym: hers } = (await publicProfile(alice.address)).body as PublicProfile;
  for (const name of [hers, hers.replace('-', ' ').toUpperCase(), 'Keen-Pebble']) {
    const taken = await bob.send('PUT', '/profile', { name });
    expect([name, taken.status, taken.body]).toEqual([name, 409, { type: 'conflict', error: 'the name is taken' }]);
  }
  expect((await alice.send('PUT', '/profile', { name: hers })).status).toBe(200);
});

test('profile: a picture whose address has credentials is refused', async () => {
  const answer = await bob.send('PUT', '/profile', { profileImage: 'https://me:word@example.org/b.png' });
  const error = 'profileImage must have no user name or password';
  expect([answer.status, answer.body]).toEqual([400, { type: 'bad request', error }]);
});

test('profile: what a pasted bio hides is taken out of it', async () => {
  const answer = await alice.send('PUT', '/profile', { bio: '\u2066hid\u200bden\u2069 👩\u200d🚀\u2028می\u200cخواهم' });
  expect([answer.status, answer.body]).toMatchObject([200, { bio: 'hidden 👩\u200d🚀\nمی\u200cخواهم' }]);
});

test('profile: a name from before the rules that breaks them is not shown [E26]', () => {
  const shown = (name: string) => shownName({ name, display_username_public: 1, pseudonym: 'Calm-Heron' });
  for (const name of ['Bellwether Support', 'Аlice', 'Keen Pebble']) expect([name, shown(name)]).toEqual([name, '']);
  for (const name of ['Alice', 'calm heron']) expect([name, shown(name)]).toEqual([name, name]);
});
