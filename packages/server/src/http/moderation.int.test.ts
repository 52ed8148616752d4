/** Moderation over HTTP: the operator's list, dismissed reports, who moderates, and removal of all of an account. */
import type { Comment, Moderator } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { addMarket, admin, Trader } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();
const eve = await Trader.open(stack, '3');
const market = await addMarket(stack, 'Will it rain?');

async function write(author: Trader, body: string, parentCommentID = ''): Promise<Comment> {
  const entity = { parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
  return (await author.send('POST', '/comments', { body, ...entity, parentCommentID })).body as Comment;
}

const listed = async (query = ''): Promise<Comment[]> =>
  (await admin(stack, 'GET', `/admin/comments${query}`)).body as Comment[];
const bodies = async (query = ''): Promise<string[]> => (await listed(query)).map(({ body }) => body);
const isListed = async (id: string): Promise<boolean> =>
  (await listed('?reported=true')).some((comment) => comment.id === id);

const moderators = async (query = ''): Promise<Moderator[]> =>
  (await admin(stack, 'GET', `/admin/moderators${query}`)).body as Moderator[];

test('moderation: lists comments and replies, reported ones alone, by time or by reports', async () => {
  const once = await write(alice, 'reported once');
  const twice = await write(alice, 'reported twice');
  const reply = await write(bob, 'a reply no one reported', twice.id);
  const late = await write(bob, 'a reply that somebody reported', twice.id);
  for (const reporter of [alice, bob]) await reporter.send('POST', `/comments/${twice.id}/reports`);
  for (const { id } of [once, late]) await alice.send('POST', `/comments/${id}/reports`);
  expect(await bodies()).toEqual([late.body, reply.body, twice.body, once.body]);
  expect(await bodies('?limit=2&offset=1')).toEqual([reply.body, twice.body]);
  expect(await bodies('?reported=true')).toEqual([late.body, twice.body, once.body]);
  expect(await bodies('?reported=true&order=reportCount')).toEqual([twice.body, late.body, once.body]);
  expect(await bodies('?order=reportCount')).toEqual([twice.body, late.body, once.body, reply.body]);
  await admin(stack, 'DELETE', `/admin/comments/${twice.id}`);
  expect(await bodies('?reported=true&order=reportCount')).toEqual([late.body, once.body]);
});

test('reports: the operator dismisses them, and they count again from accounts that had not reported [P9]', async () => {
  const { id } = await write(alice, 'nothing is wrong with me');
  const report = async (who: Trader): Promise<unknown> => (await who.send('POST', `/comments/${id}/reports`)).body;
  expect(await report(bob)).toMatchObject({ reportCount: 1 });
  expect(await isListed(id)).toBe(true);
  const dismissed = await admin(stack, 'DELETE', `/admin/comments/${id}/reports`);
  expect(dismissed).toMatchObject({ status: 200, body: { id, reportCount: 0, removed: false } });
  expect(await isListed(id)).toBe(false);
  expect(await report(bob)).toMatchObject({ reportCount: 0 });
  expect(await report(eve)).toMatchObject({ reportCount: 1 });
  expect(await isListed(id)).toBe(true);
});

test('reports: moderators dismiss them, and nothing is done where there are none [P9]', async () => {
  const { id } = await write(alice, 'nothing is wrong with me either');
  const dismiss = (who: Trader) => who.send('DELETE', `/comments/${id}/reports`);
  await eve.send('POST', `/comments/${id}/reports`);
  await admin(stack, 'PUT', `/admin/moderators/${bob.address}`);
  expect(await dismiss(bob)).toMatchObject({ status: 200, body: { id, reportCount: 0 } });
  const { sequence } = stack.exchange.state;
  expect(await dismiss(bob)).toMatchObject({ status: 200, body: { id, reportCount: 0 } });
  expect(stack.exchange.state.sequence).toBe(sequence);
  await bob.send('DELETE', `/comments/${id}`);
  expect((await dismiss(bob)).status).toBe(404);
  expect((await admin(stack, 'DELETE', `/admin/comments/${id}/reports`)).status).toBe(404);
  await admin(stack, 'DELETE', `/admin/moderators/${bob.address}`);
});

test('moderators: the operator sees who they are, oldest account first, page by page [P9]', async () => {
  expect(await moderators()).toEqual([]);
  for (const who of [bob, alice]) await admin(stack, 'PUT', `/admin/moderators/${who.address}`);
  await alice.send('PUT', '/profile', { name: 'Wren' });
  await bob.send('PUT', '/profile', { name: 'Owl', displayUsernamePublic: false });
  const { proxyWallet, pseudonym } = (await write(alice, 'a moderator')).profile;
  const both = await moderators();
  expect(both[0]).toEqual({ address: alice.address, proxyWallet, name: 'Wren', pseudonym, profileImage: '' });
  expect(both.map(({ address, name }) => [address, name])).toEqual([
    [alice.address, 'Wren'],
    [bob.address, ''],
  ]);
  expect(await moderators('?limit=1&offset=1')).toEqual([both[1]]);
  await admin(stack, 'DELETE', `/admin/moderators/${alice.address}`);
  expect(await moderators()).toEqual([both[1]]);
});

test('comments: a moderator or the operator removes all of an account, in steps that the journal holds one by one [R28]', async () => {
  const dan = await Trader.open(stack, '4');
  const fay = await Trader.open(stack, '5');
  const removeAll = (who: Trader, of: Trader) => who.send('DELETE', `/comments/user_address/${of.address}`);
  const write3 = async (): Promise<void> => {
    for (const body of ['one', 'two', 'three']) await write(dan, body);
  };
  await write3();
  const kept = await write(alice, 'I stay');
  expect(await removeAll(fay, dan)).toMatchObject({ status: 403, body: { type: 'forbidden' } });
  await admin(stack, 'PUT', `/admin/moderators/${fay.address}`);
  const before = stack.exchange.state.sequence;
  const three = { status: 200, body: { address: dan.address, removed: 3, complete: true } };
  expect(await removeAll(fay, dan)).toMatchObject(three);
  expect(stack.exchange.state.sequence).toBe(before + 3);
  expect(await removeAll(fay, dan)).toMatchObject({ status: 200, body: { removed: 0, complete: true } });
  expect(stack.exchange.state.sequence).toBe(before + 3);
  await write3();
  // An account may remove all its own comments, and the operator those of any account.
  expect(await removeAll(dan, dan)).toMatchObject(three);
  await write3();
  expect(await admin(stack, 'DELETE', `/admin/comments/user_address/${dan.address}`)).toMatchObject(three);
  const { body } = await alice.send('GET', `/comments/user_address/${dan.address}`);
  expect(body).toEqual([]);
  expect(stack.exchange.state.community.comments.get(Number(kept.id) as never)?.removed).toBe(false);
});
