/** Types of activity in the wire format and the store. */
import type { UserActivity } from '@bellwether/contract';
import {
  ACTIVITY_CONVERSION,
  ACTIVITY_DEPOSIT,
  ACTIVITY_MERGE,
  ACTIVITY_REDEEM,
  ACTIVITY_SPLIT,
  ACTIVITY_WITHDRAWAL,
  type ActivityKind,
} from '../../schema/portfolio-tables.ts';

type Type = Exclude<UserActivity['type'], 'TRADE'>;

const TYPES: Readonly<Record<ActivityKind, Type>> = {
  [ACTIVITY_SPLIT]: 'SPLIT',
  [ACTIVITY_MERGE]: 'MERGE',
  [ACTIVITY_REDEEM]: 'REDEEM',
  [ACTIVITY_CONVERSION]: 'CONVERSION',
  [ACTIVITY_DEPOSIT]: 'DEPOSIT',
  [ACTIVITY_WITHDRAWAL]: 'WITHDRAWAL',
};
const KINDS: readonly ActivityKind[] = [
  ACTIVITY_SPLIT,
  ACTIVITY_MERGE,
  ACTIVITY_REDEEM,
  ACTIVITY_CONVERSION,
  ACTIVITY_DEPOSIT,
  ACTIVITY_WITHDRAWAL,
];

export const activityType = (kind: ActivityKind): Type => TYPES[kind];

/** Kinds of the given types, except TRADE; all kinds without a list. */
export function activityKinds(types: readonly string[] | undefined): ActivityKind[] {
  return KINDS.filter((kind) => types === undefined || types.includes(TYPES[kind]));
}

/** True for kinds that take collateral from the wallet; all others except trades bring some or none. */
export function takesCash(kind: ActivityKind): boolean {
  return kind === ACTIVITY_SPLIT || kind === ACTIVITY_WITHDRAWAL;
}
