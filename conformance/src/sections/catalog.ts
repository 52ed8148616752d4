/** Markets, events, series, tags and search. */
import { rules, section } from '../check.ts';
import { equal, isTrue, NotOffered, sorted } from '../compare.ts';
import * as fields from '../fields.ts';
import { BAD, type Http, list, NOT_FOUND, object, ok, type Row, refused, valuesOf } from '../http.ts';

const UNKNOWN = `0x${'ee'.repeat(32)}`;

const read = async (http: Http, path: string) => list(await http.get(path));
const idsOf = (rows: readonly Row[]) => valuesOf(rows, 'id');

/** Checks limit and offset of the catalog's lists. */
async function pages(http: Http, path: string, limitMax: number): Promise<void> {
  const join = path.includes('?') ? '&' : '?';
  isTrue('default', (await read(http, path)).length <= 20, 'at most 20', 'more');
  const four = await read(http, `${path}${join}limit=4`);
  const halves = [
    ...(await read(http, `${path}${join}limit=2`)),
    ...(await read(http, `${path}${join}limit=2&offset=2`)),
  ];
  equal(`${path} in halves`, idsOf(halves), idsOf(four));
  await read(http, `${path}${join}limit=${limitMax}`);
  for (const [name, value] of [
    ['limit', '0'],
    ['limit', String(limitMax + 1)],
    ['limit', 'x'],
    ['offset', '-1'],
    ['offset', '1e3'],
  ] as const) {
    refused(await http.get(`${path}${join}${name}=${value}`), 400, new RegExp(name), BAD);
  }
}

const LISTING = rules(null, {
  'GET /markets (catalog form): fields and types [K1]': async ({ http }) => {
    for (const market of await read(http, '/markets?limit=20')) {
      fields.hasFields('market', market, fields.CATALOG_MARKET);
      for (const event of market['events'] as unknown[])
        fields.hasFields('event of market', event, fields.EVENT_REFERENCE);
    }
  },
  'GET /tags: limit 1..100 default 20, /markets and /events 1..500; offset from 0; outside 400 {type, error} naming it [K2]':
    async ({ http }) => {
      await pages(http, '/tags', 100);
      for (const path of ['/markets', '/events']) await pages(http, path, 500);
    },
});

const FILTERS = rules('admin', {
  'GET /markets: every filter selects, under each of its names; filters combine [K3]': async (stage) => {
    const { http, ownEvent } = stage;
    const { conditionId, slug, id } = stage.market();
    const of = async (query: string) => idsOf(await read(http, `/markets?limit=100&${query}`)).sort();
    const all = stage.markets.map((market) => market.id).sort();
    const event = [`event_id=${ownEvent.id}`, `event_slug=${ownEvent.slug}`, `eventSlug=${ownEvent.slug}`];
    const tag = [`tag=${ownEvent.tagSlug}`, `tag_slug=${ownEvent.tagSlug}`, `tag_id=${ownEvent.tagId}`];
    for (const query of [...event, ...tag]) equal(query, await of(query), all);
    for (const query of [`conditionId=${conditionId}`, `condition_id=${conditionId}`, `slug=${slug}`]) {
      equal(query, await of(query), [id]);
    }
    const flags = `event_id=${ownEvent.id}&active=true&closed=false&archived=false`;
    equal('flags', await of(flags), all);
    equal('closed', await of(`event_id=${ownEvent.id}&closed=true`), []);
    equal('combined', await of(`${tag[0]}&slug=${slug}`), [id]);
    equal('nothing', await of(`${tag[0]}&conditionId=${UNKNOWN}`), []);
  },
  'GET /markets, /events, /tags: creator scopes to a site; events without sites are everywhere [K4]': async (stage) => {
    const { http, ownEvent } = stage;
    const of = async (creator: string) =>
      idsOf(await read(http, `/markets?event_id=${ownEvent.id}&creator=${creator}`)).length;
    equal('on its site', await of(ownEvent.site), stage.markets.length);
    equal('on another', await of('elsewhere.example'), 0);
    equal('event', (await http.get(`/events/${ownEvent.id}?creator=${ownEvent.site}`)).status, 200);
    refused(await http.get(`/events/${ownEvent.id}?creator=elsewhere.example`), 404, 'id not found', NOT_FOUND);
    await read(http, `/tags?creator=${ownEvent.site}`);
    await read(http, `/events?creator=${ownEvent.site}`);
  },
});

