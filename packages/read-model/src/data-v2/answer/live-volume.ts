/** Shares matched in the markets of events, for `/v2/live-volume`. */
import { DATA_V2_MARKET_ROUTES as ROUTES } from '@bellwether/contract';
import { selectVolumes } from '../../ledger/query/data.ts';
import { selectMarketsOfEvent } from '../../ledger/query/ledger-context.ts';
import { sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import { dataRead } from './page.ts';

export const dataV2LiveVolumeRead = dataRead(ROUTES.dataV2LiveVolume, async (database, { event_id: events }) => {
  const markets: { market: number; condition_id: string }[] = [];
  for (const event of events) markets.push(...(await selectMarketsOfEvent(database, Number(event))));
  const keys = markets.map(({ market }) => market);
  const volumes = await selectVolumes(database, keys, 'shares_micros');
  const rows = markets.map(({ market, condition_id }) => ({ condition_id, shares: volumes.get(market) ?? 0n }));
  const total = rows.reduce((sum, { shares }) => sum + shares, 0n);
  rows.sort((one, other) => (one.shares === other.shares ? 0 : one.shares < other.shares ? 1 : -1));
  return {
    taker_volume_total: sumNumber(String(total)),
    conditions: rows.map(({ condition_id, shares }) => ({ condition_id, taker_volume: sumNumber(String(shares)) })),
  };
});
