/** Placing, refusing, cancelling and reading orders. */
import { rules, section } from '../check.ts';
import { equal, isTrue, matches } from '../compare.ts';
import { hasFields, ORDER_RESULT, SINGLE_ORDER } from '../fields.ts';
import { list, object, type Row, refused } from '../http.ts';
import type { Stage } from '../stage.ts';

const UNKNOWN_ID = `0x${'ee'.repeat(32)}`;

/** An order that rests wherever it is sent: five shares for one cent each. */
const resting = (stage: Stage) => ({ tokenId: stage.market().yes, side: 'BUY', price: '0.01', size: '5' }) as const;

const LIFE = rules('wallet', {
  'POST /order: an order that rests is live with empty amounts, and its id is its EIP-712 digest [O1]': async (
    stage,
  ) => {
    const { orderId, body } = await stage.trader(0).sign(resting(stage));
    const answer = object(await stage.trader(0).send('POST', '/order', body));
    hasFields('answer', answer, ORDER_RESULT);
    const { success, errorMsg, orderID, status, makingAmount, takingAmount } = answer;
    equal('answer', [success, errorMsg, orderID, status], [true, '', orderId, 'live']);
    equal('amounts', [makingAmount, takingAmount], ['', '']);
    equal('again', object(await stage.trader(0).send('POST', '/order', body)), answer);
    stage.notes.set('order', orderId);
  },
  'GET /data/order/{id} shows it, with the account’s address as owner and never an API key [O2]': async (stage) => {
    const id = String(stage.notes.get('order'));
    const order = await stage.order(id);
    hasFields('order', order, SINGLE_ORDER);
    const { address } = stage.trader(0);
    const shown = [order['id'], order['status'], order['owner'], order['side'], order['type'], order['price']];
    equal('order', shown, [id, 'LIVE', address, 'BUY', 'GTC', '0.01']);
    equal('sizes', [order['originalSize'], order['sizeMatched']], ['5', '0']);
  },
  'DELETE /order cancels it once; it stays readable as CANCELED [O3]': async (stage) => {
    const id = String(stage.notes.get('order'));
    const cancel = async () => object(await stage.trader(0).send('DELETE', '/order', { orderID: id }));
    equal('first', await cancel(), { canceled: [id], not_canceled: {} });
    const again = (await cancel()) as { canceled: string[]; not_canceled: Record<string, string> };
    equal('again', [again.canceled, Object.keys(again.not_canceled)], [[], [id]]);
    const order = await stage.order(id);
    equal('status', order['status'], 'CANCELED');
  },
  'DELETE /order does not reach another account’s order [O4]': async (stage) => {
    const id = await stage.trader(0).placed(resting(stage));
    const answer = object(await stage.trader(1).send('DELETE', '/order', { orderID: id }));
    equal('canceled', answer['canceled'], []);
    equal('own', object(await stage.trader(0).send('DELETE', '/order', { orderID: id }))['canceled'], [id]);
  },
  'DELETE /orders, /cancel-market-orders and /cancel-all cancel what they name [O5]': async (stage) => {
    const trader = stage.trader(0);
    const place = () => trader.placed(resting(stage));
    const [one, two, three] = [await place(), await place(), await place()];
    equal('by ids', object(await trader.send('DELETE', '/orders', [one, UNKNOWN_ID]))['canceled'], [one]);
    const { conditionId, no } = stage.market();
    equal('by token', object(await trader.send('DELETE', '/cancel-market-orders', { asset_id: no }))['canceled'], []);
    const byMarket = object(await trader.send('DELETE', '/cancel-market-orders', { market: conditionId }))['canceled'];
    equal('by market', [...(byMarket as string[])].sort(), [two, three].sort());
    const four = await place();
    equal('all', object(await trader.send('DELETE', '/cancel-all'))['canceled'], [four]);
  },
  'POST /orders answers up to 15 orders each on its own; 16 are refused [O6]': async (stage) => {
    const trader = stage.trader(0);
    const good = (await trader.sign(resting(stage))).body;
    const bad = (await trader.sign({ ...resting(stage), price: '0.013', size: '10' })).body;
    const [first, second] = list(await trader.send('POST', '/orders', [good, bad]));
    equal('first', [first?.['success'], first?.['status']], [true, 'live']);
    equal('second', second?.['success'], false);
    matches('second: errorMsg', second?.['errorMsg'], /minimum tick size/);
    const sixteen = await trader.send('POST', '/orders', Array(16).fill(good));
    refused(sixteen, 400, 'Too many orders in payload: 16, max allowed: 15');
    await trader.send('DELETE', '/cancel-all');
  },
  'salt may be a decimal string; owner may be the address [O7]': async (stage) => {
    const trader = stage.trader(0);
    const answer = await trader.place(resting(stage), (body) => ({
      ...body,
      owner: trader.address,
      order: { ...body.order, salt: String(body.order.salt) },
    }));
    equal('status', object(answer)['status'], 'live');
    await trader.send('DELETE', '/cancel-all');
  },
  'GTD needs an expiration at least 60 s ahead, the others 0 [O8]': async (stage) => {
    const trader = stage.trader(0);
    const gtd = (seconds: number) =>
      trader.place({ ...resting(stage), type: 'GTD', expiration: trader.now() + seconds });
    equal('in ten minutes', object(await gtd(600))['status'], 'live');
    refused(await gtd(30), 400, /^invalid expiration/);
    refused(await trader.place({ ...resting(stage), expiration: trader.now() + 600 }), 400, /^invalid expiration/);
    await trader.send('DELETE', '/cancel-all');
  },
});

