/** The ledger of fills, holders, volume and builder trades. The run has made the trades it looks for. */
import { rules, section } from '../check.ts';
import { equal, isTrue, matches, sorted } from '../compare.ts';
import { BUILDER_MAKER, BUILDER_TRADE, HOLDER, hasFields, TRADE_FILL } from '../fields.ts';
import { list, object, type Row, refused, rowsIn, valuesOf } from '../http.ts';
import type { Stage } from '../stage.ts';
import { ALLOWLIST_CHECKS } from './http-edges.ts';

const UNKNOWN = `0x${'ee'.repeat(32)}`;
const BUILDER = `0x${'0'.repeat(56)}c0f0b11d`;

const fills = async ({ http }: Pick<Stage, 'http'>, query: string): Promise<readonly Row[]> =>
  list(await http.get(`/trades?${query}`));

const TRADES = rules(null, {
  'GET /trades: fields and types; newest first [L2]': async (stage) => {
    const rows = await fills(stage, 'limit=100');
    for (const row of rows) {
      hasFields('fill', row, TRADE_FILL);
      equal('asset', row['asset'], `${row['conditionId']}:${row['outcomeIndex']}`);
      for (const name of ['size', 'price', 'usdcSize']) matches(name, String(row[name]), /^\d+(\.\d{1,6})?$|e-[67]$/);
    }
    const times = rows.map((row) => Number(row['timestamp']));
    sorted('newest first', times, 'falling');
  },
  'GET /trades: limit 0..10000 default 100, offset 0..10000; outside 400 naming the field [L3]': async (stage) => {
    equal('limit=0', (await fills(stage, 'limit=0')).length, 0);
    isTrue('default', (await fills(stage, '')).length <= 100, 'at most 100', 'more');
    await fills(stage, 'limit=10000&offset=10000');
    for (const name of ['limit', 'offset']) {
      for (const value of ['10001', '-1', '1.5', 'x', '']) {
        refused(await stage.http.get(`/trades?${name}=${value}`), 400, new RegExp(name));
      }
    }
  },
});

const OWN_TRADES = rules('admin', {
  'GET /trades: pages of offset and limit are parts of one list [L4]': async (stage) => {
    const of = `market=${stage.market().conditionId}&takerOnly=false`;
    const all = await fills(stage, `${of}&limit=6`);
    const parts = [...(await fills(stage, `${of}&limit=3`)), ...(await fills(stage, `${of}&limit=3&offset=3`))];
    equal('parts', parts, all);
  },
  'GET /trades: takerOnly is the default; false adds each maker under the same transactionHash [L5]': async (stage) => {
    const of = `market=${stage.market().conditionId}&limit=1000`;
    const takers = await fills(stage, `${of}&takerOnly=true`);
    const all = await fills(stage, `${of}&takerOnly=false`);
    equal('default', await fills(stage, of), takers);
    isTrue('makers', all.length > takers.length, 'more rows', all.length);
    const rows = all.filter((row) => row['transactionHash'] === stage.notes.get('hash'));
    const shown = rows.map((row) => [row['proxyWallet'], row['side'], row['size'], row['price'], row['usdcSize']]);
    const made = [stage.trader(0).address, 'SELL', 20, 0.5, 10];
    const taken = [stage.trader(1).address, 'BUY', 20, 0.5, 10];
    equal('one trade', shown.sort(), [made, taken].sort());
  },
  'GET /trades: user, side, market, eventId and the threshold select [L6]': async (stage) => {
    const market = `market=${stage.market().conditionId},${UNKNOWN}`;
    const { address, signer } = stage.trader(1);
    const event = `eventId=${stage.ownEvent.id}`;
    const ofEvent = await fills(stage, `${event}&limit=1000`);
    const ofMarket = ofEvent.filter((row) => row['conditionId'] === stage.market().conditionId);
    equal('event', ofMarket, await fills(stage, `${market}&limit=1000`));
    equal('one event', new Set(valuesOf(ofEvent, 'eventSlug')).size, 1);
    refused(await stage.http.get(`/trades?${market}&${event}`), 400, /market and eventId/);
    const own = await fills(stage, `${market}&user=${signer.address}`);
    isTrue('own', own.length > 0 && own.every((row) => row['proxyWallet'] === address), address, own[0]);
    for (const side of ['BUY', 'SELL']) {
      const rows = await fills(stage, `${market}&side=${side}`);
      isTrue(side, rows.length > 0 && rows.every((row) => row['side'] === side), side, rows[0]);
    }
    const cash = await fills(stage, `${market}&filterType=CASH&filterAmount=6`);
    const sums = valuesOf(cash, 'usdcSize').map(Number);
    isTrue('CASH', sums.length > 0 && Math.min(...sums) >= 6, '>= 6', sums);
    const tokens = await fills(stage, `${market}&filterType=TOKENS&filterAmount=16`);
    const sizes = valuesOf(tokens, 'size').map(Number);
    isTrue('TOKENS', sizes.length > 0 && Math.min(...sizes) >= 16, '>= 16', sizes);
    equal('unknown market', await fills(stage, `market=${UNKNOWN}`), []);
  },
});

