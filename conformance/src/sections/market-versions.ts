/** Markets of version v2: structured ids, and orders for a domain of their own where the venue has one. */
import { rules, section } from '../check.ts';
import { equal, isTrue, matches, NotOffered } from '../compare.ts';
import { list, object, type Row, refused } from '../http.ts';
import type { Stage } from '../stage.ts';

interface Added {
  readonly id: string;
  readonly version: string;
  readonly markets: readonly (Row & { readonly conditionId: string; readonly positionIds: readonly string[] })[];
}

/** Events that runs have made. */
const made = new WeakMap<Stage, Promise<Added>>();

async function addEvent(stage: Stage): Promise<Added> {
  if (!stage.venue.profile.differences.includes('market-version')) throw new NotOffered('markets of version v2');
  const title = `Versions of ${stage.ownEvent.slug}`;
  const questions = ['first', 'second'].map((which) => ({ question: `${title}: ${which}?` }));
  const body = { title, version: 'v2', negRisk: true, sites: [stage.ownEvent.site], markets: questions };
  return object(await stage.admin('POST', '/admin/events', body), 201) as unknown as Added;
}

/** The run's negative-risk event of version v2. */
function eventOf(stage: Stage): Promise<Added> {
  const event = made.get(stage) ?? addEvent(stage);
  made.set(stage, event);
  return event;
}

const shortOf = ({ conditionId }: { readonly conditionId: string }): string => conditionId.slice(0, 64);

export const VERSION_CHECKS = section(
  'Market versions',
  rules('admin', {
    'POST /admin/events with version v2: condition ids are structured, token ids follow from them [J1]': async (
      stage,
    ) => {
      const { version, markets } = await eventOf(stage);
      equal('version', [version, ...markets.map((market) => market['version'])], ['v2', 'v2', 'v2']);
      for (const { conditionId, positionIds, clobTokenIds } of markets) {
        matches('conditionId', conditionId, /^0x02[0-9a-f]{32}0002[0-9a-f]{16}0000000[01]00$/);
        const first = BigInt(conditionId);
        equal('positionIds', positionIds, [String(first), String(first + 1n)]);
        equal('clobTokenIds', JSON.parse(String(clobTokenIds)), positionIds);
      }
      const { version: other, markets: others } = object(await stage.http.get(`/events/${stage.ownEvent.id}`));
      const [plain] = others as [Row];
      equal('other events', [other, plain['version'], 'positionIds' in plain], ['v1', 'v1', false]);
      equal('v', object(await stage.http.get(`/clob-markets/${plain['conditionId']}`))['v'], 'v1');
    },
    'a condition id of version v2 names its market with 62 digits and with 64 [J2]': async (stage) => {
      const [market] = (await eventOf(stage)).markets;
      const { conditionId = '' } = market ?? {};
      for (const path of ['/markets/ID', '/clob-markets/ID', '/oi?market=ID']) {
        const of = async (id: string) => (await stage.http.get(path.replace('ID', id))).body;
        equal(path, await of(shortOf({ conditionId })), await of(conditionId));
      }
      equal('v', object(await stage.http.get(`/clob-markets/${shortOf({ conditionId })}`))['v'], 'v2');
    },
    'orders of version v2 are signed for v2Domain of GET /venue, and trade [J3]': async (stage) => {
      const [maker, taker] = [stage.trader(0), stage.trader(1)];
      const { v2Domain, domain } = stage.venue;
      const [market] = (await eventOf(stage)).markets;
      const [yes = '', no = ''] = market?.positionIds ?? [];
      const sign = (by: typeof maker, tokenId: string, price: string) =>
        by.sign({ tokenId, side: 'BUY', price, size: '10' }, v2Domain ?? domain);
      object(await maker.send('POST', '/order', (await sign(maker, yes, '0.4')).body));
      const taken = object(await taker.send('POST', '/order', (await sign(taker, no, '0.6')).body));
      equal('status', taken['status'], 'matched');
      const trades = list(
        await stage.http.get(`/trades?market=${shortOf({ conditionId: market?.conditionId ?? '' })}`),
      );
      isTrue('trades', trades.length > 0, 'some', trades.length);
      if (v2Domain === undefined) return;
      const { body } = await maker.sign({ tokenId: yes, side: 'BUY', price: '0.4', size: '10' });
      refused(await maker.send('POST', '/order', body), 400, /invalid signature/);
    },
    'a market of version v1 may not have a token id whose bits 40 to 103 are zero [J4]': async (stage) => {
      const markets = [{ question: 'Small?', clobTokenIds: ['1234', String(1n << 200n)] }];
      refused(await stage.admin('POST', '/admin/events', { title: 'Small', markets }), 400, /clobTokenIds/);
      const flags = { active: false, closed: true, archived: true };
      object(await stage.admin('PATCH', `/admin/events/${(await eventOf(stage)).id}`, flags));
    },
  }),
);