const ORDER = rules(null, {
  'GET /markets: order sorts by a column of its type, ascending turns it round, newest first without [K5]': async ({
    http,
  }) => {
    const numbers = async (query: string, name: string) =>
      (await read(http, `/markets?limit=100${query}`)).map((row) => Number(row[name]));
    const ids = await numbers('', 'id');
    sorted('newest first', ids, 'falling');
    const volumes = await numbers('&order=volumeNum', 'volumeNum');
    sorted('volumeNum', volumes, 'falling');
    const rising = await numbers('&order=volumeNum&ascending=true', 'volumeNum');
    sorted('ascending', rising, 'rising');
    refused(await http.get('/markets?order=colour'), 400, /order/, BAD);
    refused(await http.get('/markets?ascending=yes'), 400, /ascending/, BAD);
  },
  'unknown filters are 400 {type, error} and named [K6]': async ({ http }) => {
    for (const path of ['/markets', '/events', '/tags', '/events/1']) {
      refused(await http.get(`${path}?colour=red`), 400, /colour/, BAD);
    }
  },
});

const CURSOR = rules(null, {
  'GET /markets (cursor form): {data, next_cursor, limit, count} with 100 a page, limit 1..1000 [K7]': async ({
    http,
  }) => {
    for (const cursor of ['', 'MA==']) {
      const page = object(await http.get(`/markets?next_cursor=${cursor}`));
      const data = page['data'] as Row[];
      equal('wrapper', Object.keys(page).sort(), ['count', 'data', 'limit', 'next_cursor']);
      equal('limit and count', [page['limit'], page['count']], [100, data.length]);
      for (const item of data.slice(0, 20)) {
        fields.hasFields('item', item, fields.LISTING_ITEM);
        const ofDetail = fields.DETAIL_ONLY.filter((name) => name in item);
        equal('fields of detail only', ofDetail, []);
        for (const token of item['tokens'] as unknown[]) fields.hasFields('token', token, fields.MARKET_TOKEN);
      }
    }
    for (const limit of ['0', '1001']) refused(await http.get(`/markets?next_cursor=&limit=${limit}`), 400, /limit/);
  },
  'GET /markets (cursor form): cursors lead through all markets once; LTE= is an empty page [K8]': async ({ http }) => {
    const seen: unknown[] = [];
    let cursor = 'MA==';
    for (let page = 0; cursor !== 'LTE=' && page < 20; page += 1) {
      const answer = object(await http.get(`/markets?limit=1000&next_cursor=${encodeURIComponent(cursor)}`));
      seen.push(...(answer['data'] as Row[]).map((item) => item['condition_id']));
      cursor = String(answer['next_cursor']);
    }
    equal('each once', new Set(seen).size, seen.length);
    const end = object(await http.get('/markets?next_cursor=LTE='));
    equal('past the end', [end['data'], end['next_cursor'], end['count']], [[], 'LTE=', 0]);
  },
  'GET /markets: a cursor that cannot be read is 400 {error}; parameters of both forms together are 400 [K9]': async ({
    http,
  }) => {
    for (const cursor of ['%21', 'eA==', 'LTI=']) {
      const answer = await http.get(`/markets?next_cursor=${cursor}`);
      refused(answer, 400, /./);
      equal('no type', (answer.body as Row)['type'], undefined);
    }
    refused(await http.get('/markets?next_cursor=MA==&closed=false'), 400, /./);
  },
});

