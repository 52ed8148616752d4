/**
 * The pages that are timed: for each list endpoint its default page and the costliest documented combinations of its
 * filters, aimed at the busiest market, wallet, event and thread of the workload.
 */
import { accountAddress } from '../shared/history.ts';
import { builderCode } from './life.ts';
import { isOver, MAKERS, MARKETS_PER_EVENT } from './opening.ts';

export interface PageGroup {
  readonly endpoint: string;
  /** Default page first; its p99 has a bar. Cost at a tenth and at all has one on each. */
  readonly paths: readonly string[];
}

/** The workload's crowds begin at the first event that is still open. */
const BUSY_EVENT = Array.from({ length: 100 }, (_, event) => event).find((event) => !isOver(event)) ?? 0;
const BUSY_MARKET = BUSY_EVENT * MARKETS_PER_EVENT;
export const FIRST_EVENT_ID = 10_000_001;

const condition = (market: number): string => `0x${(market + 1).toString(16).padStart(64, '0')}`;
const token = (market: number): string => `${1_000_000_000 + market * 2}`;

/** Places, from 0, among the busiest takers of a venue. */
export interface TakerRanks {
  /** Whose activity is read. */
  readonly activity: number;
  /** Whose positions are read. */
  readonly positions: number;
}

/** `thread` is the comment with the most replies. */
export function pageGroups(thread: string, ranks: TakerRanks): PageGroup[] {
  const busy = condition(BUSY_MARKET);
  const several = Array.from({ length: 20 }, (_, index) => condition(BUSY_MARKET + (index % MARKETS_PER_EVENT)));
  const markets = [...new Set(several)].join(',');
  const taker = accountAddress(MAKERS + ranks.activity);
  const holder = accountAddress(MAKERS + ranks.positions);
  const maker = accountAddress(5);
  const creator = accountAddress(BUSY_EVENT % 50);
  return [
    group('/markets', [
      '?order=volume24hr&tag_slug=topic-0&closed=false',
      '?order=volume24hr&ascending=true&tag_slug=topic-3&active=true&archived=false',
      `?order=liquidityNum&tag_slug=topic-0&closed=true&creator=${creator}`,
      // The page must be full on both venues: few archived markets are on one site.
      '?order=endDate&tag_id=10000001&closed=false&archived=false&creator=site-3',
      '?order=question&ascending=true&active=true&closed=false&limit=100&offset=2000',
      '?next_cursor=MA==',
    ]),
    group('/events', [
      '?order=volume24hr&tag_slug=topic-0&closed=false',
      '?order=volume&ascending=true&tag_slug=topic-3&active=true&archived=false',
      `?order=liquidity&tag_slug=topic-0&closed=true&creator=${creator}`,
      // Two are in that series on the smaller venue, too.
      '?order=endDate&series_slug=series-7&archived=false&creator=site-3&limit=2',
    ]),
    group('/tags', ['?creator=site-3', '?limit=100&offset=100']),
    group('/series', ['?limit=100']),
    group(`/comments/${thread}`, ['?limit=100']),
    group(`/comments/user_address/${accountAddress(0)}`, ['?limit=100&offset=100']),
    group(`/comments?parent_entity_type=Event&parent_entity_id=${FIRST_EVENT_ID}`, [
      '&order=reactionCount&ascending=true',
      '&holders_only=true',
    ]),
    group('/public-search?q=question', [
      '&events_status=active&limit_per_type=20&page=5',
      '%20about%20the%20harbour%20answer',
    ]),
    group('/trades', [
      `?user=${maker}&takerOnly=false&side=BUY&filterType=CASH&filterAmount=3`,
      `?market=${markets}&filterType=TOKENS&filterAmount=5&takerOnly=false`,
      '?filterType=CASH&filterAmount=1000000&takerOnly=false',
    ]),
    group(`/holders?market=${busy}`, ['&limit=500&minBalance=1', `&limit=100&minBalance=1000000`]),
    group(`/live-volume?market=${busy}`, []),
    group('/builder/trades', [
      `?builder=${builderCode(3)}`,
      `?market=${busy}&maker_address=${maker}&asset_id=${token(BUSY_MARKET)}`,
      `?maker_address=${maker}&before=2000000000&after=1`,
    ]),
    group(`/positions?user=${holder}`, ['&sortBy=CASHPNL&limit=500&sizeThreshold=0', '&title=harbour&sortBy=TITLE']),
    group(`/activity?user=${taker}`, ['&type=TRADE,SPLIT,REDEEM&sortBy=CASH', `&market=${busy}&side=BUY&offset=100`]),
    group(`/value?user=${holder}`, []),
    group('/leaderboard', ['?timePeriod=ALL&orderBy=VOL&limit=50&offset=500', '?timePeriod=MONTH&orderBy=PNL']),
    group(`/prices-history?market=${token(BUSY_MARKET)}`, ['&interval=max&fidelity=60', '&interval=1d&fidelity=5']),
  ];
}

function group(path: string, more: readonly string[]): PageGroup {
  const [endpoint = path] = path.split('?');
  return {
    endpoint: endpoint.replace(/0x[0-9a-f]{40}/, '{address}').replace(/\/[0-9]+$/, '/{id}'),
    paths: [path, ...more.map((query) => path + query)],
  };
}
