/** Comments of the venue that is fuzzed: some are always there, some of them reported, and some traders moderate. */
import { admin } from '../testing/trader.ts';
import type { World } from './world-parts.ts';

/** Comments that requests find. */
const COMMENTS = 24;
/** Of the traders, the first so many. */
const MODERATORS = 3;

const SCOPES = [
  'GET /comments/:id',
  'DELETE /comments/:id',
  'POST /comments/:id/reactions',
  'DELETE /comments/:id/reactions',
  'POST /comments/:id/reports',
  'DELETE /comments/:id/reports',
  'DELETE /admin/comments/:id',
  'DELETE /admin/comments/:id/reports',
];

/** Puts comments in the place of those that were removed, reports them, and forgets the removed ones. */
export async function talk(world: World): Promise<void> {
  const { stack, traders, quoter, markets, pool } = world;
  for (const { address } of traders.slice(0, MODERATORS)) await admin(stack, 'PUT', `/admin/moderators/${address}`);
  const live = () => [...stack.exchange.state.community.comments.values()].filter(({ removed }) => !removed);
  for (let index = live().length; index < COMMENTS; index++) {
    const parentEntityID = Number(markets[index % markets.length]?.eventId);
    const comment = { body: `Comment ${index}`, parentEntityType: 'Event', parentEntityID };
    await traders[index % traders.length]?.send('POST', '/comments', comment);
  }
  const ids = live()
    .slice(-COMMENTS)
    .map(({ id }) => String(id));
  for (const id of ids) await quoter.send('POST', `/comments/${id}/reports`);
  for (const name of ['comment', 'parentCommentID', ...SCOPES.map((scope) => `${scope} id`)]) pool.set(name, ...ids);
}
