/** What the operator reads: comments to moderate, and how the venue is doing. */
import { Type } from 'typebox';
import { Page } from './catalog.ts';
import { DecimalAnswer } from './common.ts';
import { VENUE_MODES } from './venue.ts';

export const ADMIN_COMMENT_SORT_COLUMNS = ['createdAt', 'reportCount'] as const;

/** `GET /admin/comments`: comments and replies of the whole venue that are not removed. */
export const AdminCommentsQuery = Type.Object({
  ...Page,
  reported: Type.Boolean({ default: false, description: 'true: only those that someone reported' }),
  order: Type.Enum([...ADMIN_COMMENT_SORT_COLUMNS], {
    default: 'createdAt',
    description: 'what is sorted by, largest or newest first; ties by id',
  }),
});
export type AdminCommentsQuery = Type.Static<typeof AdminCommentsQuery>;

const count = Type.Integer({ minimum: 0 });
const LatencyMs = Type.Union([Type.Number({ minimum: 0 }), Type.Null()]);

/** `GET /admin/health`. */
export const VenueHealth = Type.Object({
  time_ms: Type.Integer({ minimum: 0, description: 'Unix milliseconds of this answer' }),
  clock_difference_seconds: Type.Integer({
    description:
      "seconds by which the machine's clock is ahead of the venue's time, negative: behind; 0 while they agree. " +
      'After the clock has been set, the venue approaches it by at most a tenth of the time that passes',
  }),
  uptime_seconds: count,
  version: Type.String(),
  mode: Type.Enum([...VENUE_MODES]),
  journal_sequence: Type.Integer({ minimum: 0, description: 'sequence of the last durable entry' }),
  projected_sequence: Type.Integer({ minimum: 0, description: 'sequence up to which SQL reads show everything' }),
  pending_commands: Type.Integer({ minimum: 0, description: 'commands without an outcome yet' }),
  pending_signatures: Type.Integer({ minimum: 0, description: 'signature checks not answered yet' }),
  orders_accepted: Type.Integer({ minimum: 0, description: 'orders accepted since the first day' }),
  open_orders: count,
  open_markets: Type.Integer({ minimum: 0, description: 'markets that are neither closed nor resolved' }),
  markets: count,
  resolving_markets: Type.Integer({ minimum: 0, description: 'markets whose holders are being paid' }),
  wallets: count,
  accounts: count,
  command_latency: Type.Object(
    {
      samples: count,
      p50_ms: LatencyMs,
      p99_ms: LatencyMs,
      max_ms: LatencyMs,
    },
    { description: 'from a command to its durable outcome, the newest samples; null without any' },
  ),
  totals: Type.Object(
    {
      deposits: DecimalAnswer,
      withdrawals: DecimalAnswer,
      free: DecimalAnswer,
      held: DecimalAnswer,
      fees: DecimalAnswer,
      locked: DecimalAnswer,
      advanced: DecimalAnswer,
    },
    { description: 'sums over the venue, collateral' },
  ),
  collateral_conserved: Type.Boolean({
    description: 'deposits - withdrawals = free + held + fees + locked - advanced',
  }),
});
export type VenueHealth = Type.Static<typeof VenueHealth>;
