/**
 * `Idempotency-Key`: a request with an effect is carried out once under its key. A signed request without a key uses
 * one that is derived from its signature. The exchange alone remembers which requests were carried out
 * (`RequestWindow`). The handler makes the answer of a repeat from the journal entry (`submitOnce`): the command is a
 * no-op then, and its outcome is the first one. Only answers that no entry can give are stored (`OF_THEIR_MOMENT`). The
 * hook runs after caps and signatures, so that a repeat costs as much as any other request.
 */
import { hash } from 'node:crypto';
import {
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY,
  isNamedBySignature,
  isWrite,
  type ProfileKind,
  REPLAYED_HEADER,
  RESULT_ROUTES,
  ROUTES_BY_NAME,
  type Route,
} from '@bellwether/contract';
import {
  type AccountId,
  type Command,
  isSignatureKey,
  type KeptRequest,
  type RepeatedDecision,
  type RequestId,
} from '@bellwether/engine';
import { type Accepted, type Exchange, type ExchangeOutcome, StorageFull } from '@bellwether/ports/exchange.ts';
import type { History } from '@bellwether/ports/history.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { FirstAnswer, StoredAnswers } from '@bellwether/ports/stored-answers.ts';
import type { VenueView } from '@bellwether/ports/venue-view.ts';
import { failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler, preHandlerHookHandler } from 'fastify';
import type { CurrentStatus } from '../current-status.ts';
import { actOf } from './admission.ts';
import { sendFailure } from './answers.ts';
import { bodyBytes } from './body.ts';
import type { KeyUser, KeyUsers } from './key-user.ts';
import type { LiveRequests, OpenAnswer } from './live-requests.ts';
import { askerOf } from './work.ts';

/** Routes whose answers tell texts of people. Where these can be erased, none is stored: repeats tell what there is. */
const TELL_TEXTS: ReadonlySet<Route> = new Set<Route>([
  ROUTES_BY_NAME.updateProfile,
  ROUTES_BY_NAME.addComment,
  ROUTES_BY_NAME.addReaction,
  ROUTES_BY_NAME.removeReaction,
  ROUTES_BY_NAME.reportComment,
  ROUTES_BY_NAME.dismissReports,
  ROUTES_BY_NAME.dismissReportsAsOperator,
]);

/** Routes whose answers cannot be made again from the journal entry. Only these are stored; none holds a secret. */
export const OF_THEIR_MOMENT: ReadonlySet<Route> = new Set<Route>([
  // Balances, and how far a market is resolved.
  ROUTES_BY_NAME.deposit,
  ROUTES_BY_NAME.withdraw,
  ROUTES_BY_NAME.resolveMarket,
  ROUTES_BY_NAME.resolveEvent,
  ...Object.values(RESULT_ROUTES),
  // Rows that later requests change.
  ROUTES_BY_NAME.addEvent,
  ROUTES_BY_NAME.updateEvent,
  ROUTES_BY_NAME.updateMarket,
  ...TELL_TEXTS,
  // Orders of a batch that were refused, which would be tried again.
  ROUTES_BY_NAME.placeOrders,
  // Answers that depend on the view of that moment.
  ROUTES_BY_NAME.cancelOrder,
  ROUTES_BY_NAME.cancelOrders,
  ROUTES_BY_NAME.cancelAll,
  ROUTES_BY_NAME.cancelMarketOrders,
  ROUTES_BY_NAME.deleteBuilderKey,
  ROUTES_BY_NAME.removeCommentsOfUser,
  ROUTES_BY_NAME.removeCommentsOfUserAsOperator,
  // The account of a wallet that may be lent to another one later.
  ROUTES_BY_NAME.addModerator,
  ROUTES_BY_NAME.removeModerator,
]);

/** Headers that are repeated with a stored answer. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'www-authenticate'] as const;

/**
 * True for dropping notifications in the public clients' profile. Those clients name what to drop in the query alone,
 * so the signatures of two drops in the same second are equal.
 */
