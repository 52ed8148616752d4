/** The second data interface: its rules for every route, and the figures of wallets against those of the first one. */
import { rules, section } from '../check.ts';
import { equal, isTrue, matches } from '../compare.ts';
import { type Answer, type Http, list, object, type Row, rowsIn, valuesOf } from '../http.ts';

const UNKNOWN = `0x${'ee'.repeat(32)}`;
const NOBODY = `0x${'ee'.repeat(20)}`;

const rowsAt = async (http: Http, path: string): Promise<readonly Row[]> =>
  rowsIn(object(await http.get(path)), 'data');
const pagination = (page: Row): Row => page['pagination'] as Row;

/** Checks an error: its class, the parameter that it names, and the trace id that its header repeats. */
function refusedAs(answer: Answer, status: number, code: string, parameter?: string): void {
  equal('status', answer.status, status);
  const { error, trace_id: trace, ...said } = answer.body as Row;
  equal('error', said, { code, retryable: false, ...(parameter !== undefined && { parameter }) });
  matches('words', error, /./);
  equal('x-trace-id', answer.headers.get('x-trace-id'), trace);
}

const SHAPES = rules(null, {
  'pages are {data, pagination}, everything else is {data}; each answer has an x-trace-id of its own [L22]': async ({
    http,
  }) => {
    const answers = [await http.get('/v2/trades?limit=1'), await http.get(`/v2/value?user=${NOBODY}`)];
    const [page, value] = answers.map((answer) => object(answer));
    equal('page', Object.keys(page ?? {}), ['data', 'pagination']);
    const { limit, offset } = pagination(page ?? {});
    equal('size', [limit, offset], [1, 0]);
    equal('value', value, { data: { proxy_wallet: NOBODY, value: 0 } });
    equal('traces', new Set(answers.map(({ headers }) => headers.get('x-trace-id') ?? '')).size, 2);
  },
  'parameters are taken in both spellings; unknown ones, offset and a limit above 1000 are 400 by name [L23]': async ({
    http,
  }) => {
    equal('both', await rowsAt(http, '/v2/trades?takerOnly=false'), await rowsAt(http, '/v2/trades?taker_only=false'));
    for (const [query, parameter] of [
      ['limit=1001', 'limit'],
      ['offset=1', 'offset'],
      ['colour=red', 'colour'],
      ['takerOnly=perhaps', 'takerOnly'],
      ['conditionId=0x12', 'conditionId'],
      [`condition=${UNKNOWN}&event_id=1`, 'event_id'],
    ] as const)
      refusedAs(await http.get(`/v2/trades?${query}`), 400, 'invalid_request', parameter);
    equal('unknown id', await rowsAt(http, `/v2/trades?condition_id=${UNKNOWN}`), []);
  },
  'other paths and methods are not_found and method_not_allowed [L24]': async ({ http }) => {
    await http.get('/v2/trades?limit=1');
    refusedAs(await http.raw('GET', '/v2/no-such-route'), 404, 'not_found');
    refusedAs(await http.raw('POST', '/v2/trades'), 405, 'method_not_allowed');
  },
});

const PAGES = rules('admin', {
  'cursors: pages of the first size without gaps; another list’s, an altered one, or other filters are 400 [L25]':
    async (stage) => {
      const { http } = stage;
      const { address } = stage.trader(0);
      const list = `/v2/activity?user=${address}`;
      const all = await rowsAt(http, `${list}&limit=4`);
      const first = object(await http.get(`${list}&limit=2`));
      const { next_cursor: cursor, has_more: hasMore } = pagination(first);
      equal('has_more', hasMore, true);
      const next = await rowsAt(http, `${list}&cursor=${cursor}`);
      equal('pages', [...rowsIn(first, 'data'), ...next], all);
      refusedAs(await http.get(`/v2/trades?cursor=${cursor}`), 400, 'invalid_request', 'cursor');
      refusedAs(await http.get(`${list}&cursor=${cursor}x`), 400, 'invalid_request', 'cursor');
      const other = await http.get(`${list}&cursor=${cursor}&sort_direction=ASC`);
      refusedAs(other, 400, 'invalid_request', 'sort_direction');
    },
});

const FIGURES = rules('admin', {
  'positions, trades and value have the figures of the first interface, and tokens their decimal ids [L26]': async (
    stage,
  ) => {
    const { http } = stage;
    const { address } = stage.trader(1);
    const { conditionId, yes, no } = stage.market();
    const held = await rowsAt(http, `/v2/positions?user=${address}&condition=${conditionId}&sort_by=TOKENS`);
    const before = list(await http.get(`/positions?user=${address}&market=${conditionId}&sizeThreshold=0.1`));
    isTrue('positions', held.length > 0, 'some', held.length);
    const figures = ['current_size', 'avg_price', 'current_value', 'realized_pnl'] as const;
    const same = ['size', 'avgPrice', 'currentValue', 'realizedPnl'] as const;
    for (const [index, name] of figures.entries())
      equal(name, valuesOf(held, name), valuesOf(before, same[index] ?? ''));
    isTrue(
      'tokens',
      valuesOf(held, 'token_id').every((id) => id === yes || id === no),
      [yes, no],
      held,
    );
    const trades = await rowsAt(http, `/v2/trades?user=${address}&condition=${conditionId}&taker_only=false`);
    const fills = list(await http.get(`/trades?user=${address}&market=${conditionId}&takerOnly=false`));
    equal('sizes', valuesOf(trades, 'size'), valuesOf(fills, 'size'));
    const [value] = list(await http.get(`/value?user=${address}`));
    const shown = object(await http.get(`/v2/value?user=${address}`))['data'];
    equal('value', shown, { proxy_wallet: address, value: value?.['value'] });
  },
});

export const DATA_V2_CHECKS = section('Ledger', SHAPES, PAGES, FIGURES);
