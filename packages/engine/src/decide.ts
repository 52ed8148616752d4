/**
 * The exchange's decision on a command: events, or a refusal. `decide` only reads the state, stores nothing and takes
 * the time from the stamp, so that the same history always gives the same decisions.
 */
import type { Command, PlaceOrder, Stamp } from './command.ts';
import {
  decideBindWallet,
  decideDeposit,
  decideIssueApiKey,
  decideOpenAccount,
  decideRevokeApiKey,
  decideWithdraw,
} from './decide/accounts.ts';
import { decideBindAndPlace, decideReleaseWallets, placeFromBorrowed } from './decide/borrowed-wallet.ts';
import { decideCancelMatching, decideCancelOrders, decideEndTrading, decideExpireOrders } from './decide/cancel.ts';
import { decideAddToCatalog, decideUpdateCatalogEvent, decideUpdateMarket } from './decide/catalog.ts';
import {
  decideAddComment,
  decideAddReaction,
  decideDismissReports,
  decideRemoveComment,
  decideRemoveReaction,
  decideReportComment,
} from './decide/comments.ts';
import { decideBeat, decideExpireHeartbeats, decideRenewHeartbeats } from './decide/heartbeats.ts';
import { decidePlaceOrder } from './decide/place-order.ts';
import { decideConvert, decideMerge, decideSplit } from './decide/positions.ts';
import { decideDropNotifications, decideSetModerator, decideUpdateProfile } from './decide/profiles.ts';
import { decideRelay } from './decide/relay.ts';
import { decideResolveEvent, decideResolveMarket } from './decide/resolve.ts';
import { decideSettleMarket } from './decide/settle.ts';
import { accepted, type Decision } from './decision.ts';
import type { OrderResult } from './orders/order-rows.ts';
import { reject } from './reject.ts';
import { isSignatureKey, type RequestKept } from './requests/request.ts';
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
  } else if (kind === 'CancelOrders' && command.request === undefined) return decideCancelOrders(state, command);
  return decideRequested(state, command, stamp, archived);
}

/**
 * Decides commands with a request id. A repeat is recognised and has no second effect, and another request under the
 * same key is refused. Each outcome is stored with the id, even if there was nothing to do. A signature that was used
 * under one key has no effect under another.
 */
function decideRequested(
  state: Readonly<State>,
  command: Command,
  stamp: Stamp,
  archived: OrderResult | null,
): Decision {
  const { request } = command;
  if (request === undefined) return decideCommand(state, command, stamp, archived);
  const { by, key, hash, signature, part = false } = request;
  const known = state.requests.find(by, key, stamp.timeMs);
  const signed = signature === undefined ? known : state.requests.find(by, signature, stamp.timeMs);
  if ([known, signed].some((other) => other !== null && other.key !== key)) return reject('signature_used');
  if (known !== null && known.hash !== hash) return reject('idempotency_key_used');
  const [sequence] = known?.sequences ?? [];
  if (sequence !== undefined && !part) return { kind: 'repeated', sequence };
  const decision = decideCommand(state, command, stamp, archived);
  if (decision.kind !== 'accepted' && decision.kind !== 'unchanged') return decision;
  const { notCanceled } = decision;
  const missed = Object.keys(notCanceled).length > 0;
  const events = decision.kind === 'accepted' ? decision.events : [];
  const idle = events.length === 0;
  // A request identified only by its signature has had no effect here, so it may still have one if it comes again.
  if (idle && isSignatureKey(key) && command.kind !== 'RecordRequest') return decision;
  const said = { ...(idle && { idle: true as const }), ...(missed && { notCanceled }) };
  const named = signature !== undefined && { signature };
  const kept: RequestKept = { kind: 'RequestKept', by, key, hash, ...named, ...said };
  return { kind: 'accepted', events: [...events, kept], notCanceled };
}

/** Decides an order of any wallet. */
function decidePlacement(
  state: Readonly<State>,
  command: PlaceOrder,
  timeMs: number,
  archived: OrderResult | null,
): Decision {
  const wallet = state.wallets[command.wallet];
  if (wallet?.borrowed !== true || wallet.account !== command.account)
    return decidePlaceOrder(state, command, timeMs, archived);
  return placeFromBorrowed(state, command, timeMs, archived, wallet, []);
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
      // Only forward: adopting the current or older rules changes nothing.
      return accepted(command.version > state.rules ? [{ kind: 'RulesAdopted', version: command.version }] : []);
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
