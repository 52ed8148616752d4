/** A venue with Alice, Bob, a moderator, and one object of each kind that routes act on. */
import type { World } from './rights.ts';
import { type StackOptions, startStack } from './stack.ts';
import { addEvent, addMarket, admin, Trader } from './trader.ts';

export async function openWorld(options: StackOptions = {}): Promise<World> {
  const stack = await startStack(options);
  const tag = await admin(stack, 'POST', '/admin/tags', { label: 'Rights' });
  const series = await admin(stack, 'POST', '/admin/series', { title: 'Rights' });
  const [tagId, seriesId] = [tag, series].map(({ body }) => (body as { readonly id: string }).id) as [string, string];
  const market = await addMarket(stack, 'Rights?', {}, { title: 'Rights', slug: 'rights' });
  const negRisk = await addEvent(stack, ['First?', 'Second?'], { negRisk: true }, { title: 'Other', negRisk: true });
  const alice = await Trader.open(stack, '1');
  const bob = await Trader.open(stack, '2');
  const moderator = await Trader.open(stack, '3');
  await admin(stack, 'PUT', `/admin/moderators/${moderator.address}`);
  const maker = await Trader.open(stack, '4');
  await maker.placed({ tokenId: market.no, side: 'BUY', price: '0.4', size: '500' });
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.6', size: '5' });
  let number = 0;
  return { stack, alice, bob, moderator, market, negRisk, tagId, seriesId, next: () => ++number };
}
