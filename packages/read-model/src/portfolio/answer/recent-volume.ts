/** The read `recent-volume`: volume of an account's wallets since a day, for the venue itself. */
import type { RecentVolume } from '@bellwether/contract';
import { volumeOfDays } from '../../data-v2/query/trader-days.ts';
import { createRead } from '../../read.ts';

interface RecentVolumeParameters {
  readonly wallets: readonly number[];
  /** Unix days, UTC. */
  readonly fromDay: number;
  readonly toDay: number;
}

export const recentVolumeRead = createRead<RecentVolumeParameters, RecentVolume>(
  'recent-volume',
  async (database, { wallets, fromDay, toDay }) => {
    return { value: { volume: String(await volumeOfDays(database, wallets, fromDay, toDay)) } };
  },
);
