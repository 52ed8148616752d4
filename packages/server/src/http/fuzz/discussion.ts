/** Comments of the fuzzed venue: some always exist, some are reported, and some traders moderate. */
import { admin } from '../testing/trader.ts';
import type { World } from './world-parts.ts';

/** Comments that exist for requests to find. */
const COMMENTS = 24;
/** Number of traders who moderate, from the first one on. */
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

/** Replaces removed comments, reports the existing ones, and drops removed ids from the pool. */
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
