/** Finds out who reads a venue that is for members: by session cookie, bearer token or API key. */
import { type Route, VENUE_ROUTES } from '@bellwether/contract';
import type { AccountId } from '@bellwether/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BUILDER_FIELDS, knownHeaders, L2_FIELDS } from '../../auth/header-names.ts';
import { isRead } from '../connections/fairness.ts';
import type { AppDependencies } from '../dependencies.ts';
import type { Identify, IdentifyBuilder } from '../pipeline.ts';

/** True while a member still is one; asked again while a feed is open. */
export type Membership = () => boolean | Promise<boolean>;

/**
 * `open`: everyone gets this answer. `shell`: everyone gets the page without anything of the venue's. `own`: the route
 * itself admits, by credentials that the request shows. `later`: its API key can be checked once the body is there.
 * `answered`: refused already.
 */
export type Verdict = Membership | 'open' | 'shell' | 'own' | 'later' | 'outsider' | 'answered';

/** Finds what a request's bearer token admits to. A wrong one counts as a guess; null: nothing, and answered. */
type CheckToken = (request: FastifyRequest, reply: FastifyReply) => Membership | null;

type Parts = Pick<AppDependencies, 'people' | 'settings' | 'view'>;

const OPEN: ReadonlySet<string> = new Set([VENUE_ROUTES.health.path, VENUE_ROUTES.time.path]);
/** True for what a browser asks before it sends credentials; the answer follows from the table of routes. */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
/** Paths of the page, whose handlers show everyone else its frame alone. */
const PAGE = /^\/app(?:\/|$)/;
const SET_UP = '/app/setup/link';
const BEARER = /^Bearer /i;
const OF_PEOPLE = '/auth/people/';

export type Judge = (request: FastifyRequest, reply: FastifyReply) => Verdict | Promise<Verdict>;

/** Ways in which the gateway recognises who asks. */
interface Recognises {
  readonly identify: Identify;
  readonly identifyBuilder: IdentifyBuilder;
  readonly checkToken: CheckToken;
  readonly isForeign: (request: FastifyRequest) => boolean;
}

export function createJudge({ people, settings, view }: Parts, recognises: Recognises) {
  const { checkToken, identify, identifyBuilder, isForeign } = recognises;
  const keyHeaders = [...knownHeaders(settings.authPrefixes, [...L2_FIELDS, ...BUILDER_FIELDS]).keys()];
  const showsKey = ({ headers }: FastifyRequest): boolean => keyHeaders.some((name) => headers[name] !== undefined);
  const isActive = (account: AccountId | undefined): boolean =>
    account === undefined || !view.state.rights.suspended.has(account);

  /** The person of the session, who is asked for anew each time: the store remembers it for a moment. */
  const byCookie = async (cookie: string): Promise<Membership | null> => {
    const isMember = async (): Promise<boolean> => {
      const person = (await people?.session(cookie)) ?? null;
      if (person === null || person.state !== 'joined') return false;
      return person.account === null || isActive(view.state.accountsByAddress.get(person.account));
    };
    return (await isMember()) ? isMember : null;
  };

  const byKey = (request: FastifyRequest): Membership | null => {
    const caller = identify(request);
    if (caller.kind === 'caller') {
      // Saves the route from identifying the caller again.
      request.caller = caller;
      const { account, apiKey } = caller;
      return () => isActive(account.id) && view.state.apiKeys.get(apiKey)?.revoked === false;
    }
    const builder = identifyBuilder(request);
    return builder?.kind === 'builder' ? () => isActive(builder.account) : null;
  };

  /** Routes that everyone may ask, or that look for credentials before anything else. */
  const ofRoute = (request: FastifyRequest, hasKey: boolean): Verdict | null => {
    const { url = '' } = request.routeOptions;
    if (isPreflight(request) && !isForeign(request)) return 'open';
    if (request.is404) return null;
    if (OPEN.has(url) || url.startsWith(OF_PEOPLE) || url.startsWith(SET_UP)) return 'open';
    // Signing in by a wallet needs the terms of the signature.
    if (url === VENUE_ROUTES.venue.path && people === undefined) return 'open';
    if (PAGE.test(url)) return 'shell';
    const auth: Route['auth'] | undefined = request.routeOptions.config.route?.auth;
    if (auth === 'l1' || (auth === 'l2' && hasKey)) return 'own';
    const isOfAdmin = auth === 'admin' && (hasKey || request.headers.authorization !== undefined);
    return isOfAdmin ? 'own' : null;
  };

  const judge: Judge = (request, reply) => {
    const { authorization, cookie } = request.headers;
    const hasKey = showsKey(request);
    const ofTheRoute = ofRoute(request, hasKey);
    if (ofTheRoute !== null && ofTheRoute !== 'shell') return ofTheRoute;
    const other = ofTheRoute ?? 'outsider';
    if (BEARER.test(authorization ?? '')) return checkToken(request, reply) ?? 'answered';
    const rest = (): Verdict => {
      if (!hasKey) return other;
      if (!isRead(request.raw)) return request.is404 ? other : 'later';
      return byKey(request) ?? other;
    };
    // Browsers send cookies along with a feed that a page of another site opens.
    if (people === undefined || cookie === undefined || isForeign(request)) return rest();
    return byCookie(cookie).then((member) => member ?? rest());
  };
  return { judge, byKey };
}
