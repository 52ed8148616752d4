/** The read `recent-volume`: volume of an account's wallets since a day, for the venue itself. */
import { RecentVolume } from '@bellwether/contract';
import { type Read, serializerOf } from '../../read.ts';
import { volumeSince } from '../query/portfolio.ts';

interface RecentVolumeParameters {
  readonly wallets: readonly number[];
  /** Unix days, UTC. */
  readonly fromDay: number;
  readonly toDay: number;
}

export const recentVolumeRead: Read<RecentVolumeParameters, RecentVolume> = {
  name: 'recent-volume',
  async run(database, { wallets, fromDay, toDay }) {
    const days = Array.from({ length: toDay - fromDay + 1 }, (_, index) => fromDay + index);
    const rows = await volumeSince(database, wallets, days);
    return { value: { volume: String(rows.reduce((sum, { volume }) => sum + BigInt(volume), 0n)) } };
  },
  serialize: serializerOf(RecentVolume),
};