const TRADE_PAGES = rules(null, {
  'GET /trades: a wrong value is 400 and named; filterType and filterAmount need each other [L7]': async ({ http }) => {
    for (const [query, name] of [
      ['takerOnly=yes', 'takerOnly'],
      ['side=HOLD', 'side'],
      ['user=0x12', 'user'],
      ['market=12', 'market'],
      ['filterType=SHARES&filterAmount=1', 'filterType'],
      ['filterType=CASH', 'filterAmount'],
      ['filterAmount=1', 'filterType'],
      ['filterType=CASH&filterAmount=-1', 'filterAmount'],
    ] as const) {
      refused(await http.get(`/trades?${query}`), 400, new RegExp(name));
    }
  },
  'an unknown query field is 400 unknown_field: <name> on /trades and /holders [L8]': async ({ http }) => {
    refused(await http.get('/trades?colour=red'), 400, 'unknown_field: colour');
    refused(await http.get(`/holders?market=${UNKNOWN}&colour=red`), 400, 'unknown_field: colour');
  },
});

const HOLDINGS = rules('admin', {
  'GET /holders: per market and outcome, largest first; limit 1..500, minBalance [L9]': async (stage) => {
    const { conditionId } = stage.market();
    const read = async (query: string) => list(await stage.http.get(`/holders?market=${conditionId}${query}`));
    const groups = await read('');
    equal('outcomes', valuesOf(groups, 'token'), [`${conditionId}:0`, `${conditionId}:1`]);
    for (const group of groups) {
      const holders = group['holders'] as Row[];
      for (const holder of holders) hasFields('holder', holder, HOLDER);
      const held = holders.map((holder) => Number(holder['amount']));
      sorted('largest first', held, 'falling');
    }
    const largest = (await read('&limit=1')).flatMap((group) => rowsIn(group, 'holders'));
    equal('limit', largest.length, 1);
    const [none] = await read('&minBalance=100000000');
    equal('minBalance', none === undefined || rowsIn(none, 'holders').length === 0, true);
    for (const limit of ['0', '501', 'x'])
      refused(await stage.http.get(`/holders?market=${conditionId}&limit=${limit}`), 400, /limit/);
    equal('unknown market', list(await stage.http.get(`/holders?market=${UNKNOWN}`)), []);
  },
  'GET /live-volume: [{total, markets: [{market, value}]}], the taker side once, as strings [L10]': async (stage) => {
    const { conditionId } = stage.market();
    const [volume, ...others] = list(await stage.http.get(`/live-volume?market=${conditionId}`));
    equal('one element', others.length, 0);
    const takers = await fills(stage, `market=${conditionId}&limit=10000`);
    const sum = takers.reduce((total, row) => total + Number(row['usdcSize']), 0);
    const value = String(Math.round(sum * 1_000_000) / 1_000_000);
    equal('volume', volume, { total: value, markets: [{ market: conditionId, value }] });
  },
});

const HOLDERS = rules(null, {
  'a missing market is 400 missing_field: market on /holders and /live-volume [L11]': async ({ http }) => {
    refused(await http.get('/live-volume'), 400, 'missing_field: market');
    refused(await http.get('/holders'), 400, 'missing_field: market');
  },
});

const BUILDERS = rules('admin', {
  'GET /builder/trades: orders with a builder code, by every filter [L12]': async (stage) => {
    const { yes, conditionId } = stage.market();
    const maker = stage.trader(0);
    await stage.trader(2).send('DELETE', '/cancel-all');
    stage.notes.delete('book');
    await maker.placed({ tokenId: yes, side: 'SELL', price: '0.5', size: '5' });
    object(await stage.trader(1).place({ tokenId: yes, side: 'BUY', price: '0.5', size: '5', builder: BUILDER }));
    const read = async (query: string) => list(await stage.http.get(`/builder/trades?market=${conditionId}${query}`));
    const [trade, ...others] = await read('');
    equal('one', others.length, 0);
    hasFields('builder trade', trade, BUILDER_TRADE);
    const [leg] = rowsIn(trade, 'maker_orders');
    hasFields('maker order', leg, BUILDER_MAKER);
    const what = [trade?.['type'], trade?.['size'], trade?.['price'], trade?.['status']];
    equal('what', what, ['TAKER', '5', '0.5', 'CONFIRMED']);
    equal('owner', trade?.['owner'], stage.trader(1).address);
    const seconds = stage.trader(0).now();
    const found = async (query: string) => (await read(query)).length;
    for (const filter of [
      `&id=${trade?.['id']}`,
      `&maker_address=${trade?.['maker_address']}`,
      `&asset_id=${yes}`,
      `&before=${seconds + 60}&after=${seconds - 60}`,
      `&builder=${BUILDER}`,
    ])
      equal(filter, await found(filter), 1);
    for (const filter of [`&before=${seconds - 3600}`, `&after=${seconds + 60}`, '&asset_id=1'])
      equal(filter, await found(filter), 0);
  },
});

const BUILDER_PAGES = rules(null, {
  'GET /builder/trades: MA== begins, LTE= is past the end, x-next-cursor goes on, anything else is 400 [L13]': async ({
    http,
  }) => {
    const first = await http.get('/builder/trades?next_cursor=MA==');
    isTrue('a page', list(first).length <= 300, 'at most 300', 'more');
    matches('x-next-cursor', first.headers.get('x-next-cursor'), /^[A-Za-z0-9+/]+=*$/);
    equal('past the end', list(await http.get('/builder/trades?next_cursor=LTE=')), []);
    refused(await http.get('/builder/trades?next_cursor=%21'), 400, /./);
    refused(await http.get('/builder/trades?before=yesterday'), 400, /before/);
  },
});

export const LEDGER_CHECKS = [
  ...ALLOWLIST_CHECKS,
  ...section('Ledger', TRADES, OWN_TRADES, TRADE_PAGES, HOLDINGS, HOLDERS, BUILDERS, BUILDER_PAGES),
];
