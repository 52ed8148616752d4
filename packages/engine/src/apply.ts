/**
 * The fold: only `apply` changes state. It never refuses an event; an event that does not fit the state breaks an
 * invariant and throws `InvariantViolation`.
 */
import {
  applyCatalogEventAdded,
  applyCatalogEventUpdated,
  applyMarketAdded,
  applyMarketResolved,
  applyMarketUpdated,
  applySeriesAdded,
  applyTagAdded,
  applyTradingEnded,
} from './apply/apply-catalog.ts';
import { applyCommunityEvent } from './apply/apply-community.ts';
import {
  applyAccountOpened,
  applyApiKeyIssued,
  applyApiKeyRevoked,
  applyCollateralMoved,
  applyDeposited,
  applyMarketSettled,
  applyPayoutMade,
  applyPositionSplit,
  applyPositionsConverted,
  applyPositionsMerged,
  applyRelayEvent,
  applyWalletBound,
  applyWalletReleased,
  applyWithdrawn,
} from './apply/apply-ledger.ts';
import {
  applyOrderAccepted,
  applyOrderCanceled,
  applyOrderCompleted,
  applyOrderRested,
  applyTradeExecuted,
} from './apply/apply-orders.ts';
import type { Stamp } from './command.ts';
import type { Entry, Event, ModeSet } from './event.ts';
import type { HeartbeatMissed } from './heartbeats/events.ts';
import type { RequestKept } from './requests/request.ts';
import { applyRulesAdopted, type RulesAdopted } from './rules.ts';
import type { State } from './state.ts';
import { assert, assertNever, violated } from './units/units.ts';

/** Applies one event of the entry at `stamp`. */
export function apply(state: State, event: Event, stamp: Stamp): void {
  switch (event.kind) {
    case 'OrderAccepted':
      return applyOrderAccepted(state, event);
    case 'TradeExecuted':
      return applyTradeExecuted(state, event, stamp);
    case 'OrderRested':
      return applyOrderRested(state, event, stamp);
    case 'OrderCompleted':
      return applyOrderCompleted(state, event, stamp.sequence);
    case 'OrderCanceled':
      return applyOrderCanceled(state, event, stamp);
    case 'AccountOpened':
      return applyAccountOpened(state, event);
    case 'WalletBound':
      return applyWalletBound(state, event);
    case 'WalletReleased':
      return applyWalletReleased(state, event);
    case 'WalletClaimed':
    case 'TransactionRelayed':
      return applyRelayEvent(state, event);
    case 'CollateralMoved':
      return applyCollateralMoved(state, event);
    case 'ApiKeyIssued':
      return applyApiKeyIssued(state, event);
    case 'ApiKeyRevoked':
      return applyApiKeyRevoked(state, event);
    case 'Deposited':
      return applyDeposited(state, event);
    case 'Withdrawn':
      return applyWithdrawn(state, event);
    case 'PositionSplit':
      return applyPositionSplit(state, event);
    case 'PositionsMerged':
      return applyPositionsMerged(state, event);
    case 'PositionsConverted':
      return applyPositionsConverted(state, event);
    case 'TagAdded':
      return applyTagAdded(state, event);
    case 'SeriesAdded':
      return applySeriesAdded(state, event);
    case 'CatalogEventAdded':
      return applyCatalogEventAdded(state, event);
    case 'MarketAdded':
      return applyMarketAdded(state, event, stamp.timeMs);
    case 'CatalogEventUpdated':
      return applyCatalogEventUpdated(state, event);
    case 'MarketUpdated':
      return applyMarketUpdated(state, event, stamp);
    case 'TradingEnded':
      return applyTradingEnded(state, event, stamp);
    case 'MarketResolved':
      return applyMarketResolved(state, event, stamp);
    case 'PayoutMade':
      return applyPayoutMade(state, event);
    case 'MarketSettled':
      return applyMarketSettled(state, event);
    case 'ModeSet':
    case 'RulesAdopted':
    case 'RequestKept':
      return applyVenueEvent(state, event, stamp);
    case 'HeartbeatReceived':
      return state.heartbeats.receive(event);
    case 'HeartbeatsRenewed':
      return state.heartbeats.renew(event.deadlineMs);
    case 'HeartbeatMissed':
      return applyHeartbeatMissed(state, event);
    case 'HeartbeatSwept':
      return assert(state.heartbeats.endSweep(event.apiKey), `API key ${event.apiKey} has no orders to cancel`);
    case 'CommentAdded':
    case 'CommentRemoved':
    case 'ReactionAdded':
    case 'ReactionRemoved':
    case 'CommentReported':
    case 'ReportsDismissed':
    case 'ProfileUpdated':
    case 'ModeratorSet':
    case 'NotificationsDropped':
      return applyCommunityEvent(state, event, stamp.timeMs);
    default:
      return assertNever(event);
  }
}

/** Applies a whole entry, which must directly follow the last one. */
export function applyEntry(state: State, entry: Entry): void {
  if (entry.sequence !== state.sequence + 1) violated(`entry ${entry.sequence} does not follow ${state.sequence}`);
  if (entry.timeMs < state.timeMs) violated(`entry ${entry.sequence} goes back in time`);
  for (const event of entry.events) apply(state, event, entry);
  if (state.pending !== null) violated(`entry ${entry.sequence} leaves an order unfinished`);
  state.sequence = entry.sequence;
  state.timeMs = entry.timeMs;
}

function applyHeartbeatMissed(state: State, { account, apiKey, ordersBefore }: HeartbeatMissed): void {
  assert(state.heartbeats.disarm(apiKey), `API key ${apiKey} missed a heartbeat unarmed`);
  state.heartbeats.startSweep({ account, apiKey, ordersBefore });
}

function applyVenueEvent(state: State, event: ModeSet | RulesAdopted | RequestKept, stamp: Stamp): void {
  if (event.kind === 'ModeSet') state.mode = event.mode;
  else if (event.kind === 'RulesAdopted') applyRulesAdopted(state, event);
  else if (state.requests.isKept) {
    const { sequence, timeMs } = stamp;
    const { nextOrderNumber: orders, community, requests } = state;
    requests.keep(event, { sequence, timeMs, orders, comments: community.comments.count });
  }
}