const SINGLE = rules(null, {
  'GET /markets/{condition_id}: fields and types; by slug as well, by catalog id as the catalog shows it [K10]':
    async ({ http }) => {
      const [market] = await read(http, '/markets?limit=1');
      if (market === undefined) throw new NotOffered('there is no market yet');
      const detail = object(await http.get(`/markets/${market['conditionId']}`));
      fields.hasFields('market detail', detail, fields.MARKET_DETAIL);
      for (const token of detail['tokens'] as unknown[]) fields.hasFields('token', token, fields.MARKET_TOKEN);
      fields.hasFields('event', detail['event'], { ...fields.EVENT_REFERENCE, description: 'string' });
      const rewards = detail['rewards'] as Row;
      fields.hasFields('rewards', rewards, { rates: 'array', min_size: 'number', max_spread: 'number' });
      const bySlug = object(await http.get(`/markets/${market['slug']}`));
      equal('by slug', bySlug['condition_id'], market['conditionId']);
      for (const path of [`/markets/${market['id']}`, `/markets/slug/${market['slug']}`]) {
        const shown = object(await http.get(path));
        fields.hasFields(path, shown, fields.CATALOG_MARKET);
        equal(path, shown['conditionId'], market['conditionId']);
      }
    },
  'orders that would trade are not delayed, under each name that clients read: in lists, detail and terms [K31]':
    async ({ http }) => {
      const [market] = await read(http, '/markets?limit=1');
      if (market === undefined) throw new NotOffered('there is no market yet');
      const { conditionId, takerOrderDelayMs } = market;
      const detail = object(await http.get(`/markets/${conditionId}`));
      const { itode } = object(await http.get(`/clob-markets/${conditionId}`));
      equal(
        'delays',
        [takerOrderDelayMs, detail['taker_order_delay_ms'], detail['itode'], itode],
        [0, 0, false, false],
      );
    },
  'GET /markets/{condition_id}: 400 Invalid market, 404 market not found [K11]': async ({ http }) => {
    refused(await http.get('/markets/0x12'), 400, 'Invalid market');
    refused(await http.get(`/markets/${UNKNOWN}`), 404, 'market not found');
  },
  'GET /events/{id} and /events/slug/{slug}: fields and types of event, markets, tags and series [K12]': async ({
    http,
  }) => {
    const [listed] = await read(http, '/events?limit=1');
    if (listed === undefined) throw new NotOffered('there is no event yet');
    const event = object(await http.get(`/events/${listed['id']}`));
    fields.hasFields('event', event, fields.EVENT);
    for (const market of event['markets'] as Row[]) {
      fields.hasFields('market of event', market, fields.EVENT_MARKET);
      equal('no events in it', 'events' in market, false);
    }
    for (const tag of event['tags'] as unknown[]) fields.hasFields('tag', tag, fields.TAG);
    for (const series of event['series'] as unknown[]) fields.hasFields('series', series, fields.SERIES);
    equal('by slug', object(await http.get(`/events/slug/${event['slug']}`))['id'], event['id']);
  },
  'GET /events/…: id not found, slug not found, and 400 for what is no id [K13]': async ({ http }) => {
    refused(await http.get('/events/9007199254740000'), 404, 'id not found', NOT_FOUND);
    refused(await http.get('/events/slug/no-such-event-anywhere'), 404, 'slug not found', NOT_FOUND);
    for (const id of ['one', '1.5', '-1']) refused(await http.get(`/events/${id}`), 400, /id/, BAD);
  },
  'GET /tags: fields and types [K14]': async ({ http }) => {
    for (const tag of await read(http, '/tags?limit=100')) fields.hasFields('tag', tag, fields.TAG);
  },
});

const EVENTS = rules('admin', {
  'GET /events: filters as /markets, and series_slug and slug [K15]': async ({ http, ownEvent }) => {
    const { id, slug, seriesSlug, tagSlug, tagId } = ownEvent;
    for (const query of [
      `slug=${slug}`,
      `series_slug=${seriesSlug}`,
      `tag_slug=${tagSlug}`,
      `tag=${tagSlug}`,
      `tag_id=${tagId}`,
    ]) {
      equal(query, idsOf(await read(http, `/events?${query}&closed=false&active=true&archived=false`)), [id]);
    }
    equal('closed', await read(http, `/events?slug=${slug}&closed=true`), []);
    refused(await http.get('/events?order=colour'), 400, /order/, BAD);
  },
});

const SEARCH = rules(null, {
  'GET /public-search: {events, tags, profiles, pagination}; q is required, limit_per_type 1..100 [K16]': async ({
    http,
    event,
  }) => {
    const word = event?.tagSlug ?? 'a';
    const answer = object(await http.get(`/public-search?q=${word}`));
    equal('parts', Object.keys(answer).sort(), ['events', 'pagination', 'profiles', 'tags']);
    fields.hasFields('pagination', answer['pagination'], { hasMore: 'boolean', totalResults: 'integer' });
    const found = idsOf(answer['events'] as Row[]);
    if (event !== null) equal('found', found, [event.id]);
    refused(await http.get('/public-search'), 400, /\bq\b/, BAD);
    refused(await http.get('/public-search?q=a&limit_per_type=101'), 400, /limit_per_type/, BAD);
    refused(await http.get('/public-search?q=a&page=0'), 400, /page/, BAD);
    ok(await http.get('/public-search?q=a&events_status=active'));
  },
});

export const CATALOG_CHECKS = section('Catalog', LISTING, FILTERS, ORDER, CURSOR, SINGLE, EVENTS, SEARCH);
