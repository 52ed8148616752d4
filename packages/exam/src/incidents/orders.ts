/** Incidents of requests: orders and cancels whose answer is lost, refused or wrong. */
import type { Incident } from '../incident.ts';
import { POSTS } from '../stage.ts';

const CANCELS = 'DELETE /*';

export const ORDER_INCIDENTS: readonly Incident[] = [
  {
    name: 'timed-out-yet-filled',
    about: 'An order is placed and filled while the user feed is silent, and its answer never comes.',
    async play(stage) {
      const rule = await stage.armRequests(POSTS, { kind: 'drop', when: 'after' }, { times: 1 });
      await stage.armFeed('user', { kind: 'silence' });
      await stage.startBot();
      await stage.untilHit(rule, 'post an order');
      stage.note('the connection ended instead of the answer to its first order, which was placed');
      await stage.fillNext('all');
      await stage.disarm();
      stage.note('the user feed, which was silent, speaks again');
    },
  },
  {
    name: 'duplicate-post',
    about: 'An order is placed, and its answer is cut off in the middle: a bot that signs another one has two.',
    async play(stage) {
      const rule = await stage.armRequests(POSTS, { kind: 'truncate' }, { times: 1 });
      await stage.startBot();
      await stage.untilHit(rule, 'post an order');
      stage.note('the answer to its first order was cut off in the middle; the order was placed');
    },
  },
  {
    name: 'engine-restart',
    about: 'Orders and cancels are refused with 425 for a while, and nothing is done.',
    async play(stage) {
      const posts = await stage.armRequests(POSTS, { kind: 'refuse', status: 425 });
      await stage.armRequests(CANCELS, { kind: 'refuse', status: 425 });
      await stage.startBot();
      await stage.untilHit(posts, 'post an order');
      stage.note('its order was refused with 425');
      await stage.letMeet(posts);
      await stage.disarm();
      stage.note('the engine takes orders again');
    },
  },
  {
    name: 'post-only-window',
    about: 'The venue takes post-only orders alone for a while.',
    async play(stage) {
      await stage.operator.admin.setMode('post_only');
      stage.note('the venue takes post-only orders alone');
      const posts = await stage.countPosts();
      await stage.startBot();
      await stage.untilHit(posts, 'post an order');
      stage.note('the bot posted an order');
      await stage.letMeet(posts);
      await stage.operator.admin.setMode('open');
      await stage.disarm();
      stage.note('the venue takes all orders again');
    },
  },
  {
    name: 'cancel-fails',
    about: 'The price moves, the cancel of the old quote fails, and the quote still stands.',
    async play(stage) {
      await stage.startBot();
      const { id } = await stage.restingOrder();
      stage.note(`its order ${id} rests`);
      const rule = await stage.armRequests(CANCELS, { kind: 'refuse', status: 500 });
      await stage.house.move();
      stage.note('the price moved by five ticks');
      await stage.untilHit(rule, 'cancel an order when the price moved');
      stage.note('its cancel was refused with 500; nothing was cancelled');
      await stage.letMeet(rule);
      await stage.disarm();
      stage.note('cancels work again');
    },
  },
];
