/** All incidents, in the order in which they are played. */
import type { Incident } from './incident.ts';
import { NotPlayed, POSTS, type Stage } from './stage.ts';

const CANCELS = 'DELETE /*';
const WITHDRAWN = '100';
const DEPOSITED = '37.5';
/** Time that a trade has each status. */
const STATUS_MS = 250;

/** Ends an order of the bot by its expiry, or by the market's closing time if it has none. */
async function endOrder(stage: Stage): Promise<void> {
  const { id, expiration } = await stage.restingOrder();
  const { conditionId } = stage.market;
  if (Number(expiration) > 0) {
    await stage.operator.sandbox.until((Number(expiration) + 1) * 1_000);
    stage.note(`order ${id} expired: time went on past its expiration`);
    return;
  }
  const closeTime = new Date((await stage.operator.sandbox.clock()).time_ms).toISOString();
  await stage.operator.admin.updateMarket(conditionId, { closeTime });
  await stage.until('its order did not end with the market', async () => {
    const { status } = await stage.operator.sandbox.explain(id);
    return status === 'LIVE' ? null : status;
  });
  stage.note(`trading ended, and order ${id} with it`);
  await stage.letMeet(await stage.countPosts());
  await stage.operator.admin.updateMarket(conditionId, { closeTime: null });
  await stage.house.quote();
  stage.note('trading goes on, and others quote again');
}

export const INCIDENTS: readonly Incident[] = [
  // Requests: orders and cancels whose answer is lost, refused or wrong.
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

  // The bot hears nothing: silent and broken connections.
  {
    name: 'silent-feed',
    about: 'The user feed says nothing more and stays connected, and an order is filled. It stays silent.',
    async play(stage) {
      await stage.startBot();
      await stage.restingOrder();
      await stage.armFeed('user', { kind: 'silence' });
      stage.note('the user feed fell silent; it stays connected and answers pings');
      await stage.fillNext('all');
    },
  },
  {
    name: 'filled-while-disconnected',
    about: 'Half of an order is filled while the bot has no connection.',
    async play(stage) {
      await stage.startBot();
      await stage.restingOrder();
      // First the cancels alone: then the order that is read next still rests when the bot is cut off.
      await stage.armRequests('DELETE /*', { kind: 'drop', when: 'before' });
      const order = await stage.restingOrder();
      const rule = await stage.cutOff();
      await stage.fill(order, 'half');
      await stage.letMeet(rule);
      await stage.reconnect();
    },
  },
  {
    name: 'ended-unseen',
    about: 'An order expires, or ends with the trading of its market, while the user feed is silent.',
    async play(stage) {
      await stage.startBot();
      await stage.restingOrder();
      await stage.armFeed('user', { kind: 'silence' });
      stage.note('the user feed fell silent');
      await endOrder(stage);
      await stage.disarm();
      stage.note('the user feed speaks again');
    },
  },
  {
    name: 'resolved-while-away',
    about: 'The market of a position is resolved and paid out while the bot has no connection.',
    async play(stage) {
      await stage.startBot();
      const { asset_id, side } = await stage.fillNext('all');
      const rule = await stage.cutOff();
      const { tokens, outcomes, conditionId } = stage.market;
      const winner = (asset_id === tokens[0]) === (side === 'BUY') ? 0 : 1;
      await stage.operator.admin.resolve(conditionId, { winner: outcomes[winner] });
      stage.note(`the market was resolved to ${outcomes[winner]}, and holders were paid`);
      await stage.letMeet(rule);
      await stage.reconnect();
    },
  },
  {
    name: 'settlement-fails-once',
    about: 'A fill is shown as MATCHED, MINED, RETRYING, MINED again and CONFIRMED: it is one fill all the same.',
    async play(stage) {
      const steps = { mined_ms: STATUS_MS, confirmed_ms: STATUS_MS, retrying_ms: STATUS_MS };
      const rule = await stage.armTrades({ kind: 'settle', retried: 1, ...steps });
      await stage.startBot();
      await stage.fillNext('all');
      await stage.untilHit(rule, 'trade');
      await stage.until('its trade was not confirmed', async () => {
        const trades = await Array.fromAsync(stage.account.trades.eachOwn());
        return trades.length > 0 && trades.every(({ status }) => status === 'CONFIRMED') ? true : null;
      });
      stage.note('its trade was shown as MATCHED, MINED, RETRYING, MINED and CONFIRMED');
    },
  },

  // The operator's hand: money that comes and goes, a migration, a venue that goes back in time.
  {
    name: 'balance-changed',
    about: "The operator takes collateral out of the bot's wallet and puts other collateral in.",
    async play(stage) {
      await stage.startBot();
      await stage.restingOrder();
      const wallet = stage.account.account.address;
      await stage.operator.admin.withdraw({ wallet, amount: WITHDRAWN });
      await stage.operator.admin.deposit({ wallet, amount: DEPOSITED });
      stage.note(`the operator withdrew ${WITHDRAWN} and deposited ${DEPOSITED}`);
    },
  },
  {
    name: 'cutover',
    about: 'A migration wipes all open orders and refuses new ones for the market: shares and cash stay as they were.',
    async play(stage) {
      await stage.startBot();
      await stage.fillNext('half');
      const rule = await stage.cutOver();
      stage.note('its open orders were wiped; GET /version says 3 and the market, of version 1, takes no more orders');
      await stage.letMeet(rule);
      stage.note(`${await stage.hits(rule)} of its orders were refused with order_version_mismatch`);
    },
  },
  {
    name: 'rewound',
    about: 'The venue is restored to a moment before an order and its fill, which then never happened.',
    async play(stage) {
      await stage.startBot();
      const { id } = await stage.fillNext('half');
      const { steps } = await stage.operator.sandbox.explain(id);
      const first = Math.min(...steps.flatMap(({ sequence }) => (sequence === null ? [] : [sequence])));
      if (!Number.isFinite(first)) throw new NotPlayed(`the venue does not tell when order ${id} was placed`);
      await stage.operator.sandbox.rewind({ sequence: first - 1 });
      await stage.operator.sandbox.run();
      stage.note(`the venue went back to entry ${first - 1}, before order ${id}`);
    },
  },
];
