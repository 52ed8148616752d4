/**
 * The fuzzer: sends requests generated from the route table to a whole venue and checks every answer against the
 * contract. A run in which some route never accepts a request also fails, because it would prove nothing about that
 * route.
 */
import { type ProfileKind, ROUTES, type Route, venueProfile } from '@bellwether/contract';
import { assertInvariants, assertTotals, hashState } from '@bellwether/engine';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { GENESIS_HASH } from '@bellwether/ports/journal.ts';
import fc from 'fast-check';
import { portOf } from '../testing/raw-socket.ts';
import { type Delivered, inject, overSocket } from './deliver.ts';
import { cleanRequestsFor, type FuzzRequest, requestsFor } from './request.ts';
import { createWorld, mend, refresh, type World } from './world.ts';

interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Profile of the venue; its own by default. */
  readonly profile?: ProfileKind;
}

export interface FuzzReport {
  readonly requests: number;
  readonly overSocket: number;
  /** Answers by route and status. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly problems: readonly string[];
}

/** Routes that only the public clients' profile offers. */
const OF_PUBLIC_CLIENTS: ReadonlySet<string> = new Set([
  'POST /submit',
  'POST /v1/session-signers/authorizations',
  'POST /v1/session-signers/revocations',
]);
/** Routes that this profile does not offer, as its clients have another one for them. */
const OF_OWN_CLIENTS: ReadonlySet<string> = new Set(['POST /account/keys']);
/** Maximum clean requests for a route that random requests have not reached. */
const CLEAN_REQUESTS_MAX = 200;
/** Requests between two refreshes of the world. */
const CHUNK = 500;
/** One request in this many goes over a real connection. */
const SOCKET_SHARE = 25;
const PROBLEMS_MAX = 20;
/** Signs of internals in an answer: stack traces, paths, statements, missing values. */
const INTERNAL =
  /\bundefined\b|\[object |\bNaN\b|node_modules|\.(?:ts|js|mjs):[0-9]|\n {4}at |SQLITE|\bSELECT\b[^"]+\bFROM\b|\b(?:Type|Range|Syntax|Reference|Assertion)Error\b|file:\/\/|fts5/;

interface Findings {
  readonly counts: Map<string, Map<number, number>>;
  readonly problems: string[];
  /** Routes that accepted a request of their own method. */
  readonly reached: Set<string>;
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

/**
 * True if a request uses its route's own method. With another method it proves nothing: every route answers a
 * preflight.
 */
const isOfItsRoute = ({ route, method }: FuzzRequest): boolean => route.startsWith(`${method} `);

/** Runs the fuzzer; ends early after too many problems. */
export async function fuzz({ requests, seed, profile = 'bellwether' }: FuzzOptions): Promise<FuzzReport> {
  const world = await createWorld(profile);
  const counts = new Map(ROUTES.map((route) => [nameOf(route), new Map<number, number>()]));
  const problems: string[] = [];
  const found: Findings = { counts, problems, reached: new Set() };
  const socketRequests = { count: 0 };
  try {
    const byRoute = ROUTES.map((route) => requestsFor(route, world));
    for (let sent = 0; sent < requests && problems.length < PROBLEMS_MAX; sent += CHUNK) {
      const numRuns = Math.min(CHUNK, requests - sent);
      const plans = evenly(byRoute, numRuns, seed + sent);
      for (const [index, request] of plans.entries()) {
        if (index % SOCKET_SHARE === 0) socketRequests.count += 1;
        await sendOne(world, request, index % SOCKET_SHARE === 0, found);
        if (problems.length >= PROBLEMS_MAX) break;
      }
      await refresh(world);
    }
    await reachTheRest(world, seed, profile, found);
    if (problems.length === 0) problems.push(...(await finalProblems(world)));
  } finally {
    world.stack.brokenAnswers.length = 0;
    await world.stack.close();
  }
  return { requests, overSocket: socketRequests.count, counts, problems };
}

/** Picks `count` requests in random order, with at most one more of any route than of another. */
function evenly(byRoute: readonly fc.Arbitrary<FuzzRequest>[], count: number, seed: number): FuzzRequest[] {
  const numRuns = Math.ceil(count / byRoute.length);
  const all = byRoute.flatMap((requests, index) => fc.sample(requests, { numRuns, seed: seed + index }));
  const shuffled = fc.shuffledSubarray(all, { minLength: count, maxLength: count });
  return fc.sample(shuffled, { numRuns: 1, seed }).flat();
}

async function sendOne(
  world: World,
  request: FuzzRequest,
  isRaw: boolean,
  { counts, problems, reached }: Findings,
): Promise<void> {
  const { stack } = world;
  const answers = isRaw ? await overSocket(request, world, await portOf(stack.app)) : [await inject(request, world)];
  const found = [...stack.brokenAnswers.splice(0), ...answers.flatMap((answer) => problemOf(request, answer) ?? [])];
  for (const fault of stack.faults.splice(0)) found.push(`a fault: ${faultText(fault)}`);
  for (const problem of found) problems.push(`${problem}\n    ${describe(request)}`);
  for (const { status, text } of answers) {
    const byStatus = counts.get(request.route) ?? new Map<number, number>();
    counts.set(request.route, byStatus.set(status, (byStatus.get(status) ?? 0) + 1));
    if (status < 200 || status >= 300 || !isOfItsRoute(request)) continue;
    reached.add(request.route);
    await mend(world, request.route, text);
  }
}

/** Problem of an answer other than its schema, which the stack checks itself; null if there is none. */
export function problemOf(request: FuzzRequest, { status, contentType, text }: Delivered): string | null {
  if (status >= 500 && status !== 503) return `status ${status}: ${text.slice(0, 300)}`;
  if (status < 200) return `no proper status (${status})`;
  const isError = status >= 400;
  if (isError && request.method !== 'HEAD') {
    if (contentType !== 'application/json; charset=utf-8') return `an error of type "${contentType}"`;
    const body = parsed(text);
    if (typeof body !== 'object' || body === null || !('error' in body))
      return `an error without its words: ${text.slice(0, 200)}`;
  }
  // Scripts and metrics are not answers of the API.
  const inside = contentType.startsWith('application/json') ? INTERNAL.exec(text) : null;
  return inside === null || isEcho(request, inside[0])
    ? null
    : `internal words "${inside[0]}" in ${text.slice(0, 300)}`;
}

/** True if the word is an echo of the client's own input. */
function isEcho({ target, body }: FuzzRequest, word: string): boolean {
  return target.includes(word) || (body?.includes(word) ?? false);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function faultText(fault: object): string {
  const error = 'err' in fault ? fault.err : fault;
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
}

/** Describes a request in enough detail to send it again by hand. */
export function describe({ method, target, auth, contentType, body, trader }: FuzzRequest): string {
  const text = body === null ? 'no body' : `body ${JSON.stringify(body.toString('utf8').slice(0, 2_000))}`;
  return `${method} ${target} (auth ${auth}, trader ${trader % 4}, type ${contentType}) ${text}`;
}

/** True if the profile offers the route; other routes refuse every request with an error text. */
function isOffered(route: Route, profile: ProfileKind): boolean {
  if (route.since !== undefined && !venueProfile(profile).differences.has(route.since)) return false;
  const offered = profile === 'polymarket' ? OF_PUBLIC_CLIENTS : OF_OWN_CLIENTS;
  return !route.errors.includes('not_offered') || offered.has(nameOf(route));
}

/**
 * Sends clean requests to routes not reached yet, so that finding faults in accepted requests does not depend on
 * chance.
 */
async function reachTheRest(world: World, seed: number, profile: ProfileKind, found: Findings): Promise<void> {
  const { counts, problems, reached } = found;
  for (const route of ROUTES) {
    const name = nameOf(route);
    if (reached.has(name) || !isOffered(route, profile)) continue;
    await refresh(world);
    const requests = fc.sample(cleanRequestsFor(route, world), { numRuns: CLEAN_REQUESTS_MAX, seed });
    while (!reached.has(name) && problems.length === 0) {
      const request = requests.pop();
      if (request !== undefined) await sendOne(world, request, false, found);
      else problems.push(`${name} never accepted a request: ${JSON.stringify([...(counts.get(name) ?? [])])}`);
    }
  }
}

/** Problems of the venue after the run: it must be alive, have consistent books, and be the same after a replay. */
async function finalProblems({ stack }: World): Promise<string[]> {
  const problems: string[] = [];
  const alive = await stack.app.inject({ url: '/' });
  if (alive.body !== '"OK"') problems.push(`the venue does not answer any more: ${alive.body}`);
  const { state, entries } = stack.exchange;
  const replayed = new Follower(emptyStart());
  replayed.fold(entries, GENESIS_HASH);
  if (hashState(replayed.state) !== hashState(state)) problems.push('the history told again gives another state');
  for (const check of [assertTotals, assertInvariants]) {
    try {
      check(state);
    } catch (error) {
      problems.push(`a broken invariant: ${String(error)}`);
    }
  }
  return problems;
}
