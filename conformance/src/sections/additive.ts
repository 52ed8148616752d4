/**
 * Reads beyond the interface: portfolios, the leaderboard, and further routes to comments, series, tags and profiles.
 */
import { rules, section } from '../check.ts';
import { equal, isTrue, matches, sorted } from '../compare.ts';
import { COMMENT, hasFields, SERIES, TAG } from '../fields.ts';
import { list, object, type Row, refused, valuesOf } from '../http.ts';
import type { Stage } from '../stage.ts';

const UNKNOWN_ADDRESS = `0x${'ee'.repeat(20)}`;
const UNKNOWN_ID = '900719925474';

const rows = async ({ http }: Pick<Stage, 'http'>, path: string): Promise<readonly Row[]> => list(await http.get(path));
const sum = (values: readonly Row[], field: string): number =>
  values.reduce((total, row) => total + Number(row[field]), 0);
const near = (what: string, got: number, expected: number): void =>
  isTrue(what, Math.abs(got - expected) < 0.001, expected, got);

const PORTFOLIO = rules('admin', {
  'GET /positions: what a wallet holds, largest first; market, sizeThreshold and pages select [G1]': async (stage) => {
    const { address } = stage.trader(0);
    const { conditionId } = stage.market();
    const all = await rows(stage, `/positions?user=${address}&sizeThreshold=0`);
    isTrue('positions', all.length > 0, 'some', all.length);
    const sizes = all.map(({ size }) => Number(size));
    sorted('order', sizes, 'falling');
    for (const row of all)
      near('cashPnl', Number(row['cashPnl']), Number(row['currentValue']) - Number(row['initialValue']));
    const own = await rows(stage, `/positions?user=${address}&sizeThreshold=0&market=${conditionId}`);
    const inMarket = all.filter((row) => row['conditionId'] === conditionId);
    equal('market', own, inMarket);
    const larger = await rows(stage, `/positions?user=${address}&sizeThreshold=100`);
    const fromHundred = all.filter(({ size }) => Number(size) >= 100);
    equal('threshold', larger, fromHundred);
    equal('page', await rows(stage, `/positions?user=${address}&sizeThreshold=0&limit=1&offset=1`), all.slice(1, 2));
  },
  'GET /value is the sum of the positions’ currentValue [G2]': async (stage) => {
    const { address } = stage.trader(0);
    const all = await rows(stage, `/positions?user=${address}&sizeThreshold=0&limit=500`);
    const [value] = await rows(stage, `/value?user=${address}`);
    equal('user', value?.['user'], address);
    near('value', Number(value?.['value']), sum(all, 'currentValue'));
  },
  'GET /activity: newest first; type, market, side and time select [G3]': async (stage) => {
    const of = `/activity?user=${stage.trader(0).address}`;
    const all = await rows(stage, `${of}&limit=500`);
    const times = all.map(({ timestamp }) => Number(timestamp));
    sorted('order', times, 'falling');
    const types = new Set(valuesOf(all, 'type'));
    for (const type of ['DEPOSIT', 'TRADE', 'SPLIT']) isTrue('types', types.has(type), type, [...types]);
    for (const [query, holds] of [
      ['type=TRADE,SPLIT', ({ type }: Row) => type === 'TRADE' || type === 'SPLIT'],
      ['side=BUY', ({ side }: Row) => side === 'BUY'],
      [`market=${stage.market().conditionId}`, ({ conditionId }: Row) => conditionId === stage.market().conditionId],
      [`end=${times.at(-1)}`, ({ timestamp }: Row) => Number(timestamp) <= (times.at(-1) ?? 0)],
    ] as const) {
      equal(query, (await rows(stage, `${of}&limit=500&${query}`)).length, all.filter(holds).length);
    }
  },
  'GET /closed-positions and GET /traded: what was held, and in how many markets [G4]': async (stage) => {
    const { address } = stage.trader(0);
    const closed = await rows(stage, `/closed-positions?user=${address}&limit=50`);
    const open = await rows(stage, `/positions?user=${address}&sizeThreshold=0&limit=500`);
    const traded = object(await stage.http.get(`/traded?user=${address}`));
    const markets = new Set([...closed, ...open].map(({ conditionId }) => conditionId));
    equal('markets', traded['traded'], markets.size);
  },
});

