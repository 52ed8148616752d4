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
import { decideAddClarification, decideAddSuggestion, decideOpenTrading, decideSuggestion } from './decide/asking.ts';
import { decideBindAndPlace, decideReleaseWallets, placeFromBorrowed } from './decide/borrowed-wallet.ts';
import { decideCancelMatching, decideCancelOrders, decideEndTrading, decideExpireOrders } from './decide/cancel.ts';
import { decideAddToCatalog, decideUpdateCatalogEvent, decideUpdateMarket } from './decide/catalog.ts';
import {
  decideAddComment,
  decideAddReaction,
  decideDismissReports,
  decideDropNotifications,
  decideRemoveComment,
  decideRemoveReaction,
  decideReportComment,
  decideSetModerator,
  decideUpdateProfile,
} from './decide/community.ts';
import { decideGrant, decideSetStandingGrant } from './decide/grants.ts';
import { decideBeat, decideExpireHeartbeats, decideRenewHeartbeats } from './decide/heartbeats.ts';
import { decideQuoteHouse } from './decide/house.ts';
import { decideAddKey, decideEndKeys, decideRevokeKey } from './decide/keys.ts';
import { decideSetLooks } from './decide/looks.ts';
import { decidePlaceOrder } from './decide/place-order.ts';
import { decideConvert, decideMerge, decideSplit } from './decide/positions.ts';
import { decideRelay } from './decide/relay.ts';
import { decideResolveEvent, decideResolveMarket } from './decide/resolve.ts';
import {
  decideConfirmResult,
  decideConfirmResults,
  decideDisputeResult,
  decideProposeResult,
  decideReverseResult,
  decideWithdrawResult,
} from './decide/results.ts';
import {
  decideIssueToken,
  decideNoteAct,
  decideRevokeToken,
  decideSetRole,
  decideSuspension,
  decideSweepSuspended,
  refuseSuspended,
} from './decide/rights.ts';
import { decideSettleMarket } from './decide/settle.ts';
import { accepted, type Decision } from './decision.ts';
import type { OrderResult } from './orders/order-rows.ts';
import { reject } from './reject.ts';
import { isSignatureKey, type RequestKept } from './requests/request.ts';
import type { State } from './state.ts';

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
  const refusal = state.rights.suspended.size === 0 ? null : refuseSuspended(state, command);
  if (refusal !== null) return refusal;
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

type Kind = Exclude<Command['kind'], 'PlaceOrder'>;
type Decide<Of extends Kind> = (
  state: Readonly<State>,
  command: Extract<Command, { readonly kind: Of }>,
  stamp: Stamp,
  archived: OrderResult | null,
) => Decision;

const DECISIONS: { readonly [Of in Kind]: Decide<Of> } = {
  BindAndPlace: (state, command, stamp, archived) => decideBindAndPlace(state, command, stamp.timeMs, archived),
  CancelOrders: decideCancelOrders,
  CancelMatching: decideCancelMatching,
  ExpireOrders: (state, _command, stamp) => decideExpireOrders(state, stamp.timeMs),
  EndTrading: (state, _command, stamp) => decideEndTrading(state, stamp.timeMs),
  OpenAccount: decideOpenAccount,
  BindWallet: decideBindWallet,
  ReleaseWallets: decideReleaseWallets,
  IssueApiKey: decideIssueApiKey,
  RevokeApiKey: decideRevokeApiKey,
  Deposit: decideDeposit,
  Withdraw: decideWithdraw,
  SplitPosition: (state, command) => decideSplit(state, command),
  MergePositions: (state, command) => decideMerge(state, command),
  ConvertPositions: (state, command) => decideConvert(state, command),
  RelayTransaction: decideRelay,
  AddToCatalog: decideAddToCatalog,
  UpdateCatalogEvent: decideUpdateCatalogEvent,
  UpdateMarket: decideUpdateMarket,
  ResolveMarket: decideResolveMarket,
  ResolveEvent: decideResolveEvent,
  SettleMarket: decideSettleMarket,
  ProposeResult: decideProposeResult,
  DisputeResult: decideDisputeResult,
  ConfirmResult: decideConfirmResult,
  WithdrawResult: decideWithdrawResult,
  ReverseResult: decideReverseResult,
  ConfirmResults: decideConfirmResults,
  SetMode: (state, command) => accepted(state.mode === command.mode ? [] : [{ kind: 'ModeSet', mode: command.mode }]),
  RecordRequest: () => accepted([]),
  // Only forward: adopting the current or older rules changes nothing.
  AdoptRules: (state, command) =>
    accepted(command.version > state.rules ? [{ kind: 'RulesAdopted', version: command.version }] : []),
  AddKey: (state, command, stamp) => decideAddKey(state, command, stamp.timeMs),
  RevokeKey: (state, command) => decideRevokeKey(state, command),
  EndKeys: (state, _command, stamp) => decideEndKeys(state, stamp.timeMs),
  Beat: (state, command, stamp) => decideBeat(state, command, stamp.timeMs),
  ExpireHeartbeats: (state, _command, stamp) => decideExpireHeartbeats(state, stamp.timeMs),
  RenewHeartbeats: (state, _command, stamp) => decideRenewHeartbeats(state, stamp.timeMs),
  AddComment: (state, command, stamp) => decideAddComment(state, command, stamp.timeMs),
  RemoveComment: decideRemoveComment,
  AddReaction: decideAddReaction,
  RemoveReaction: decideRemoveReaction,
  ReportComment: decideReportComment,
  DismissReports: decideDismissReports,
  UpdateProfile: decideUpdateProfile,
  SetModerator: decideSetModerator,
  DropNotifications: decideDropNotifications,
  AddClarification: decideAddClarification,
  AddSuggestion: (state, command, stamp) => decideAddSuggestion(state, command, stamp.timeMs),
  DecideSuggestion: decideSuggestion,
  OpenTrading: (state, _command, stamp) => decideOpenTrading(state, stamp.timeMs),
  Grant: decideGrant,
  SetStandingGrant: decideSetStandingGrant,
  QuoteHouse: decideQuoteHouse,
  SetRole: decideSetRole,
  IssueToken: (state, command, stamp) => decideIssueToken(state, command, stamp.timeMs),
  RevokeToken: decideRevokeToken,
  NoteAct: decideNoteAct,
  SetLooks: decideSetLooks,
  SuspendAccount: decideSuspension,
  ResumeAccount: decideSuspension,
  SweepSuspended: decideSweepSuspended,
};

function decideCommand(state: Readonly<State>, command: Command, stamp: Stamp, archived: OrderResult | null): Decision {
  if (command.kind === 'PlaceOrder') return decidePlacement(state, command, stamp.timeMs, archived);
  return (DECISIONS[command.kind] as Decide<Kind>)(state, command, stamp, archived);
}
