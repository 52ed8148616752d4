import type { DatedProfile } from './difference.ts';

export const SEPTEMBER_2026 = {
  date: '2026-09',
  differences: [
    { id: 'data-v2', adds: true, text: 'Public data is read from `/v2`, with envelopes, cursors and strict limits.' },
    {
      id: 'market-version',
      adds: true,
      text: 'Events can be opened with `version` v2. Their markets have `positionIds` and structured condition ids.',
    },
    {
      id: 'exchange-v3',
      adds: true,
      text: 'Orders of markets of version v2 are signed for a third domain. `asset_type` can be `CONDITIONAL-V2`.',
    },
    {
      id: 'session-keys',
      adds: true,
      text: 'An account authorises further keys with scopes and an end. Each key sees its own orders.',
    },
    { id: 'rate-tiers', adds: false, text: 'Each signer has a bucket of requests by its tier, shown in headers.' },
    { id: 'notification-times', adds: false, text: 'Times of notifications are in milliseconds.' },
  ],
} as const satisfies DatedProfile;
