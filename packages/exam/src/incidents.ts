/** All incidents, in the order in which they are played. */
import type { Incident } from './incident.ts';
import { COUNT_POSTS, type FaultRule, type Stage } from './stage.ts';
import { written } from './steps.ts';

const POSTS = 'POST /order*';
const CANCELS = 'DELETE /*';
/** Time that a trade has each status. */
const STATUS_MS = 250;
const SILENT_FEED: FaultRule = { match: { feed: 'user' }, do: { kind: 'silence' } };

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
  await stage.letMeet(await stage.arm(COUNT_POSTS));
  await stage.operator.admin.updateMarket(conditionId, { closeTime: null });
  await stage.house.quote();
  stage.note('trading goes on, and others quote again');
}

export const INCIDENTS: readonly Incident[] = [
  // Requests: orders and cancels whose answer is lost, refused or wrong.
  written({
    name: 'timed-out-yet-filled',
    about: 'An order is placed and filled while the user feed is silent, and its answer never comes.',
    steps: [
      { kind: 'fault', rule: SILENT_FEED },
      { kind: 'fault', rule: { match: { route: POSTS, times: 1 }, do: { kind: 'drop', when: 'after' } } },
      { kind: 'start' },
      {
        kind: 'hit',
        what: 'post an order',
        note: 'the connection ended instead of the answer to its first order, which was placed',
      },
      { kind: 'fill', part: 'all' },
      { kind: 'disarm', note: 'the user feed, which was silent, speaks again' },
    ],
  }),
  written({
    name: 'duplicate-post',
    about: 'An order is placed, and its answer is cut off in the middle: a bot that signs another one has two.',
    steps: [
      { kind: 'fault', rule: { match: { route: POSTS, times: 1 }, do: { kind: 'truncate' } } },
      { kind: 'start' },
      {
        kind: 'hit',
        what: 'post an order',
        note: 'the answer to its first order was cut off in the middle; the order was placed',
      },
    ],
  }),
  written({
    name: 'engine-restart',
    about: 'Orders and cancels are refused with 425 for a while, and nothing is done.',
    steps: [
      { kind: 'fault', rule: { match: { route: CANCELS }, do: { kind: 'refuse', status: 425 } } },
      { kind: 'fault', rule: { match: { route: POSTS }, do: { kind: 'refuse', status: 425 } } },
      { kind: 'start' },
      { kind: 'hit', what: 'post an order', note: 'its order was refused with 425' },
      { kind: 'meet' },
      { kind: 'disarm', note: 'the engine takes orders again' },
    ],
  }),
  written({
    name: 'post-only-window',
    about: 'The venue takes post-only orders alone for a while.',
    steps: [
      { kind: 'mode', mode: 'post_only' },
      { kind: 'fault', rule: COUNT_POSTS },
      { kind: 'start' },
      { kind: 'hit', what: 'post an order', note: 'the bot posted an order' },
      { kind: 'meet' },
      { kind: 'mode', mode: 'open' },
      { kind: 'disarm' },
    ],
  }),
  written({
    name: 'cancel-fails',
    about: 'The price moves, the cancel of the old quote fails, and the quote still stands.',
    steps: [
      { kind: 'start' },
      { kind: 'rest' },
      { kind: 'fault', rule: { match: { route: CANCELS }, do: { kind: 'refuse', status: 500 } } },
      { kind: 'move' },
      {
        kind: 'hit',
        what: 'cancel an order when the price moved',
        note: 'its cancel was refused with 500; nothing was cancelled',
      },
      { kind: 'meet' },
      { kind: 'disarm', note: 'cancels work again' },
    ],
  }),

  // The bot hears nothing: silent and broken connections.
  written({
    name: 'silent-feed',
    about: 'The user feed says nothing more and stays connected, and an order is filled. It stays silent.',
    steps: [
      { kind: 'start' },
      { kind: 'rest' },
      { kind: 'fault', rule: SILENT_FEED, note: 'the user feed fell silent' },
      { kind: 'fill', part: 'all' },
    ],
  }),
  written({
    name: 'filled-while-disconnected',
    about: 'Half of an order is filled while the bot has no connection.',
    steps: [
      { kind: 'start' },
      { kind: 'rest' },
      // First the cancels alone: then the order that is read next still rests when the bot is cut off.
      { kind: 'fault', rule: { match: { route: CANCELS }, do: { kind: 'drop', when: 'before' } } },
      { kind: 'rest' },
      { kind: 'cutOff' },
      { kind: 'fill', part: 'half', order: 'rested' },
      { kind: 'meet' },
      { kind: 'reconnect' },
    ],
  }),
  {
    name: 'ended-unseen',
    about: 'An order expires, or ends with the trading of its market, while the user feed is silent.',
    async play(stage) {
      await stage.startBot();
      await stage.restingOrder();
      await stage.arm(SILENT_FEED);
      stage.note('the user feed fell silent');
      await endOrder(stage);
      await stage.disarm();
      stage.note('the user feed speaks again');
    },
  },
  written({
    name: 'resolved-while-away',
    about: 'The market of a position is resolved and paid out while the bot has no connection.',
    steps: [
      { kind: 'start' },
      { kind: 'fill', part: 'all' },
      { kind: 'cutOff' },
      { kind: 'resolve', winner: 'filled' },
      { kind: 'meet' },
      { kind: 'reconnect' },
    ],
  }),
  {
    name: 'settlement-fails-once',
    about: 'A fill is shown as MATCHED, MINED, RETRYING, MINED again and CONFIRMED: it is one fill all the same.',
    async play(stage) {
      const steps = { mined_ms: STATUS_MS, confirmed_ms: STATUS_MS, retrying_ms: STATUS_MS };
      const rule = await stage.arm({ do: { kind: 'settle', retried: 1, ...steps } });
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
  written({
    name: 'balance-changed',
    about: "The operator takes collateral out of the bot's wallet and puts other collateral in.",
    steps: [
      { kind: 'start' },
      { kind: 'rest' },
      { kind: 'withdraw', amount: '100' },
      { kind: 'deposit', amount: '37.5' },
    ],
  }),
  written({
    name: 'cutover',
    about: 'A migration wipes all open orders and refuses new ones for the market: shares and cash stay as they were.',
    steps: [{ kind: 'start' }, { kind: 'fill', part: 'half' }, { kind: 'cutOver' }, { kind: 'meet' }],
  }),
  written({
    name: 'rewound',
    about: 'The venue is restored to a moment before an order and its fill, which then never happened.',
    steps: [{ kind: 'start' }, { kind: 'fill', part: 'half' }, { kind: 'rewind' }],
  }),
];
