/** The second data interface: markets and boards, against the figures of the first one. */
import { rules, section } from '../check.ts';
import { equal, isTrue } from '../compare.ts';
import { type Http, list, object, type Row, refused, rowsIn, valuesOf } from '../http.ts';

const rowsAt = async (http: Http, path: string): Promise<readonly Row[]> =>
  rowsIn(object(await http.get(path)), 'data');

const FIGURES = rules('admin', {
  'open interest, holders with profits, and profits of the leaderboard have the figures of the first interface [L27]':
    async (stage) => {
      const { http } = stage;
      const { conditionId, yes, no } = stage.market();
      const [interest] = await rowsAt(http, `/v2/oi?condition=${conditionId}`);
      const [before] = list(await http.get(`/oi?market=${conditionId}`));
      equal('open interest', interest, { condition_id: conditionId, value: Number(before?.['value']) });
      const tokens = await rowsAt(http, `/v2/holders?condition=${conditionId}&include_pnl=true`);
      const groups = list(await http.get(`/holders?market=${conditionId}&limit=200`));
      isTrue('holders', tokens.length > 0, 'some', tokens.length);
      for (const [index, token] of [yes, no].entries()) {
        const shown = tokens.find(({ token_id }) => token_id === token);
        const held = rowsIn(groups[index] ?? {}, 'holders');
        equal(
          'amounts',
          shown === undefined ? [] : valuesOf(rowsIn(shown, 'holders'), 'amount'),
          valuesOf(held, 'amount'),
        );
      }
      const leaders = await rowsAt(http, '/v2/leaderboard?time_period=all&limit=50');
      const ranked = list(await http.get('/leaderboard?timePeriod=ALL&limit=50'));
      equal('wallets', valuesOf(leaders, 'user_id'), valuesOf(ranked, 'proxyWallet'));
      equal('profits', valuesOf(leaders, 'pnl'), valuesOf(ranked, 'pnl'));
    },
  'prices are of one of start, interval and as_of, the last one exact; more than 15 days are 400 [L28]': async (
    stage,
  ) => {
    const { http } = stage;
    const path = `/v2/prices-history?token_id=${stage.market().yes}`;
    const points = await rowsAt(http, `${path}&interval=1h`);
    equal('last', valuesOf(points.slice(-1), 'resolution_seconds'), [0]);
    const times = valuesOf(points, 'timestamp').map(Number);
    equal(
      'order',
      times,
      times.toSorted((one, other) => one - other),
    );
    for (const [query, error] of [
      ['', /^start is required/],
      ['&interval=1h&as_of=5', /as_of and interval/],
      ['&start=0', /^start/],
      ['&start=5', /^start must be at most 1296000 seconds/],
      ['&interval=1h&end=5', /^end needs start/],
    ] as const)
      refused(await http.get(path + query), 400, error);
  },
  'results are asked for by one of question_id, condition and event_id; an open question is posed [L29]': async (
    stage,
  ) => {
    const { http } = stage;
    const { conditionId } = stage.market();
    const [row] = await rowsAt(http, `/v2/resolutions?condition=${conditionId}`);
    equal('open', [row?.['condition_id'], row?.['status'], row?.['price']], [conditionId, 'posed', '69']);
    refused(await http.get('/v2/resolutions'), 400, /question_id or event_id/);
    refused(await http.get(`/v2/resolutions?condition=${conditionId}&event_id=1`), 400, /send one$/);
  },
});

export const DATA_V2_MARKET_CHECKS = section('Ledger', FIGURES);
