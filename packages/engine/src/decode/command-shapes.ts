/** The shapes of all commands that can be submitted. */
import type { BindAndPlace, CancelMatching, Command, PlaceOrder } from '../command.ts';
import { COMMENT_SUBJECTS, type CommentEntity, type ProfileText, REACTION_TYPES } from '../community/definition.ts';
import { NOTIFICATIONS_PER_DROP_MAX } from '../limits.ts';
import type { CatalogEventText, MarketFlags, MarketTerms, MarketText } from '../market/definition.ts';
import { RELAY_SCHEMES, type RelayRecord, type RelayStep } from '../relay/commands.ts';
import type { RequestId } from '../requests/request.ts';
import type { AccountId, CatalogId, MarketId, Outcome, WalletId } from '../units/ids.ts';
import {
  EVENT_TEXT,
  eventWithMarkets,
  MARKET_FLAGS,
  MARKET_TERMS,
  MARKET_TEXT,
  market,
  series,
  tag,
} from './catalog-shapes.ts';
import { byKind, type Fields, list, nullable, object, oneOf, optional, pair, partial, type Shape } from './shape.ts';
import {
  address,
  amount,
  balance,
  commentId,
  count,
  flag,
  id,
  name,
  orderId,
  quantity,
  requestHash,
  requestKey,
  signatureKeyForm,
  text,
} from './values.ts';

/** Commands that the sequencer issues when they are due. */
export type TimerCommand = Extract<
  Command,
  {
    readonly kind:
      | 'SettleMarket'
      | 'ExpireOrders'
      | 'EndTrading'
      | 'ExpireHeartbeats'
      | 'RenewHeartbeats'
      | 'AdoptRules';
  }
>;

export type SubmittedCommand = Exclude<Command, TimerCommand>;

type CommandOf<Kind> = Extract<SubmittedCommand, { readonly kind: Kind }>;

const account = id<AccountId>();
const wallet = id<WalletId>();
const marketNumber = id<MarketId>();
const catalogEvent = id<CatalogId>();
const outcome: Shape<Outcome> = oneOf(0, 1);
const reaction = oneOf(...REACTION_TYPES);

const ORDER: Fields<Omit<PlaceOrder, 'wallet'>> = {
  kind: oneOf('PlaceOrder'),
  orderId,
  account,
  apiKey: name,
  market: marketNumber,
  outcome,
  side: oneOf('BUY', 'SELL'),
  type: oneOf('GTC', 'GTD', 'FOK', 'FAK'),
  postOnly: flag,
  makerAmount: amount,
  takerAmount: amount,
  expiration: count,
  builder: name,
};

const boughtOrSold = { account, wallet, market: marketNumber, amount };
const moved = { wallet, address: optional(address), amount };
const reacted = { account, comment: commentId, reaction };
const moderated = { comment: commentId, account: nullable(account) };
const lent: Omit<Fields<BindAndPlace>, 'kind' | 'order'> = { wallet: address, startingBalance: optional(balance) };
const ofPairs = { market: marketNumber, amount };
const RELAY_STEPS: { readonly [Kind in RelayStep['kind']]: Shape<Extract<RelayStep, { readonly kind: Kind }>> } = {
  SplitPosition: object({ kind: oneOf('SplitPosition'), ...ofPairs }),
  MergePositions: object({ kind: oneOf('MergePositions'), ...ofPairs }),
  ConvertPositions: object({ kind: oneOf('ConvertPositions'), catalogEvent, markets: list(marketNumber), amount }),
  RedeemPositions: object({ kind: oneOf('RedeemPositions'), market: marketNumber }),
};
const relayStep: Shape<RelayStep> = byKind(RELAY_STEPS);
const entity = object<CommentEntity>({ type: oneOf(...COMMENT_SUBJECTS), id: catalogEvent });
const profile: Fields<ProfileText> = { name: text, bio: text, profileImage: text, displayUsernamePublic: flag };
const eventChanges = partial<CatalogEventText & Pick<MarketFlags, 'active' | 'closed' | 'archived'>>({
  ...EVENT_TEXT,
  active: flag,
  closed: flag,
  archived: flag,
});
const marketChanges = partial<MarketText & MarketTerms & MarketFlags>({
  ...MARKET_TEXT,
  ...MARKET_TERMS,
  ...MARKET_FLAGS,
});
const matching: Omit<Fields<CancelMatching>, 'kind'> = {
  account,
  market: nullable(marketNumber),
  outcome: nullable(outcome),
};