const READS = rules(null, {
  'GET /data/order/{id}: unknown is 404 Order not found, malformed 400 Invalid orderID [O9]': async ({ http }) => {
    refused(await http.get(`/data/order/${UNKNOWN_ID}`), 404, 'Order not found');
    refused(await http.get('/data/order/12'), 400, 'Invalid orderID');
  },
});

const EXPLAINED = rules('wallet', {
  'GET /explain/order/{id} tells one’s own order’s queue in figures; another’s is as unknown as none [O25]': async (
    stage,
  ) => {
    const [trader, other] = [stage.trader(0), stage.trader(1)];
    const before = await other.placed(resting(stage));
    const id = await trader.placed(resting(stage));
    const told = async () => object(await trader.send('GET', `/explain/order/${id}`)) as unknown as Explained;
    const { queue, status, hold, frames } = await told();
    equal('status', status, 'LIVE');
    equal('hold', hold, { of: 'collateral', now: '0.05' });
    isTrue('at rest', Number(queue.at_rest) >= 5, 'at least the one before', queue);
    equal('user', frames.user[0]?.type, 'PLACEMENT');
    await other.send('DELETE', '/order', { orderID: before });
    const { at_rest: atRest, cancelled, unknown } = (await told()).queue;
    equal('at rest', atRest, queue.at_rest);
    isTrue('cancelled', Number(cancelled) + Number(unknown) >= 5, 'at least the one before', { cancelled, unknown });
    refused(await other.send('GET', `/explain/order/${id}`), 404, 'Order not found');
    refused(await other.send('GET', `/explain/order/${UNKNOWN_ID}`), 404, 'Order not found');
    await trader.send('DELETE', '/order', { orderID: id });
  },
});

const BATCHES = rules(
  'wallet',
  {
    'GET /explain/order/{id} tells the rule that refused an order, with its figures [O26]': async (stage) => {
      const trader = stage.trader(0);
      const { orderId, body } = await trader.sign({ ...resting(stage), size: '4' });
      refused(await trader.send('POST', '/order', body), 400, /lower than the minimum/);
      const told = object(await trader.send('GET', `/explain/order/${orderId}`)) as unknown as Explained;
      equal('status', told.status, 'REFUSED');
      const { rule, passed } = told.checks.at(-1) ?? {};
      equal('check', { rule, passed }, { rule: 'size_below_minimum', passed: false });
      const details = { rule: 'size_below_minimum', size: '4000000', minimum: '5000000' };
      equal('details', told.refusals[0]?.details, details);
    },
  },
  'the gateway that refused it, the latest ones',
);

/** Fields of an explanation that the checks use. */
interface Explained {
  readonly status: string;
  readonly hold: unknown;
  readonly queue: { readonly at_rest: string; readonly cancelled: string; readonly unknown: string };
  readonly frames: { readonly user: readonly { type: string }[] };
  readonly checks: readonly { rule: string; passed: boolean }[];
  readonly refusals: readonly { details: unknown }[];
}

