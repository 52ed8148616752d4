/** Data for the operator: comments to moderate, and the health of the venue. */
import { Type } from 'typebox';
import { count, flag, text } from '../described.ts';
import { Page } from './catalog.ts';
import { DecimalAnswer } from './common.ts';
import { NODE_ROLES, VENUE_MODES } from './venue.ts';

export const ADMIN_COMMENT_SORT_COLUMNS = ['createdAt', 'reportCount'] as const;

/** `GET /admin/comments`: all comments and replies of the venue that are not removed. */
export const AdminCommentsQuery = Type.Object({
  ...Page,
  reported: Type.Boolean({ default: false, description: 'true: only those that someone reported' }),
  order: Type.Enum([...ADMIN_COMMENT_SORT_COLUMNS], {
    default: 'createdAt',
    description: 'what is sorted by, largest or newest first; ties by id',
  }),
});
export type AdminCommentsQuery = Type.Static<typeof AdminCommentsQuery>;

export const READ_STORE_STATES = ['ready', 'rebuilding', 'unwritable'] as const;

const Counted = Type.Integer({ minimum: 0 });

/**
 * Event statuses for the operator. `open`: at least one market trades. `unresolved`: at least one market has ended, or
 * its end date has passed, and it has no result. `resolved`: all markets have a result. `hidden`: not active, or
 * archived.
 */
export const ADMIN_EVENT_STATUSES = ['all', 'open', 'unresolved', 'resolved', 'hidden'] as const;
export type AdminEventStatus = (typeof ADMIN_EVENT_STATUSES)[number];

/** `GET /admin/events`: all events of the venue, regardless of flags. */
export const AdminEventsQuery = Type.Object({
  ...Page,
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'words of its texts, its markets or its tags' }),
  ),
  status: Type.Enum([...ADMIN_EVENT_STATUSES], {
    default: 'all',
    description:
      'open: a market of it trades; unresolved: a market of it has ended, or its end date has passed, without a result; ' +
      'resolved: all its markets have one; hidden: not active, or archived',
  }),
});
export type AdminEventsQuery = Type.Static<typeof AdminEventsQuery>;

export const AdminEvent = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  image: Type.String(),
  active: Type.Boolean(),
  archived: Type.Boolean(),
  negRisk: flag('one winner: its markets resolve together'),
  endDate: text('ISO 8601'),
  markets: Counted,
  openMarkets: count('markets that trade'),
  unresolvedMarkets: count('markets that have ended, or whose end date has passed, without a result'),
  resolvedMarkets: Counted,
});
export type AdminEvent = Type.Static<typeof AdminEvent>;

/** Events of one status, newest first; unresolved ones by end date, earliest first. */
export const AdminEvents = Type.Object({
  events: Type.Array(AdminEvent),
  counts: Type.Object(
    Object.fromEntries(ADMIN_EVENT_STATUSES.map((status) => [status, Counted])) as Record<
      AdminEventStatus,
      typeof Counted
    >,
    { description: 'events of each status that have the words' },
  ),
});
export type AdminEvents = Type.Static<typeof AdminEvents>;
const LatencyMs = Type.Union([Type.Number({ minimum: 0 }), Type.Null()]);

const nodeName = {
  name: text('of the process, for people'),
  address: text('where the other nodes reach it: the same after each start'),
};
const lagEntries = count('entries that the leader has made durable and it does not show yet');

/** The role and state of a node in its cluster. */
export const ClusterHealth = Type.Object({
  node: Type.Object(nodeName, { description: 'the one that answers' }),
  role: Type.Enum([...NODE_ROLES], { description: 'seeks: it knows of no one that leads' }),
  problem: Type.Union([Type.String(), Type.Null()], {
    description: 'why it has neither led nor followed for seconds, in words; null: nothing is wrong',
  }),
  is_current: flag('false: another node may lead by now, and what this one shows may be old'),
  since_ms: count('Unix milliseconds since when this is its role under this leader'),
  epoch: count('of the leader, one more with each takeover; 0: none is known'),
  leader: Type.Union(
    [
      Type.Object({ ...nodeName, since_ms: count('Unix milliseconds, by its clock, since when it has led') }),
      Type.Null(),
    ],
    { description: 'null: none is known' },
  ),
  leader_sequence: count('sequence of the last durable entry that this node has heard of from the leader'),
  lag_entries: lagEntries,
  followers: Type.Array(Type.Object({ ...nodeName, sequence: Counted, lag_entries: lagEntries }), {
    description: 'those that follow the leader, as they have told it and it has said last: up to half a second old',
  }),
});
export type ClusterHealth = Type.Static<typeof ClusterHealth>;

/** `GET /admin/health`. */
export const VenueHealth = Type.Object({
  time_ms: count('Unix milliseconds of this answer'),
  clock_difference_seconds: Type.Integer({
    description:
      "seconds by which the machine's clock is ahead of the venue's time, negative: behind; 0 while they agree. " +
      'After the clock has been set, the venue approaches it by at most a tenth of the time that passes',
  }),
  uptime_seconds: Counted,
  version: Type.String(),
  mode: Type.Enum([...VENUE_MODES]),
  journal_sequence: count('sequence of the last durable entry'),
  projected_sequence: count('sequence up to which SQL reads show everything'),
  read_store: Type.Enum([...READ_STORE_STATES], {
    description:
      'ready: reads by SQL are answered; rebuilding: it is made from the journal; ' +
      'unwritable: its disk does not take it now, and reads by SQL are refused until it does',
  }),
  storage_full: flag('the disk is almost full: only cancels, heartbeats and the like are taken'),
  storage_free_bytes: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'free bytes of the disk of the data folder; null where the system does not say',
  }),
  storage_reserve_bytes: count('bytes of that disk that are kept for cancels and heartbeats when others fill it'),
  cluster: Type.Optional({
    ...ClusterHealth,
    description: 'what this node is among those of the venue; left out where it is the only one',
  }),
  pending_commands: count('commands without an outcome yet'),
  pending_signatures: count('signature checks not answered yet'),
  orders_accepted: count('orders accepted since the first day'),
  open_orders: Counted,
  open_markets: count('markets that are neither closed nor resolved'),
  markets: Counted,
  resolving_markets: count('markets whose holders are being paid'),
  wallets: Counted,
  accounts: Counted,
  command_latency: Type.Object(
    { samples: Counted, p50_ms: LatencyMs, p99_ms: LatencyMs, max_ms: LatencyMs },
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
      debts: text('decimal: what accounts owe since results were reversed'),
    },
    { description: 'sums over the venue, collateral' },
  ),
  collateral_conserved: flag('deposits - withdrawals = free + held + fees + locked - advanced - debts'),
});
export type VenueHealth = Type.Static<typeof VenueHealth>;
