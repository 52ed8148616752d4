/** Monitoring for the operator: comments to moderate, and the state of the venue. Reads only. */
import { type AdminCommentsQuery, type AdminEventsQuery, OPERATE_ROUTES, type VenueHealth } from '@bellwether/contract';
import { isConserved, type State, totalAdvanced, totalLocked } from '@bellwether/engine';
import { isCurrentAt, lagOf, type NodeStanding } from '@bellwether/ports/nodes.ts';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { mountOperator } from '../mount.ts';
import { mountRead } from '../send-read.ts';

export function registerOperateRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { reader, clock } = dependencies;
  const startedMs = clock();
  mountRead<AdminCommentsQuery>(app, OPERATE_ROUTES.adminComments, reader, 'moderation');
  mountRead<AdminEventsQuery>(app, OPERATE_ROUTES.adminEvents, reader, 'operator-events', {}, (query) => ({
    ...query,
    nowMs: clock(),
  }));
  mountOperator(app, OPERATE_ROUTES.venueHealth, () => health(dependencies, startedMs));
}

function health({ clock, metrics, runtime, version, view }: AppDependencies, startedMs: number): VenueHealth {
  const { state } = view;
  const figures = metrics.figures();
  const { samples, p50Ms, p99Ms, maxMs } = figures.commandLatency;
  const nowMs = clock();
  return {
    time_ms: nowMs,
    clock_difference_seconds: figures.clockDifferenceSeconds,
    uptime_seconds: Math.max(0, Math.floor((nowMs - startedMs) / 1000)),
    version,
    mode: state.mode,
    journal_sequence: figures.sequence,
    projected_sequence: figures.projectedSequence,
    read_store: figures.readStore,
    storage_full: figures.storage.isFull,
    storage_free_bytes: figures.storage.freeBytes,
    storage_reserve_bytes: figures.storage.reserveBytes,
    ...(figures.standing !== null && {
      cluster: clusterHealth(figures.standing, figures.sequence, runtime.clock.monotonicMs()),
    }),
    pending_commands: figures.pendingCommands,
    pending_signatures: figures.pendingSignatures,
    orders_accepted: state.nextOrderNumber,
    open_orders: figures.openOrders,
    open_markets: figures.openMarkets,
    markets: state.markets.length,
    resolving_markets: state.settling.size,
    wallets: state.wallets.length,
    accounts: state.accounts.length,
    command_latency: { samples, p50_ms: rounded(p50Ms), p99_ms: rounded(p99Ms), max_ms: rounded(maxMs) },
    totals: totalsText(state),
    collateral_conserved: isConserved(state.totals),
  };
}

/** `sequence`: the last entry up to which this node shows everything. */
function clusterHealth(
  standing: NodeStanding,
  sequence: number,
  monotonicMs: number,
): NonNullable<VenueHealth['cluster']> {
  const { node, role, problem, leader, leaderAddress, leaderSinceMs, epoch, sinceMs, leaderSequence } = standing;
  return {
    node,
    role,
    problem: problem === '' ? null : problem,
    is_current: isCurrentAt(standing, monotonicMs),
    since_ms: sinceMs,
    epoch,
    leader: role === 'seeks' ? null : { name: leader, address: leaderAddress, since_ms: leaderSinceMs },
    leader_sequence: leaderSequence,
    lag_entries: lagOf(leaderSequence, sequence),
    followers: standing.followers.map((follower) => ({
      ...follower,
      lag_entries: lagOf(leaderSequence, follower.sequence),
    })),
  };
}

/** Rounds to hundredths of a millisecond: anything finer is noise. */
function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100;
}

function totalsText({ totals, markets, catalogEvents }: Readonly<State>): VenueHealth['totals'] {
  const { deposits, withdrawals, free, held, fees, debts } = totals;
  return {
    deposits: amountText(deposits),
    withdrawals: amountText(withdrawals),
    free: amountText(free),
    held: amountText(held),
    fees: amountText(fees),
    locked: amountText(totalLocked(markets)),
    advanced: amountText(totalAdvanced(catalogEvents.values())),
    debts: amountText(debts),
  };
}