const REFUSALS = rules('wallet', {
  'a price off the tick grid or outside of tick..1-tick is refused with the rule [O10]': async (stage) => {
    const trader = stage.trader(0);
    const at = (price: string) => trader.place({ ...resting(stage), price, size: '10' });
    refused(await at('0.015'), 400, /breaks minimum tick size rule: 0\.01$/);
    refused(await at('0.999'), 400, /./);
    refused(await at('0.001'), 400, /./);
  },
  'a size below the minimum and an amount over the balance are refused with the figures [O11]': async (stage) => {
    const trader = stage.trader(0);
    const small = await trader.place({ ...resting(stage), size: '4' });
    refused(small, 400, /^order 0x[0-9a-f]{64} is invalid\. Size \(4\) lower than the minimum: 5$/);
    const dear = await trader.place({ ...resting(stage), price: '0.5', size: '100000000' });
    refused(dear, 400, /^not enough balance \/ allowance/);
    refused(await trader.place({ ...resting(stage), side: 'SELL' }), 400, /^not enough balance \/ allowance/);
  },
  'a changed order is refused with the signer recovered and the digest expected [O12]': async (stage) => {
    const answer = await stage.trader(0).place(resting(stage), (body) => ({
      ...body,
      order: { ...body.order, takerAmount: '6000000' },
    }));
    refused(answer, 400, /^invalid signature: .*0x[0-9a-fA-F]{40}.*0x[0-9a-f]{64}/);
  },
  'owner, signer and market have to be those of the key and the token [O13]': async (stage) => {
    const [trader, other] = [stage.trader(0), stage.trader(1)];
    const owned = await trader.place(resting(stage), (body) => ({ ...body, owner: other.credentials.apiKey }));
    refused(owned, 400, /^the order owner has to be the owner of the API KEY/);
    const { body } = await other.sign(resting(stage));
    const signed = await trader.send('POST', '/order', { ...body, owner: trader.credentials.apiKey });
    refused(signed, 400, /^the order signer address has to be the address of the API KEY/);
    refused(await trader.place({ ...resting(stage), conditionId: UNKNOWN_ID }), 400, /conditionId/);
    refused(await trader.place({ ...resting(stage), tokenId: '12345' }), 400, /tokenId/);
  },
  'a body that lacks a field or has one of the wrong kind is 400 and named [O14]': async (stage) => {
    const trader = stage.trader(0);
    const spoil = (change: object) =>
      trader.place(resting(stage), (body) => ({ ...body, order: { ...body.order, ...change } }));
    refused(await spoil({ signature: undefined }), 400, /signature/);
    refused(await spoil({ makerAmount: 50_000 }), 400, /makerAmount/);
    refused(await spoil({ side: 'HOLD' }), 400, /side/);
    refused(await spoil({ signatureType: 9 }), 400, /signatureType/);
    refused(await trader.place(resting(stage), (body) => ({ ...body, orderType: 'IOC' })), 400, /orderType/);
    refused(await trader.send('POST', '/order', '{'), 400, /JSON/);
  },
  'a refusal has a code for programs beside its text [O15]': async (stage) => {
    const { body } = await stage.trader(0).place({ ...resting(stage), size: '4' });
    const { code } = body as { code?: unknown };
    isTrue('code', typeof code === 'string' && /^[a-z_]+$/.test(code), 'a name', code);
  },
  'a refusal for want of funds says what is owned, free and reserved by which orders, behind its text [O22]': async (
    stage,
  ) => {
    const trader = stage.trader(0);
    const id = await trader.placed(resting(stage));
    const { body } = await trader.place({ ...resting(stage), price: '0.5', size: '100000000' });
    equal('first field', Object.keys(body as object)[0], 'error');
    const { details } = body as { details: Row };
    const [owned, reserved, free, needed, missing] = ['owned', 'reserved', 'free', 'needed', 'missing'].map((name) =>
      BigInt(String(details[name])),
    ) as [bigint, bigint, bigint, bigint, bigint];
    equal('rule', details['rule'], 'insufficient_balance');
    isTrue('owned', owned === free + reserved, 'free and reserved together', owned);
    isTrue('missing', missing === needed - free, 'needed less free', missing);
    const { orders } = details['reservedBy'] as { orders: { orderID: string }[] };
    const isAmong = orders.some(({ orderID }) => orderID === id);
    isTrue('orders', isAmong, `${id} among them`, orders);
    await trader.send('DELETE', '/order', { orderID: id });
  },
});

export const ORDER_CHECKS = section('Orders', LIFE, READS, EXPLAINED, BATCHES, REFUSALS);
