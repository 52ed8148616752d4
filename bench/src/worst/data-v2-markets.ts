/** The requests of the second data interface that may cost most: markets, boards and the service itself. */
import type { DATA_V2_MARKET_ROUTES } from '@bellwether/contract';
import { type Candidate, get } from './candidate.ts';
import { conditionOf, FIRST_EVENT_ID, tokenOf } from './world.ts';

export function dataV2MarketCandidates(
  markets: number,
): Record<keyof typeof DATA_V2_MARKET_ROUTES, readonly Candidate[]> {
  const conditions = Array.from({ length: Math.min(20, markets) }, (_, index) => conditionOf(index)).join();
  const events = Array.from({ length: 20 }, (_, index) => FIRST_EVENT_ID + index).join();
  const prices = `/v2/prices-history?token_id=${tokenOf(0, 0)}`;
  return {
    dataV2Holders: [
      get('20 markets, 1,000 holders each', `/v2/holders?limit=1000&condition=${conditions}`),
      get('a market with profits', `/v2/holders?limit=100&include_pnl=true&condition=${conditionOf(0)}`),
    ],
    dataV2OpenInterest: [get('of the venue', '/v2/oi'), get('20 markets', `/v2/oi?condition=${conditions}`)],
    dataV2LiveVolume: [get('20 events', `/v2/live-volume?event_id=${events}`)],
    dataV2PricesHistory: [get('30 days', `${prices}&interval=max&bucket_seconds=600`)],
    dataV2Resolutions: [get('20 events', `/v2/resolutions?event_id=${events}`)],
    dataV2Leaderboard: [get('1,000 by volume', '/v2/leaderboard?time_period=all&sort_by=VOLUME&limit=1000')],
    dataV2BiggestWinners: [get('all of the board', '/v2/biggest-winners?time_period=month&limit=1000')],
    dataV2BuildersLeaderboard: [get('of all time', '/v2/builders/leaderboard?time_period=all')],
    dataV2BuildersVolume: [get('90 years', '/v2/builders/volume?interval=all&limit=90')],
    dataV2Status: [get('constant', '/v2/status')],
  };
}
