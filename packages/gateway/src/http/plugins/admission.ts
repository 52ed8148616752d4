/**
 * Admits administrators to a route by their role: the root token, a named token, or the API key of an account with a role.
 * A token is checked before the body arrives. The signature of an API key covers the body, so it is checked after.
 */
import { BODY_BYTES_MAX, leastRole, mayUse, REASON_HEADER, type Role, type Route } from '@bellwether/contract';
import { ACT_REASON_LENGTH_MAX, type AccountId, type Act, type Address, type State } from '@bellwether/engine';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import type { FastifyReply, FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import type { Identify } from '../pipeline.ts';
import { createTokenCheck, digestOf, isDigest } from './admin-token.ts';
import { sendFailure } from './answers.ts';

const OF_TOKEN = 'token:';

/** An admitted administrator. */
export interface Admin {
  /** As in `Act`. */
  readonly actor: string;
  readonly role: Role;
  /** null for a token. */
  readonly account: AccountId | null;
  /** From the header X-Reason. */
  readonly reason: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null unless a route of administrators has admitted the request. */
    admin: Admin | null;
  }
}

export interface Admission {
  /** Hooks that admit to a route. */
  readonly hooksOf: (route: Route) => {
    readonly onRequest: readonly onRequestHookHandler[];
    readonly preHandler: readonly preHandlerHookHandler[];
  };
  /** Admits tokens only, with the role of an operator. */
  readonly token: onRequestHookHandler;
}

type Parts = Pick<AppDependencies, 'adminToken' | 'guesses' | 'view' | 'clock' | 'settings'>;

export function createAdmission(parts: Parts, identify: Identify): Admission {
  const { guesses, view, settings } = parts;
  const check = createTokenCheck(createFind(parts), guesses);
  const keyHeaders = settings.authPrefixes.map((prefix) => `${prefix}API_KEY`.toLowerCase());
  const isSigned = ({ headers }: FastifyRequest): boolean =>
    headers.authorization === undefined && keyHeaders.some((name) => headers[name] !== undefined);

  /** Refuses a role that is too narrow, and a reason that cannot be read. */
  const admit = (route: Pick<Route, 'method' | 'role'>, found: Omit<Admin, 'reason'>, request: FastifyRequest) => {
    if (!mayUse(found.role, route)) return failure('role_required', { role: leastRole(route) });
    const reason = reasonOf(request);
    if (typeof reason !== 'string') return reason;
    request.admin = { ...found, reason };
    return null;
  };
  const end = (refusal: Failure | null, reply: FastifyReply, done: () => void): void =>
    refusal === null ? done() : void sendFailure(reply, refusal, 'plain');

  const byToken =
    (route: Pick<Route, 'method' | 'role'>): onRequestHookHandler =>
    (request, reply, done) => {
      const found = check(request, reply);
      if (found !== null) end(admit(route, found, request), reply, done);
    };

  const byKey =
    (route: Route): preHandlerHookHandler =>
    (request, reply, done) => {
      if (request.admin !== null) return done();
      const caller = identify(request);
      if (caller.kind === 'failure') return end(caller, reply, done);
      request.caller = caller;
      const { id, address } = caller.account;
      const { community, rights } = view.state;
      const own = rights.roleOf(id);
      // An account of another role, or none, may be a moderator beside it.
      const role = !mayUse(own, route) && community.moderators.has(id) ? 'moderator' : own;
      end(admit(route, { actor: address, role, account: id }, request), reply, done);
    };

  return {
    hooksOf(route) {
      const token = byToken(route);
      const onRequest: onRequestHookHandler = function (request, reply, done) {
        if (!isSigned(request)) token.call(this, request, reply, done);
        // Nothing is proven yet, so that a large body is taken with a token only.
        else if (route.bodyBytesMax === undefined || fitsUsualBody(request)) done();
        else end(failure('body_too_large', { maximum: BODY_BYTES_MAX }), reply, done);
      };
      return { onRequest: [onRequest], preHandler: [byKey(route)] };
    },
    token: byToken({ method: 'POST' }),
  };
}

/**
 * Finds what a request's bearer token admits to, on any route; null: refused, and answered. Wrong tokens count as
 * guesses.
 */
export function createTokenReader(
  parts: Parts,
): (request: FastifyRequest, reply: FastifyReply) => (() => boolean) | null {
  const find = createFind(parts);
  const isStill = (digest: Buffer) => (find(digest) === null ? null : () => find(digest) !== null);
  return createTokenCheck(isStill, parts.guesses, 'members_only');
}

/** True if a request announces a body of the usual size. */
const fitsUsualBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= BODY_BYTES_MAX;

/** Finds what a token of this digest admits to. Compares with all tokens, so that the time reveals nothing. */
function createFind({ adminToken, view, clock }: Parts) {
  const root = digestOf(adminToken);
  return (digest: Buffer): Omit<Admin, 'reason'> | null => {
    const isRoot = isDigest(digest, root);
    let found: Omit<Admin, 'reason'> | null = isRoot ? { actor: 'root', role: 'owner', account: null } : null;
    for (const { name, hash, role, expires } of view.state.rights.tokens.values()) {
      const isRight = isDigest(digest, Buffer.from(hash, 'hex'));
      if (isRight && expires * 1000 > clock()) found ??= { actor: `${OF_TOKEN}${name}`, role, account: null };
    }
    return found;
  };
}

function reasonOf({ headers }: FastifyRequest): string | Failure {
  const sent = headers[REASON_HEADER];
  if (sent === undefined) return '';
  let reason: string;
  try {
    reason = decodeURIComponent(String(sent)).trim();
  } catch {
    return badRequest('header X-Reason must be URL-encoded UTF-8');
  }
  return reason.length <= ACT_REASON_LENGTH_MAX
    ? reason
    : badRequest(`header X-Reason must have at most ${ACT_REASON_LENGTH_MAX} characters`);
}

/** Actor of an admitted request: `root`, `token:NAME`, or an address. Throws for any other request. */
export function actorOf({ admin }: Pick<FastifyRequest, 'admin'>): string {
  if (admin === null) throw new Error('no administrator was admitted');
  return admin.actor;
}

/** Only an owner acts on an account with a role: anyone else could shut out the owner. */
export const mayActOn = (
  { view }: AppDependencies,
  { admin }: Pick<FastifyRequest, 'admin'>,
  account: AccountId,
): boolean => admin?.role === 'owner' || view.state.rights.roleOf(account) === 'trader';

/** Role that an actor of earlier has now; undefined for one without, such as the provider. */
function roleOfActor({ accountsByAddress, rights }: Readonly<State>, actor: string): Role | undefined {
  if (actor === 'root') return 'owner';
  const account = accountsByAddress.get(actor as Address);
  if (account !== undefined) return rights.roles.get(account);
  return actor.startsWith(OF_TOKEN) ? rights.tokens.get(actor.slice(OF_TOKEN.length))?.role : undefined;
}

/** The act of an administrator, with `ownReason` if the header has none. `submitOnce` adds it by itself. */
export function actOf(admin: Admin, ownReason: string): Act {
  const reason = (admin.reason === '' ? ownReason : admin.reason).slice(0, ACT_REASON_LENGTH_MAX);
  return { actor: admin.actor, role: admin.role, reason: reason.isWellFormed() ? reason : reason.slice(0, -1) };
}

/** The act behind what an actor of earlier has promised. */
export function promiseOf(state: Readonly<State>, actor: string, reason: string): Act {
  const role = roleOfActor(state, actor);
  return { actor, ...(role !== undefined && { role }), reason };
}
