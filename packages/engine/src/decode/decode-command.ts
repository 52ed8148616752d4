/**
 * Parses a command from its text. A valid command has its declared type, field by field, and can be decided and
 * journaled; any other text gives a value that states the problem. Types do not survive the way to the exchange: this
 * is where they are restored.
 */
import type { SuggestionId } from '../asking/definition.ts';
import type { BindAndPlace, CancelMatching, Command, PlaceOrder } from '../command.ts';
import {
  COMMENT_SUBJECTS,
  type CommentEntity,
  type ProfileField,
  type ProfileText,
  REACTION_TYPES,
} from '../community/definition.ts';
import type { StandingRecipients } from '../grants/commands.ts';
import { COMMAND_LENGTH_MAX, NOTIFICATIONS_PER_DROP_MAX } from '../limits.ts';
import type { Looks } from '../looks/looks.ts';
import type { CatalogEventText, MarketFlags, MarketTerms, MarketText } from '../market/definition.ts';
import { RELAY_SCHEMES, type RelayRecord, type RelayStep } from '../relay/commands.ts';
import type { RequestId } from '../requests/request.ts';
import type { NamedResult, ResultScope, ReverseResult } from '../results/commands.ts';
import { type Act, isActor, isReason } from '../rights/act.ts';
import { NOTED_ACTS, type NotedTerms } from '../rights/commands.ts';
import { ROLES } from '../rights/roles.ts';
import type { AccountId, CatalogId, MarketId, Outcome, WalletId } from '../units/units.ts';
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
import {
  address,
  amount,
  balance,
  byKind,
  commentId,
  count,
  type Fields,
  flag,
  id,
  list,
  name,
  nullable,
  object,
  oneOf,
  optional,
  orderId,
  pair,
  partial,
  quantity,
  requestHash,
  requestKey,
  type Shape,
  shape,
  signatureKeyForm,
  text,
} from './shape.ts';

/** Commands that the sequencer issues when they are due; no one may submit them. */
export const TIMER_KINDS = [
  ...(['SettleMarket', 'ExpireOrders', 'EndTrading', 'ExpireHeartbeats'] as const),
  ...(['OpenTrading', 'EndKeys', 'RenewHeartbeats', 'AdoptRules', 'ConfirmResults'] as const),
  ...(['QuoteHouse', 'SweepSuspended'] as const),
] as const satisfies readonly Command['kind'][];

export type SubmittedCommand = Exclude<Command, { readonly kind: (typeof TIMER_KINDS)[number] }>;

type CommandOf<Kind> = Extract<SubmittedCommand, { readonly kind: Kind }>;

const account = id<AccountId>();
const wallet = id<WalletId>();
const marketNumber = id<MarketId>();
const catalogEvent = id<CatalogId>();
const outcome: Shape<Outcome> = oneOf(0, 1);
const reaction = oneOf(...REACTION_TYPES);
const role = oneOf(...ROLES);

const noted: Shape<NotedTerms> = object<NotedTerms>({
  ...{ people: optional(count), uses: optional(count), hours: optional(count), groups: optional(count) },
  ...{ amount: optional(balance), role: optional(role) },
});

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
const ofMarket = object({ market: marketNumber });
const ofEvent = object({ catalogEvent });
const resultScope: Shape<ResultScope> = (value) =>
  typeof value === 'object' && value !== null && 'market' in value ? ofMarket(value) : ofEvent(value);
