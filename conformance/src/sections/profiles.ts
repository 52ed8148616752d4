/**
 * The profile that `GET /venue` names: each difference from the interface of July 2026 is there where the profile has it,
 * and only there.
 */
import { ANNOUNCED_IDS, type DifferenceId, ROUTES, type Route, venueProfile } from '@bellwether/contract';
import { type Check, rules, section } from '../check.ts';
import { equal, NotOffered } from '../compare.ts';
import { list, object, type Row, rowsIn } from '../http.ts';
import type { Need, Stage } from '../stage.ts';

/** A trait in which venues with a difference and venues without it answer otherwise. */
interface Trait {
  readonly rule: string;
  readonly needs: Need | null;
  readonly look: (stage: Stage) => Promise<unknown>;
  readonly having: unknown;
  readonly lacking: unknown;
}

const TIER_HEADERS = ['poly-ratelimit-remaining', 'poly-ratelimit-reset', 'poly-ratelimit-tier'];

/** Rests a bid of the first trader, where it disturbs no one. */
const rest = async (stage: Stage) => stage.trader(0).place({ ...BID, tokenId: stage.market().yes });
const BID = { side: 'BUY', price: '0.01', size: '5' } as const;

const bodyAt = async ({ http }: Stage, path: string): Promise<Row> => (await http.raw('GET', path)).body as Row;

/** One row for each difference. Its routes are looked for besides. */
export const TRAITS: Readonly<Record<DifferenceId, Trait>> = {
  'data-v2': {
    rule: 'data-v2: errors below /v2 have a trace_id, without it the form of other errors [Y3]',
    needs: null,
    look: async (stage) => Object.keys(await bodyAt(stage, '/v2/no-such-route')),
    having: ['error', 'code', 'retryable', 'trace_id'],
    lacking: ['error', 'code'],
  },
  'market-version': {
    rule: 'market-version: events are opened as version v2, without it as v1 alone [Y4]',
    needs: 'admin',
    // Without markets, so that no event is opened.
    look: async (stage) => {
      const { body } = await stage.admin('POST', '/admin/events', { title: 'Of version v2', version: 'v2' });
      return /(version|markets): /.exec(String((body as Row)['error']))?.[1];
    },
    having: 'markets',
    lacking: 'version',
  },
  'exchange-v3': {
    rule: 'exchange-v3: v2Domain is there if negRiskDomain is, of version 3; without it there is none [Y5]',
    needs: null,
    look: async ({ venue: { v2Domain, negRiskDomain } }) =>
      (v2Domain?.version ?? null) === (negRiskDomain === undefined ? null : '3'),
    having: true,
    lacking: false,
  },
  'session-keys': {
    rule: 'session-keys: an account lists its session signers, without it 404 [Y6]',
    needs: null,
    look: async (stage) => {
      const path = '/v1/user/session-signers';
      const answer = await stage.http.raw('GET', path, undefined, stage.trader(2).headers('GET', path));
      return (answer.body as Row)['signers'] ?? answer.status;
    },
    having: [],
    lacking: 404,
  },
  'rate-tiers': {
    rule: 'rate-tiers: answers to orders have Poly-RateLimit headers, without it none [Y7]',
    needs: 'wallet',
    look: async (stage) => {
      const { headers } = await rest(stage);
      if (!headers.has('ratelimit')) throw new NotOffered('caps');
      return TIER_HEADERS.filter((name) => headers.has(name));
    },
    having: TIER_HEADERS,
    lacking: [],
  },
  'notification-times': {
    rule: 'notification-times: times of notifications are milliseconds, without it seconds [Y8]',
    needs: 'admin',
    look: async (stage) => {
      const [maker, taker] = [stage.trader(0), stage.trader(1)];
      const { yes, no } = stage.market();
      await maker.placed({ tokenId: no, side: 'BUY', price: '0.5', size: '5' });
      await taker.placed({ tokenId: yes, side: 'BUY', price: '0.5', size: '5' });
      const [newest] = list(await maker.send('GET', '/notifications'));
      return Math.round(Number(newest?.['timestamp']) / maker.now());
    },
    having: 1000,
    lacking: 1,
  },
  approvals: {
    rule: 'approvals: /v2/approvals lists those of a wallet, without it 404 [Y9]',
    needs: null,
    look: async (stage) => {
      const { data } = (await bodyAt(stage, `/v2/approvals?user=${stage.trader(0).address}`)) as { data?: Row };
      return data !== undefined && rowsIn(data, 'contracts').length > 0;
    },
    having: true,
    lacking: false,
  },
  'settlement-estimates': {
    rule: 'settlement-estimates: results of open markets with an end have settlement_time_basis, without it none [Y10]',
    needs: 'admin',
    look: async (stage) => {
      const { data } = (await bodyAt(stage, `/v2/resolutions?event_id=${stage.ownEvent.id}`)) as { data?: Row[] };
      return data?.[0]?.['settlement_time_basis'] ?? null;
    },
    having: 'liveness',
    lacking: null,
  },
  'comments-keyset': {
    rule: 'comments-keyset: comments are paged by cursor, without it by offset alone [Y11]',
    needs: null,
    look: async (stage) => Array.isArray((await bodyAt(stage, '/comments/keyset?limit=1'))['comments']),
    having: true,
    lacking: false,
  },
  'heartbeat-error-msg': {
    rule: 'heartbeat-error-msg: a wrong heartbeat id is refused with error_msg, without it with error alone [Y12]',
    needs: null,
    look: async (stage) => {
      const { body } = await stage.trader(1).send('POST', '/v1/heartbeats', { heartbeat_id: 'not-the-last' });
      const { error, error_msg = null } = body as Row;
      return [error, error_msg];
    },
    having: ['Invalid Heartbeat ID', 'Invalid Heartbeat ID'],
    lacking: ['Invalid Heartbeat ID', null],
  },
  'orders-2026-12': {
    rule: 'orders-2026-12: open orders list no trades, and asset_id needs market; without it both are otherwise [Y13]',
    needs: 'wallet',
    look: async (stage) => {
      const [trader, { yes, conditionId }] = [stage.trader(0), stage.market()];
      await rest(stage);
      const [order] = rowsIn(object(await trader.send('GET', `/data/orders?market=${conditionId}`)), 'data');
      const { status } = await trader.send('GET', `/data/orders?asset_id=${yes}`);
      return [order !== undefined && 'associate_trades' in order, status];
    },
    having: [false, 400],
    lacking: [true, 200],
  },
  'order-version-3': {
    rule: 'order-version-3: GET /version answers 3, without it 2 [Y14]',
    needs: null,
    look: async ({ http }) => object(await http.get('/version')),
    having: { version: 3 },
    lacking: { version: 2 },
  },
};

