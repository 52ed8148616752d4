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
  applyHeartbeatMissed,
  applyHeartbeatReceived,
  applyHeartbeatSwept,
  applyHeartbeatsRenewed,
} from './apply/apply-heartbeats.ts';
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
import { applyRelayEvent } from './apply/apply-relay.ts';
import { applyVenueEvent } from './apply/apply-venue.ts';
import type { Stamp } from './command.ts';
import type { Entry, Event } from './event.ts';
import type { State } from './state.ts';
import { assertNever, violated } from './units/assert.ts';

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
      return applyHeartbeatReceived(state, event);
    case 'HeartbeatsRenewed':
      return applyHeartbeatsRenewed(state, event);
    case 'HeartbeatMissed':
      return applyHeartbeatMissed(state, event);
    case 'HeartbeatSwept':
      return applyHeartbeatSwept(state, event);
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