const NAMED_RESULTS: {
  readonly [Kind in NamedResult['kind']]: Shape<Extract<NamedResult, { readonly kind: Kind }>>;
} = {
  payouts: object({ kind: oneOf('payouts'), payouts: pair(quantity) }),
  winners: object({ kind: oneOf('winners'), winners: nullable(list(marketNumber)) }),
  refund: object({ kind: oneOf('refund') }),
};
const namedResult: Shape<NamedResult> = byKind(NAMED_RESULTS);
const reversedTo: Shape<ReverseResult['to']> = byKind({ ...NAMED_RESULTS, open: object({ kind: oneOf('open') }) });
const standingRecipients: Shape<StandingRecipients> = byKind({
  all: object({ kind: oneOf('all') }),
  group: object({ kind: oneOf('group'), group: text }),
});
const moved = { wallet, address: optional(address), amount };
const reacted = { account, comment: commentId, reaction };
const moderated = { comment: commentId, account: nullable(account) };
const lent: Omit<Fields<BindAndPlace>, 'kind' | 'order'> = { wallet: address, startingBalance: optional(balance) };
const ofPairs = { market: marketNumber, amount };
const ofKey = { key: address };
const keyTerms = { label: text, scopes: list(name), expiration: count };
const RELAY_STEPS: { readonly [Kind in RelayStep['kind']]: Shape<Extract<RelayStep, { readonly kind: Kind }>> } = {
  SplitPosition: object({ kind: oneOf('SplitPosition'), ...ofPairs }),
  MergePositions: object({ kind: oneOf('MergePositions'), ...ofPairs }),
  ConvertPositions: object({ kind: oneOf('ConvertPositions'), catalogEvent, markets: list(marketNumber), amount }),
  RedeemPositions: object({ kind: oneOf('RedeemPositions'), market: marketNumber }),
  AddKey: object({ kind: oneOf('AddKey'), ...ofKey, ...keyTerms }),
  RevokeKey: object({ kind: oneOf('RevokeKey'), ...ofKey }),
};
const relayStep: Shape<RelayStep> = byKind(RELAY_STEPS);
const entity = object<CommentEntity>({ type: oneOf(...COMMENT_SUBJECTS), id: catalogEvent });
const profile: Fields<ProfileText> = { name: text, bio: text, profileImage: text, displayUsernamePublic: flag };
const looksText = nullable(text);
const looks = partial<Looks>({
  ...{ name: looksText, currency: looksText, accent: looksText, logo: looksText, welcome: looksText, terms: looksText },
});
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

const act: Shape<Act> = object<Act>({
  actor: shape('a text of 1 to 64 characters', (value) => typeof value === 'string' && isActor(value)),
  role: optional(role),
  reason: shape('a text of at most 500 characters', (value) => typeof value === 'string' && isReason(value)),
});

/** `kind` is checked when the shape is looked up. */
type BodyShapes = { readonly [Kind in SubmittedCommand['kind']]: Shape<CommandOf<Kind>> };

function command<Kind extends SubmittedCommand['kind']>(
  kind: Kind,
  fields: Omit<Fields<CommandOf<Kind>>, 'kind' | 'request' | 'act'>,
): Shape<CommandOf<Kind>> {
  const parts = { kind: oneOf(kind), request: optional(request), act: optional(act) };
  return object({ ...fields, ...parts } as unknown as Fields<CommandOf<Kind>>);
}