const USERS = rules(null, {
  'GET /leaderboard: ranks from 1, by profit or by volume; /v1/leaderboard is the same [G5]': async (stage) => {
    for (const [orderBy, field] of [
      ['PNL', 'pnl'],
      ['VOL', 'vol'],
    ] as const) {
      const query = `timePeriod=ALL&orderBy=${orderBy}&limit=20`;
      const leaders = await rows(stage, `/leaderboard?${query}`);
      const ranks = leaders.map((_, index) => String(index + 1));
      equal('ranks', valuesOf(leaders, 'rank'), ranks);
      const figures = leaders.map((leader) => Number(leader[field]));
      sorted('order', figures, 'falling');
      equal('v1', (await rows(stage, `/v1/leaderboard?${query}&category=OVERALL`)).length, leaders.length);
    }
    const total = await rows(stage, '/v1/leaderboard?by=total&limit=20');
    sorted(
      'by total',
      total.map(({ value }) => Number(value)),
      'falling',
    );
  },
  'reads of a user need one: 400 that names it; an unknown user has nothing [G6]': async (stage) => {
    for (const path of ['/positions', '/closed-positions', '/activity', '/value', '/traded']) {
      refused(await stage.http.get(path), 400, /user/);
      refused(await stage.http.get(`${path}?user=0x12`), 400, /user/);
    }
    for (const path of ['/positions', '/closed-positions', '/activity']) {
      equal(path, await rows(stage, `${path}?user=${UNKNOWN_ADDRESS}`), []);
    }
  },
});

const CATALOG = rules('admin', {
  'GET /comments: top-level comments of an event, newest first, by its id or its slug [G7]': async (stage) => {
    const { id, slug } = stage.ownEvent;
    const all = await rows(stage, `/comments?parent_entity_type=Event&parent_entity_id=${id}`);
    isTrue('comments', all.length > 0, 'some', all.length);
    for (const comment of all) hasFields('comment', comment, COMMENT);
    const times = all.map(({ createdAt }) => String(createdAt));
    equal('order', times, [...times].sort().reverse());
    equal('parents', [...new Set(valuesOf(all, 'parentCommentID'))], ['']);
    equal('by slug', await rows(stage, `/comments?event_slug=${slug}`), all);
    refused(await stage.http.get(`/comments?parent_entity_id=${id}`), 400, /parent_entity_type/);
  },
  'GET /series by slug and GET /series/{id} show the same; an unknown id is 404 [G8]': async (stage) => {
    const [series] = await rows(stage, `/series?slug=${stage.ownEvent.seriesSlug}`);
    hasFields('series', series, SERIES);
    equal('by id', object(await stage.http.get(`/series/${series?.['id']}`)), series);
    refused(await stage.http.get(`/series/${UNKNOWN_ID}`), 404, 'id not found');
  },
  'GET /tags/{id} and /tags/slug/{slug} show the same; an unknown one is 404 [G9]': async (stage) => {
    const { tagId, tagSlug } = stage.ownEvent;
    const tag = object(await stage.http.get(`/tags/${tagId}`));
    hasFields('tag', tag, TAG);
    equal('by slug', object(await stage.http.get(`/tags/slug/${tagSlug}`)), tag);
    refused(await stage.http.get(`/tags/${UNKNOWN_ID}`), 404, 'id not found');
    refused(await stage.http.get('/tags/slug/no-such-tag'), 404, 'slug not found');
  },
});

const PROFILES = rules(null, {
  'GET /public-profile: of base and of deposit address; an unknown one is 404 [G10]': async (stage) => {
    const { address } = stage.trader(0);
    const profile = object(await stage.http.get(`/public-profile?address=${address}`));
    matches('wallet', profile['proxyWallet'], /^0x[0-9a-f]{40}$/);
    equal('by wallet', object(await stage.http.get(`/public-profile?address=${profile['proxyWallet']}`)), profile);
    refused(await stage.http.get(`/public-profile?address=${UNKNOWN_ADDRESS}`), 404, /not found/);
    refused(await stage.http.get('/public-profile'), 400, /address/);
  },
});

export const ADDITIVE_CHECKS = section('Additive reads', PORTFOLIO, USERS, CATALOG, PROFILES);