const request: Shape<RequestId> = object<RequestId>({
  by: nullable(account),
  key: requestKey,
  hash: requestHash,
  signature: optional(signatureKeyForm),
  part: optional(oneOf(true)),
});

/** `kind` is checked when the shape is looked up. */
type BodyShapes = { readonly [Kind in SubmittedCommand['kind']]: Shape<CommandOf<Kind>> };

function command<Kind extends SubmittedCommand['kind']>(
  kind: Kind,
  fields: Omit<Fields<CommandOf<Kind>>, 'kind' | 'request'>,
): Shape<CommandOf<Kind>> {
  return object({ ...fields, kind: oneOf(kind), request: optional(request) } as unknown as Fields<CommandOf<Kind>>);
}

export const COMMAND_SHAPES: BodyShapes = {
  OpenAccount: command('OpenAccount', { address, depositWallet: address, startingBalance: balance }),
  BindWallet: command('BindWallet', { account, ...lent }),
  ReleaseWallets: command('ReleaseWallets', {}),
  IssueApiKey: command('IssueApiKey', { account, apiKey: name, nonce: name }),
  RevokeApiKey: command('RevokeApiKey', { account, apiKey: name }),
  Deposit: command('Deposit', moved),
  Withdraw: command('Withdraw', moved),
  PlaceOrder: command('PlaceOrder', { ...ORDER, wallet }),
  BindAndPlace: command('BindAndPlace', { ...lent, order: object(ORDER) }),
  CancelOrders: command('CancelOrders', { account, orderIds: list(orderId) }),
  CancelMatching: command('CancelMatching', matching),
  SplitPosition: command('SplitPosition', boughtOrSold),
  MergePositions: command('MergePositions', boughtOrSold),
  ConvertPositions: command('ConvertPositions', { account, wallet, catalogEvent, markets: list(marketNumber), amount }),
  RelayTransaction: command('RelayTransaction', {
    type: oneOf(...RELAY_SCHEMES, 'SAFE-CREATE', 'WALLET-CREATE'),
    account,
    wallet: address,
    nonce: count,
    steps: list(relayStep),
    startingBalance: balance,
    record: object<RelayRecord>({ id: text, to: address, data: text, metadata: text, builder: nullable(account) }),
  }),
  AddToCatalog: command('AddToCatalog', {
    tags: list(tag),
    series: list(series),
    events: list(eventWithMarkets),
    markets: list(market),
  }),
  UpdateCatalogEvent: command('UpdateCatalogEvent', { catalogEvent, changes: eventChanges }),
  UpdateMarket: command('UpdateMarket', { market: marketNumber, changes: marketChanges }),
  ResolveMarket: command('ResolveMarket', {
    market: marketNumber,
    payouts: pair(quantity),
    closesEvent: optional(oneOf(true)),
  }),
  ResolveEvent: command('ResolveEvent', { catalogEvent, winners: nullable(list(marketNumber)) }),
  SetMode: command('SetMode', { mode: oneOf('open', 'post_only', 'cancel_only', 'disabled') }),
  RecordRequest: command('RecordRequest', {}),
  Beat: command('Beat', { account, apiKey: name, heartbeatId: nullable(text), nextId: name }),
  AddComment: command('AddComment', { account, entity, parent: nullable(commentId), body: text }),
  RemoveComment: command('RemoveComment', moderated),
  AddReaction: command('AddReaction', reacted),
  RemoveReaction: command('RemoveReaction', reacted),
  ReportComment: command('ReportComment', { account, comment: commentId }),
  DismissReports: command('DismissReports', moderated),
  UpdateProfile: command('UpdateProfile', { account, changes: partial<ProfileText>(profile) }),
  SetModerator: command('SetModerator', { account, moderator: flag }),
  DropNotifications: command('DropNotifications', { account, ids: nullable(list(count, NOTIFICATIONS_PER_DROP_MAX)) }),
};
