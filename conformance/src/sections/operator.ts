/** The operator's routes, on the run's own event only; the last check resolves a market. */
import { rules, section } from '../check.ts';
import { equal } from '../compare.ts';
import { list, object, ok, type Row, refused } from '../http.ts';
import type { Trader } from '../trader.ts';

const freeOf = async (trader: Trader): Promise<number> => Math.round(Number((await trader.wallet()).free) * 1_000_000);

export const OPERATOR_CHECKS = section(
  'Operator',
  rules(null, {
    'every route of the operator needs the bearer token: 401 [X1]': async ({ http }) => {
      for (const path of [
        '/admin/tags',
        '/admin/series',
        '/admin/events',
        '/admin/deposits',
        '/admin/withdrawals',
        '/admin/mode',
      ]) {
        refused(await http.send('POST', path, {}), 401, /./);
      }
      // A venue slows down guessing, so only one wrong token is tried.
      refused(await http.send('POST', '/admin/mode', {}, { authorization: 'Bearer wrong' }), 401, /./);
    },
  }),
  rules('admin', {
    'POST /admin/events answers 201 with the event as GET /events/{id} shows it [X2]': async (stage) => {
      const body = {
        title: `Second of ${stage.ownEvent.slug}`,
        active: false,
        closed: true,
        archived: true,
        markets: [{ question: 'Only a title and a question?' }],
      };
      const added = await stage.admin('POST', '/admin/events', body);
      const { id, markets } = object(added, 201) as { id: string; markets: Row[] };
      equal('as read', ok(await stage.http.get(`/events/${id}`)).body, added.body);
      equal('outcomes', markets[0]?.['outcomes'], '["Yes","No"]');
      refused(await stage.admin('POST', '/admin/events', { markets: [] }), 400, /title/);
    },
    'PATCH /admin/events/{id} and /admin/markets/{condition_id} change flags, terms and text [X3]': async (stage) => {
      const { id } = stage.ownEvent;
      const changed = object(await stage.admin('PATCH', `/admin/events/${id}`, { description: 'Changed.' }));
      equal('description', changed['description'], 'Changed.');
      const path = `/admin/markets/${stage.market(2).conditionId}`;
      const market = object(await stage.admin('PATCH', path, { orderMinSize: 6, orderPriceMinTickSize: 0.001 }));
      equal('terms', [market['minimum_order_size'], market['minimum_tick_size']], [6, 0.001]);
      refused(await stage.admin('PATCH', '/admin/events/9007199254740000', { title: 'x' }), 404, /not found/);
    },
    'POST /admin/deposits and /withdrawals move exact decimals, and refuse anything else [X4]': async (stage) => {
      const wallet = stage.trader(0).address;
      const before = await freeOf(stage.trader(0));
      ok(await stage.admin('POST', '/admin/deposits', { wallet, amount: '0.000003' }));
      ok(await stage.admin('POST', '/admin/withdrawals', { wallet, amount: '0.000001' }));
      equal('free', (await freeOf(stage.trader(0))) - before, 2);
      for (const amount of ['0', '-1', '1e3', '0.0000001', 5]) {
        refused(await stage.admin('POST', '/admin/deposits', { wallet, amount }), 400, /amount/);
      }
      refused(await stage.admin('POST', '/admin/withdrawals', { wallet, amount: '99999999' }), 400, /balance/);
    },
    'POST …/resolve cancels the book, sets the winner, pays every holder; a second one is refused [X5]': async (
      stage,
    ) => {
      const { conditionId, yes } = stage.market(2);
      const trader = stage.trader(0);
      const before = await freeOf(trader);
      ok(await trader.send('POST', '/positions/split', { conditionId, amount: '30' }));
      const id = await trader.placed({ tokenId: yes, side: 'SELL', price: '0.9', size: '10' });
      const path = `/admin/markets/${conditionId}/resolve`;
      refused(await stage.admin('POST', path, { winner: 'Maybe' }), 400, /winner/);
      refused(await stage.admin('POST', path, { payouts: ['0.5', '0.4'] }), 400, /payouts/);
      ok(await stage.admin('POST', path, { winner: 'Yes' }));
      refused(await stage.admin('POST', path, { winner: 'No' }), 409, /./);
      equal('paid', await freeOf(trader), before);
      const order = await stage.order(id);
      equal('order', order['status'], 'CANCELED_MARKET_RESOLVED');
      const detail = object(await stage.http.get(`/markets/${conditionId}`));
      const winners = (detail['tokens'] as { winner: boolean }[]).map(({ winner }) => winner);
      equal('market', [detail['closed'], winners], [true, [true, false]]);
      refused(await stage.http.get(`/book?token_id=${yes}`), 404, 'No orderbook exists for the requested token id');
      equal('closed filter', list(await stage.http.get(`/markets?closed=true&conditionId=${conditionId}`)).length, 1);
    },
  }),
);