export function isMeantByQuery(route: Route, profile: ProfileKind): boolean {
  return profile === 'polymarket' && route === ROUTES_BY_NAME.dropNotifications;
}

/** A request with a key, while it is being answered. */
export interface KeyedRequest {
  readonly id: RequestId;
  /** The record of the request; null the first time. */
  readonly kept: KeptRequest | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: Idempotency;
  }
  interface FastifyRequest {
    /** null without a key or a signature that serves as one, and if the handler itself identifies the sender. */
    keyed: KeyedRequest | null;
    openAnswer: OpenAnswer | null;
  }
}

export interface Idempotency {
  readonly live: LiveRequests;
  /** null if nothing outlives the process. */
  readonly stored: StoredAnswers | null;
  readonly view: VenueView;
  readonly users: KeyUsers;
  readonly profile: ProfileKind;
  readonly currentStatus: CurrentStatus;
  /** True if answers that tell texts of people may be stored. */
  readonly keepsTexts: boolean;
  /** True if a key is in use for something that the journal does not know. */
  readonly isUsedElsewhere: (id: RequestId) => boolean;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

export interface IdempotencyHooks {
  readonly preHandler: readonly preHandlerHookHandler[];
  readonly onSend: readonly onSendHookHandler<unknown>[];
}

/** Sets up idempotency for the server's routes; called before any route is mounted. */
export function registerIdempotency(app: FastifyInstance, idempotency: Idempotency): void {
  app.decorate('idempotency', idempotency);
  app.decorateRequest('keyed', null);
  app.decorateRequest('openAnswer', null);
}

/** Returns the hooks of a route, the last ones before its handler. */
export function idempotencyHooks(idempotency: Idempotency, route: Route): IdempotencyHooks {
  if (!isWrite(route)) return { preHandler: [], onSend: [] };
  const find = idempotency.users(route);
  const isNamed = isNamedBySignature(route) && !isMeantByQuery(route, idempotency.profile);
  const use = async (sent: string | null, request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const user = find(request);
    if (user === null) return true;
    const signature = isNamed ? user.signature : null;
    const key = sent ?? signature;
    if (key === null) return true;
    const id = requestIdOf(request, user.by, key, user.about);
    const whole = signature === null || signature === key ? id : { ...id, signature };
    return begin(idempotency, route, user, whole, request, reply);
  };
  return { preHandler: [createKeyHook(route, use, isNamed)], onSend: [keepAnswer] };
}

/**
 * Creates a hook for requests with a key; if `isNamed`, also for requests without one (null). `use` resolves to true if
 * the handler has to run; otherwise it has answered the request.
 */
export function createKeyHook<Key extends string | null>(
  route: Route,
  use: (key: Key, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
  isNamed = false,
): preHandlerHookHandler {
  return (request, reply, done) => {
    const key = request.headers[IDEMPOTENCY_HEADER];
    if (key === undefined && !isNamed) return done();
    // Node joins repeated headers with a comma and a space.
    if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))) {
      void sendFailure(reply, failure('idempotency_key_invalid'), route.errorShape);
      return;
    }
    void use((key ?? null) as Key, request, reply).then((goesOn) => {
      if (goesOn) done();
    }, done);
  };
}

/**
 * Identity of a request for the exchange: owner, key, and a hash of its content. `about` is content besides method,
 * path and body.
 */
export function requestIdOf(request: FastifyRequest, by: AccountId | null, key: string, about = ''): RequestId {
  const { method, raw } = request;
  const body = bodyBytes(request);
  const line = about === '' ? '' : `${about}\n`;
  const asked = Buffer.concat([Buffer.from(`${line}${method} ${raw.url ?? ''}\n`), body]);
  return { by, key, hash: hash('sha256', asked, 'hex').slice(0, 32) };
}

