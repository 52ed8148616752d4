/** `/ws/user`: an account's own orders and trades. */
import { rules, section } from '../check.ts';
import { equal, isTrue } from '../compare.ts';
import { FeedClient, type Message } from '../feed-client.ts';
import { ok, valuesOf } from '../http.ts';
import type { Stage } from '../stage.ts';
import type { Trader } from '../trader.ts';
import { cancelAll, MARKET_FEED_RULES } from './market-feed.ts';

async function listen(stage: Stage, trader: Trader, request: object = {}): Promise<FeedClient> {
  const client = await FeedClient.open(stage.http.baseUrl, 'user');
  client.say({ type: 'user', auth: trader.credentials, ...request });
  await client.all();
  return client;
}

const news = async (client: FeedClient): Promise<readonly Message[]> => (await client.all()).flat();
const kinds = (messages: readonly Message[]): unknown[] => valuesOf(messages, 'type');

const OWN_RULES = rules('admin', {
  '/ws/user: PLACEMENT, UPDATE and CANCELLATION of own orders, and a trade to taker and maker [F12]': async (stage) => {
    await cancelAll(stage);
    const { yes, no } = stage.market(1);
    const [maker, taker] = [stage.trader(0), stage.trader(1)];
    const [ofMaker, ofTaker] = [await listen(stage, maker), await listen(stage, taker)];
    const id = await maker.placed({ tokenId: no, side: 'BUY', price: '0.5', size: '10' });
    equal('placed', kinds(await news(ofMaker)), ['PLACEMENT']);
    await taker.placed({ tokenId: yes, side: 'BUY', price: '0.5', size: '5' });
    const [made, taken] = [await news(ofMaker), await news(ofTaker)];
    // Clients of the ecosystem hear of a match before its settlement.
    const steps = stage.venue.profile.name.startsWith('polymarket') ? ['TRADE', 'TRADE'] : ['TRADE'];
    equal('maker', kinds(made).sort(), [...steps, 'UPDATE']);
    equal('taker', kinds(taken).sort(), ['PLACEMENT', ...steps]);
    const update = made.find(({ type }) => type === 'UPDATE');
    equal('update', [update?.['id'], update?.['size_matched']], [id, '5']);
    const trades = [made, taken].map((messages) => messages.find(({ type }) => type === 'TRADE'));
    equal('sides', valuesOf(trades, 'trader_side'), ['MAKER', 'TAKER']);
    isTrue('one trade', trades[0]?.['id'] === trades[1]?.['id'], trades[0]?.['id'], trades[1]?.['id']);
    ok(await maker.send('DELETE', '/order', { orderID: id }));
    equal('cancelled', kinds(await news(ofMaker)), ['CANCELLATION']);
    ofMaker.leave();
    ofTaker.leave();
  },
  '/ws/user: previous is the sequence before, and since brings exactly the missed messages [F13]': async (stage) => {
    await cancelAll(stage);
    const trader = stage.trader(0);
    const client = await listen(stage, trader);
    for (const price of ['0.02', '0.03', '0.04']) {
      await trader.placed({ tokenId: stage.market(1).yes, side: 'BUY', price, size: '10' });
    }
    const all = await news(client);
    equal('messages', kinds(all), ['PLACEMENT', 'PLACEMENT', 'PLACEMENT']);
    equal('previous', valuesOf(all.slice(1), 'previous'), valuesOf(all.slice(0, -1), 'sequence'));
    const again = await FeedClient.open(stage.http.baseUrl, 'user');
    again.say({ type: 'user', auth: trader.credentials, since: all[0]?.['sequence'] });
    equal('missed', await news(again), all.slice(1));
    client.leave();
    again.leave();
    await cancelAll(stage);
  },
});

const SIGN_IN_RULES = rules(null, {
  '/ws/user: wrong credentials get an error message and close 4401 [F14]': async (stage) => {
    const { credentials } = stage.trader(0);
    const client = await FeedClient.open(stage.http.baseUrl, 'user');
    client.say({ type: 'user', auth: { ...credentials, passphrase: '0'.repeat(64) } });
    equal('message', (await client.next())[0]?.['event_type'], 'error');
    equal('close', (await client.ended()).code, 4401);
  },
});

export const FEED_CHECKS = section('Live feeds', MARKET_FEED_RULES, OWN_RULES, SIGN_IN_RULES);