const has = ({ venue }: Stage, id: DifferenceId): boolean => venue.profile.differences.includes(id);

const NAMED: Readonly<Record<string, Check['run']>> = {
  'GET /venue names the profile, and the differences of its date, the dates before and the announced switches [Y1]':
    async ({ venue: { profile } }) => {
      const announced = ANNOUNCED_IDS.filter((id) => profile.differences.includes(id));
      const { profileName, differences } = venueProfile(profile.name, announced);
      equal('profile', profile, { name: profileName, differences: [...differences] });
    },
  'routes that a difference adds are there where the profile has it, and 404 everywhere else [Y2]': async (stage) => {
    for (const { method, path, since } of ROUTES as readonly Route[]) {
      // Without `/comments/keyset`, the path is one of `/comments/:id`.
      if (since === undefined || since === 'comments-keyset') continue;
      const { status } = await stage.http.raw(method, path, method === 'GET' ? undefined : {});
      equal(`${method} ${path}`, status !== 404, has(stage, since));
    }
  },
};

export const PROFILE_CHECKS = section(
  'Profiles',
  rules(null, NAMED),
  ...Object.entries(TRAITS).map(([id, { rule, needs, look, having, lacking }]) =>
    rules(needs, {
      [rule]: async (stage) => equal(id, await look(stage), has(stage, id as DifferenceId) ? having : lacking),
    }),
  ),
);