/** Resolves to true if the handler has to run; otherwise the request is answered. */
async function begin(
  { live, stored, view, clock, isUsedElsewhere, currentStatus, keepsTexts }: Idempotency,
  route: Route,
  { isRevoked }: KeyUser,
  id: RequestId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { by, key, signature } = id;
  if (isUsedElsewhere(id)) return refuseOther(reply, route);
  const sendAgain = async (first: FirstAnswer): Promise<false> =>
    sendFirst(reply, route === ROUTES_BY_NAME.placeOrders ? await currentStatus.renewed(first) : first, key);
  // A revoked key does not wait: the request that revoked it is already in the view.
  while (!isRevoked) {
    const underWay = live.underWay(by, key);
    if (underWay === null) break;
    if (underWay.hash !== id.hash) return refuseOther(reply, route);
    const first = await underWay.first;
    if (first !== null) return sendAgain(first);
    // The timestamp may have expired meanwhile.
    request.caller = null;
  }
  const find = (name = key): KeptRequest | null => keptAs(by, name, { clock, view });
  const kept = find();
  if ([kept, signature === undefined ? null : find(signature)].some((other) => other !== null && other.key !== key)) {
    void sendFailure(reply, failure('signature_used'));
    return false;
  }
  if (isRevoked && kept?.hash !== id.hash) return true;
  if (kept !== null && kept.hash !== id.hash) return refuseOther(reply, route);
  const first = kept === null ? null : (stored?.find(kept) ?? null);
  if (first !== null) return sendAgain(first);
  if (kept !== null) markReplayed(reply, key);
  request.keyed = { id, kept };
  if (isRevoked) return true;
  const keep = (answer: FirstAnswer): void => {
    const done = find();
    if (done !== null) stored?.keep(done, answer);
  };
  const isStored = OF_THEIR_MOMENT.has(route) && (keepsTexts || !TELL_TEXTS.has(route));
  request.openAnswer = live.open(by, key, id.hash, isStored ? keep : null);
  return true;
}

const keptAs = (by: AccountId | null, key: string, { clock, view }: Pick<Idempotency, 'clock' | 'view'>) =>
  view.state.requests.find(by, key, Math.max(clock(), view.state.timeMs));

/** Name of the log's record of a request, for the part of it that a store beside the log carries out; none without a key. */
export function recordOf({ keyed, server }: FastifyRequest): string | undefined {
  const kept = keyed && (keyed.kept ?? keptAs(keyed.id.by, keyed.id.key, server.idempotency));
  return kept === null ? undefined : `${kept.timeMs}-${kept.sequences[0]}`;
}

/** True if the request was carried out before, under the same key. */
export function wasDone({ keyed }: FastifyRequest): boolean {
  return keyed !== null && keyed.kept !== null;
}

export function refuseOther(reply: FastifyReply, route: Route): false {
  void sendFailure(reply, failure('idempotency_key_used'), route.errorShape);
  return false;
}

/** Marks an answer as a repeat. It names the key, unless the key was derived from the signature. */
export function markReplayed(reply: FastifyReply, key: string): void {
  reply.header(REPLAYED_HEADER, 'true');
  if (!isSignatureKey(key)) reply.header(IDEMPOTENCY_HEADER, key);
}

export function sendFirst(reply: FastifyReply, answer: FirstAnswer, key: string): false {
  markReplayed(reply, key);
  reply.routeOptions.config.counts?.count(answer.status);
  void reply.code(answer.status).headers(answer.headers).send(answer.body);
  return false;
}

export const keepAnswer: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const { openAnswer } = request;
  if (openAnswer !== null) {
    request.openAnswer = null;
    // A body that is sent in pieces is too large to keep.
    const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
    const answer = toAnswer(reply, payload);
    if (reply.statusCode >= 300) openAnswer.undone(answer);
    else openAnswer.done(isWhole ? answer : null);
  }
  done(null, payload);
};

