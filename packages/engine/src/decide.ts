/**
 * The exchange's decision on a command: events, or a refusal. `decide` only reads the state, stores nothing and takes
 * the time from the stamp, so that the same history always gives the same decisions.
 */
import type { Command, Stamp } from './command.ts';
import { accepted } from './decide/accepted.ts';
import {
  decideBindWallet,
  decideDeposit,
  decideIssueApiKey,
  decideOpenAccount,
  decideRevokeApiKey,
  decideWithdraw,
} from './decide/accounts.ts';
import { decideAdoptRules } from './decide/adopt-rules.ts';
import { decideBindAndPlace } from './decide/bind-and-place.ts';
import { decidePlacement, decideReleaseWallets } from './decide/borrowed-wallet.ts';
import { decideCancelMatching, decideCancelOrders, decideExpireOrders } from './decide/cancel.ts';
import { decideAddToCatalog, decideUpdateCatalogEvent, decideUpdateMarket } from './decide/catalog.ts';
import {
  decideAddComment,
  decideAddReaction,
  decideDismissReports,
  decideRemoveComment,
  decideRemoveReaction,
  decideReportComment,
} from './decide/comments.ts';
import { decideEndTrading } from './decide/end-trading.ts';
import { decideBeat, decideExpireHeartbeats, decideRenewHeartbeats } from './decide/heartbeats.ts';
import { decideConvert, decideMerge, decideSplit } from './decide/positions.ts';
import { decideDropNotifications, decideSetModerator, decideUpdateProfile } from './decide/profiles.ts';
import { decideRelay } from './decide/relay.ts';
import { decideRequested } from './decide/requested.ts';
import { decideResolveEvent, decideResolveMarket } from './decide/resolve.ts';
import { decideSettleMarket } from './decide/settle.ts';
import type { Decision } from './decision.ts';
import type { OrderResult } from './orders/order-result.ts';
import type { State } from './state.ts';
import { assertNever } from './units/assert.ts';

/**
 * `archived` is the first result of the order that the command places, if it is in a sealed generation. The state no
 * longer knows such orders, so the caller that keeps the generations looks there first.
 */
export function decide(
  state: Readonly<State>,
  command: Command,
  stamp: Stamp,
  archived: OrderResult | null = null,
): Decision {
  // Nearly all commands are of these two kinds. Code that reads a field of any command at a single site is megamorphic:
  // V8 caches at most four shapes per site. So these two kinds read `request` at separate sites.
  const { kind } = command;
  if (kind === 'PlaceOrder') {
    if (command.request === undefined) return decidePlacement(state, command, stamp.timeMs, archived);
  } else if (kind === 'CancelOrders') {
    if (command.request === undefined) return decideCancelOrders(state, command);
  } else if (command.request === undefined) return decideCommand(state, command, stamp, archived);
  return decideRequested(state, command, stamp, () => decideCommand(state, command, stamp, archived));
}

function decideCommand(state: Readonly<State>, command: Command, stamp: Stamp, archived: OrderResult | null): Decision {
  switch (command.kind) {
    case 'PlaceOrder':
      return decidePlacement(state, command, stamp.timeMs, archived);
    case 'BindAndPlace':
      return decideBindAndPlace(state, command, stamp.timeMs, archived);
    case 'CancelOrders':
      return decideCancelOrders(state, command);
    case 'CancelMatching':
      return decideCancelMatching(state, command);
    case 'ExpireOrders':
      return decideExpireOrders(state, stamp.timeMs);
    case 'EndTrading':
      return decideEndTrading(state, stamp.timeMs);
    case 'OpenAccount':
      return decideOpenAccount(state, command);
    case 'BindWallet':
      return decideBindWallet(state, command);
    case 'ReleaseWallets':
      return decideReleaseWallets(state, command);
    case 'IssueApiKey':
      return decideIssueApiKey(state, command);
    case 'RevokeApiKey':
      return decideRevokeApiKey(state, command);
    case 'Deposit':
      return decideDeposit(state, command);
    case 'Withdraw':
      return decideWithdraw(state, command);
    case 'SplitPosition':
      return decideSplit(state, command);
    case 'MergePositions':
      return decideMerge(state, command);
    case 'ConvertPositions':
      return decideConvert(state, command);
    case 'RelayTransaction':
      return decideRelay(state, command);
    case 'AddToCatalog':
      return decideAddToCatalog(state, command);
    case 'UpdateCatalogEvent':
      return decideUpdateCatalogEvent(state, command);
    case 'UpdateMarket':
      return decideUpdateMarket(state, command);
    case 'ResolveMarket':
      return decideResolveMarket(state, command);
    case 'ResolveEvent':
      return decideResolveEvent(state, command);
    case 'SettleMarket':
      return decideSettleMarket(state, command);
    case 'SetMode':
      return accepted(state.mode === command.mode ? [] : [{ kind: 'ModeSet', mode: command.mode }]);
    case 'RecordRequest':
      return accepted([]);
    case 'AdoptRules':
      return decideAdoptRules(state, command);
    case 'Beat':
      return decideBeat(state, command, stamp.timeMs);
    case 'ExpireHeartbeats':
      return decideExpireHeartbeats(state, stamp.timeMs);
    case 'RenewHeartbeats':
      return decideRenewHeartbeats(state, stamp.timeMs);
    case 'AddComment':
      return decideAddComment(state, command, stamp.timeMs);
    case 'RemoveComment':
      return decideRemoveComment(state, command);
    case 'AddReaction':
      return decideAddReaction(state, command);
    case 'RemoveReaction':
      return decideRemoveReaction(state, command);
    case 'ReportComment':
      return decideReportComment(state, command);
    case 'DismissReports':
      return decideDismissReports(state, command);
    case 'UpdateProfile':
      return decideUpdateProfile(state, command);
    case 'SetModerator':
      return decideSetModerator(state, command);
    case 'DropNotifications':
      return decideDropNotifications(state, command);
    default:
      return assertNever(command);
  }
}