/** The shapes of all commands that can be submitted. */
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
    key: optional(address),
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
  UpdateCatalogEvent: command('UpdateCatalogEvent', {
    catalogEvent,
    changes: eventChanges,
    openTimeMs: optional(nullable(quantity)),
  }),
  UpdateMarket: command('UpdateMarket', { market: marketNumber, changes: marketChanges }),
  ResolveMarket: command('ResolveMarket', {
    market: marketNumber,
    payouts: pair(quantity),
    closesEvent: optional(oneOf(true)),
  }),
  ResolveEvent: command('ResolveEvent', { catalogEvent, winners: nullable(list(marketNumber)) }),
  ProposeResult: command('ProposeResult', {
    ...{ scope: resultScope, result: namedResult, source: text, note: text, windowMs: quantity, by: text },
  }),
  DisputeResult: command('DisputeResult', { market: marketNumber, account: nullable(account), reason: text }),
  ConfirmResult: command('ConfirmResult', { market: marketNumber, by: text, note: text }),
  WithdrawResult: command('WithdrawResult', { market: marketNumber, by: text, reason: text }),
  ReverseResult: command('ReverseResult', { scope: resultScope, to: reversedTo, by: text, note: text }),
  Grant: command('Grant', { grant: name, step: count, last: flag, amount, reason: text, wallets: list(wallet) }),
  SetStandingGrant: command('SetStandingGrant', {
    ...{ standing: name, every: oneOf('week', 'joining'), amount, reason: text },
    to: standingRecipients,
  }),
  SetMode: command('SetMode', { mode: oneOf('open', 'post_only', 'cancel_only', 'disabled') }),
  RecordRequest: command('RecordRequest', {}),
  AddKey: command('AddKey', { account, wallet, ...ofKey, ...keyTerms }),
  RevokeKey: command('RevokeKey', { account, wallet, ...ofKey }),
  Beat: command('Beat', { account, apiKey: name, heartbeatId: nullable(text), nextId: name }),
  AddComment: command('AddComment', {
    account,
    entity,
    parent: nullable(commentId),
    body: optional(text),
    text: optional(text),
  }),
  RemoveComment: command('RemoveComment', moderated),
  AddReaction: command('AddReaction', reacted),
  RemoveReaction: command('RemoveReaction', reacted),
  ReportComment: command('ReportComment', { account, comment: commentId }),
  DismissReports: command('DismissReports', moderated),
  UpdateProfile: command('UpdateProfile', {
    account,
    changes: partial<ProfileText>(profile),
    texts: optional(partial<Record<ProfileField, string>>({ name: text, bio: text, profileImage: text })),
  }),
  SetModerator: command('SetModerator', { account, moderator: flag }),
  DropNotifications: command('DropNotifications', { account, ids: nullable(list(count, NOTIFICATIONS_PER_DROP_MAX)) }),
  AddClarification: command('AddClarification', { catalogEvent, text }),
  AddSuggestion: command('AddSuggestion', {
    account,
    title: text,
    description: text,
    answers: list(text),
    endDate: text,
  }),
  DecideSuggestion: command('DecideSuggestion', {
    suggestion: id<SuggestionId>(),
    status: oneOf('approved', 'rejected'),
    note: text,
    catalogEvent: nullable(catalogEvent),
  }),
  SetRole: command('SetRole', { account, role }),
  IssueToken: command('IssueToken', { name, hash: name, role, expires: count }),
  RevokeToken: command('RevokeToken', { name }),
  NoteAct: command('NoteAct', {
    what: oneOf(...NOTED_ACTS),
    account: nullable(account),
    name: optional(text),
    before: optional(noted),
    after: optional(noted),
  }),
  SetLooks: command('SetLooks', { changes: looks }),
  SuspendAccount: command('SuspendAccount', { account }),
  ResumeAccount: command('ResumeAccount', { account }),
};

export interface Malformed {
  readonly kind: 'malformed';
  /** The location and the violated rule: `PlaceOrder.side must be one of BUY, SELL`. */
  readonly problem: string;
}

export type Decoded = { readonly kind: 'decoded'; readonly command: SubmittedCommand } | Malformed;

const SHAPES: ReadonlyMap<unknown, Shape<unknown>> = new Map(
  Object.entries(COMMAND_SHAPES) as [string, Shape<unknown>][],
);

/** Decodes `json`, the text that will be journaled. Never throws. */
export function decodeCommand(json: string): Decoded {
  if (json.length > COMMAND_LENGTH_MAX) return malformed(`the command is longer than ${COMMAND_LENGTH_MAX} characters`);
  // A lone surrogate cannot be written: the journal would differ from the text that was decided.
  if (!json.isWellFormed()) return malformed('the command is not well-formed text');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return malformed('the command is not JSON');
  }
  if (typeof value !== 'object' || value === null || !('kind' in value)) return malformed('the command has no kind');
  const shape = SHAPES.get(value.kind);
  if (shape === undefined) return malformed('the kind of the command is not known, or not for anyone to submit');
  const problem = shape(value);
  return problem === null
    ? { kind: 'decoded', command: value as SubmittedCommand }
    : malformed(`${String(value.kind)}${problem}`);
}

function malformed(problem: string): Malformed {
  return { kind: 'malformed', problem };
}
