/** How far the rows of reads follow the journal, for `/v2/status`. */
import { type DataV2Status, DATA_V2_MARKET_ROUTES as ROUTES } from '@bellwether/contract';
import { dataRead } from './page.ts';

/** The gateway's newest entry and its time, and the time of the request. */
export interface StatusOf {
  readonly sequence: number;
  readonly entryMs: number;
  readonly nowMs: number;
  readonly chainId: number;
}

type Mechanism = DataV2Status['serving']['mechanisms'][number];

/** Projections behind the rows that the ecosystem names. */
const MECHANISMS: readonly (readonly [Mechanism['name'], string])[] = [
  ['activity_feed', 'ledger'],
  ['custody_balances', 'positions'],
  ['pnl', 'portfolio'],
];

export const dataV2StatusRead = dataRead(ROUTES.dataV2Status, async (database, of: StatusOf) => {
  const cursors = await database.selectFrom('projection_cursors').select(['name', 'sequence']).execute();
  const sequences = cursors.map(({ sequence }) => sequence);
  const [newest, oldest] = [Math.max(0, ...sequences), Math.min(...sequences)];
  const idleS = Math.max(0, Math.floor((of.nowMs - of.entryMs) / 1_000));
  const mechanisms = MECHANISMS.map(([name, projection]): Mechanism => {
    const at = cursors.find((cursor) => cursor.name === projection)?.sequence ?? 0;
    const behind = Math.max(0, of.sequence - at);
    return { name, age_seconds: behind === 0 ? 0 : idleS, blocks_behind: behind };
  });
  const worst = mechanisms.toSorted((one, other) => other.age_seconds - one.age_seconds)[0];
  const lagging = cursors
    .filter(({ sequence }) => sequence < newest)
    .sort((one, other) => one.sequence - other.sequence)
    .map(({ name, sequence }) => ({ source: name, block: sequence, behind_max: newest - sequence }));
  return {
    computed_at: new Date(of.nowMs).toISOString(),
    age_seconds: 0,
    serving: { lag_seconds: worst?.age_seconds ?? 0, worst: worst?.name ?? '', mechanisms },
    ingestion: {
      cursors: cursors.length,
      network: null,
      chain_id: of.chainId,
      max_synced_block: newest,
      min_synced_block: cursors.length === 0 ? 0 : oldest,
      most_lagged: lagging[0] ?? null,
      lagging,
    },
  };
});
