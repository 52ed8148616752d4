/** Incidents that happen while the bot hears nothing: silent and broken connections. */
import type { Incident } from '../incident.ts';
import type { Stage } from '../stage.ts';

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

export const AWAY_INCIDENTS: readonly Incident[] = [
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
];
