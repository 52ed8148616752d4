import type { Difference } from './difference.ts';

/** Changes that are announced for a later date. An operator turns each on by its id, to rehearse it. */
export const ANNOUNCED = [
  {
    id: 'orders-2026-12',
    adds: false,
    text: 'Open orders no longer list `associate_trades`, and the filter `asset_id` needs `market`.',
  },
  {
    id: 'order-version-3',
    adds: false,
    text: '`GET /version` answers 3: clients that read it sign every order for markets of version v2.',
  },
] as const satisfies readonly Difference[];
