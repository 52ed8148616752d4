/** Records which payouts the user has seen on this device. Pure, over the given storage. */
import type { UserActivity } from '@bellwether/sdk';
import { isDust } from '../account/dust.ts';

export type Payout = Pick<
  UserActivity,
  'type' | 'transactionHash' | 'timestamp' | 'size' | 'usdcSize' | 'title' | 'slug' | 'outcome' | 'asset'
>;

export interface SeenPayout {
  readonly hash: string;
  /** Unix seconds. */
  readonly time: number;
}

/** Returns the payouts newer than `told`, newest first like the input, without dust. */
export function untold<Row extends Payout>(payouts: readonly Row[], told: SeenPayout): readonly Row[] {
  const end = payouts.findIndex(
    ({ transactionHash, timestamp }) => transactionHash === told.hash || timestamp < told.time,
  );
  return (end < 0 ? payouts : payouts.slice(0, end)).filter(({ size }) => !isDust(size));
}

/** Returns the record for having shown all of `payouts`; that of `before` if there are none. */
export function toldOf(payouts: readonly Payout[], before: SeenPayout): SeenPayout {
  const [latest] = payouts;
  return latest === undefined ? before : { hash: latest.transactionHash, time: latest.timestamp };
}

const itemOf = (wallet: string): string => `bellwether.told-payouts.${wallet}`;

/** Reads the record; null if the wallet is new on this device. */
export function readTold(storage: Pick<Storage, 'getItem'>, wallet: string): SeenPayout | null {
  const [hash, time] = (storage.getItem(itemOf(wallet)) ?? '').split(' ');
  return hash === undefined || time === undefined || !/^[0-9]+$/.test(time) ? null : { hash, time: Number(time) };
}

export function writeTold(storage: Pick<Storage, 'setItem'>, wallet: string, { hash, time }: SeenPayout): void {
  try {
    storage.setItem(itemOf(wallet), `${hash} ${time}`);
  } catch {
    // The payouts are shown again on the next visit.
  }
}
