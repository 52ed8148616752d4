import type { DatedProfile } from './difference.ts';

export const NOVEMBER_2026 = {
  date: '2026-11',
  differences: [
    { id: 'approvals', adds: true, text: '`GET /v2/approvals` lists the approvals of a wallet.' },
    { id: 'settlement-estimates', adds: true, text: '`GET /v2/resolutions` estimates when a market is settled.' },
    { id: 'comments-keyset', adds: true, text: '`GET /comments/keyset` pages through comments by cursor.' },
    { id: 'heartbeat-error-msg', adds: true, text: 'A wrong heartbeat id is refused with `error_msg` as well.' },
  ],
} as const satisfies DatedProfile;