/** Copies an answer as it is sent. */
function toAnswer(reply: FastifyReply, payload: unknown): FirstAnswer {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  // Copied, because the memory of large answers is released as soon as they are sent.
  const body = typeof payload === 'string' ? payload : payload instanceof Uint8Array ? Uint8Array.from(payload) : '';
  return { status: reply.statusCode, headers, body };
}

export type Submitter = { readonly exchange: Exchange; readonly history: History };

export type FirstOutcome = Exclude<ExchangeOutcome, RepeatedDecision>;

/** Submits the only command of a request. Throws the errors of `Exchange.submit` and `History.entry`. */
export async function submitOnce(submits: Submitter, request: FastifyRequest, command: Command): Promise<FirstOutcome> {
  const { keyed } = request;
  const acted = withAct(request, command);
  if (keyed === null) return notRepeated(await submits.exchange.submit(acted));
  const before = await firstOutcome(submits, request);
  if (before !== null) return before;
  const outcome = await submits.exchange.submit({ ...acted, request: keyed.id });
  if (outcome.kind !== 'repeated') return outcome;
  // Another node was faster.
  return acceptedOf(await submits.history.entry(outcome.sequence, askerOf(request)));
}

/** The command as part of the act of an administrator's request; `reason` is that of the body, beside the command's own. */
export function withAct({ admin }: Pick<FastifyRequest, 'admin'>, command: Command, reason?: string): Command {
  if (admin === null || command.act !== undefined) return command;
  const note = 'note' in command ? command.note : 'reason' in command ? command.reason : '';
  return { ...command, act: actOf(admin, reason ?? note) };
}

/**
 * The first outcome of a repeated request; null if this is the first. For requests that cannot be interpreted a second
 * time.
 */
export async function firstOutcome({ history }: Submitter, request: FastifyRequest): Promise<Accepted | null> {
  const [sequence] = request.keyed?.kept?.sequences ?? [];
  return sequence === undefined ? null : acceptedOf(await history.entry(sequence, askerOf(request)));
}

/** Submits one of several commands of a request, each of which is a no-op the second time. */
export async function submitPart(
  { exchange }: Submitter,
  id: RequestId | undefined,
  command: Command,
): Promise<FirstOutcome> {
  return notRepeated(await exchange.submit(partOf(id, command)));
}

/** Marks a command as one of several of its request. */
export function partOf(id: RequestId | undefined, command: Command): Command {
  return id === undefined ? command : { ...command, request: { ...id, part: true } };
}

/** Records the key of a request that has nothing to do, so that a late repeat does nothing either. */
export async function recordRequest(submits: Submitter, keyed: { readonly id: RequestId } | null): Promise<void> {
  if (keyed !== null && !isSignatureKey(keyed.id.key))
    await submits.exchange.submit({ kind: 'RecordRequest', request: keyed.id });
}

/**
 * Does the same for a request that was carried out before under another key or none. Its answer is known, and must not
 * be lost because a full disk cannot record the key.
 */
export async function recordDone(submits: Submitter, keyed: Pick<FastifyRequest, 'keyed'>['keyed']): Promise<void> {
  if (keyed === null || keyed.kept !== null) return;
  await recordRequest(submits, keyed).catch((error: unknown) => {
    if (!(error instanceof StorageFull)) throw error;
  });
}

/** The outcome that a journal entry represents. */
export function acceptedOf(entry: ChainedEntry): Accepted {
  const kept = entry.events.find((event) => event.kind === 'RequestKept');
  return { kind: 'accepted', entry, notCanceled: kept?.notCanceled ?? {} };
}

/** The outcome of a command that is idempotent by itself and so never counts as repeated. Throws if it does. */
export function notRepeated(outcome: ExchangeOutcome): FirstOutcome {
  if (outcome.kind === 'repeated') throw new Error('a command without a request was repeated');
  return outcome;
}
