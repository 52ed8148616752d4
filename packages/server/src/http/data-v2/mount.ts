/** Mounts routes of the second data interface: both spellings of names, selectors, cursors, and reads that answer. */
import { isDeepStrictEqual } from 'node:util';
import { DATA_V2_IDS_MAX, type Route } from '@bellwether/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeDataCursor, type PageParameters } from '../../wire/data-v2/cursor.ts';
import { badRequest, type Failure, failure, isFailure } from '../../wire/failure.ts';
import type { AppDependencies } from '../dependencies.ts';
import { answer, mount } from '../mount.ts';
import { sendFailure } from '../plugins/answers.ts';
import { mayReadLedger } from '../plugins/client-address.ts';
import { createRouteQueryReader, type QueryRoute, unknownParameterText } from '../plugins/query.ts';
import { answerRead } from '../send-read.ts';

type DataRoute = Route & QueryRoute;
/** Name of each field in a request, by its name in the schema. */
type Spelt = ReadonlyMap<string, string>;

/** Fields of a checked query that many routes have: ids are distinct, and addresses are in lower case. */
interface Selectors {
  readonly user?: string;
  readonly condition?: readonly string[];
  readonly event_id?: readonly string[];
}

export interface DataV2Route<Query> {
  readonly route: DataRoute;
  /** The read that answers, or the answer itself, if it needs no rows. */
  readonly read: string | ((query: Query) => object);
  /** Fields that a cursor binds; null for routes without pages. */
  readonly bound: readonly string[] | null;
  /** Checks the query further and turns it into parameters of the read. */
  readonly parametersOf?: (query: Query & { readonly page: PageParameters }) => object | Failure;
  /** True if the allow-list of the ledger applies. */
  readonly isAllowListed?: boolean;
}

/** A bad request that names the parameter. */
export const badParameter = (parameter: string, problem: string): Failure => ({
  ...badRequest(`${parameter} ${problem}`),
  parameter,
});

/** Creates the function that mounts one route. */
export function createMountDataV2(app: FastifyInstance, dependencies: AppDependencies) {
  const { reader, settings, credentials } = dependencies;
  const checkSelectors = createCheckSelectors(dependencies);
  return <Query extends object>({ route, read, bound, ...options }: DataV2Route<Query>): void => {
    const { parametersOf = (query) => query, isAllowListed = false } = options;
    const key = Buffer.from(credentials.keyFor(`cursors of ${route.path}`)).toString('hex');
    const readQuery = createDataQueryReader<Query & Selectors & PagedQuery>(route);
    const parametersFrom = (request: FastifyRequest): object | Failure => {
      const spelt = speltNames(route, request);
      const query = readQuery(request.query);
      if (query.kind === 'failure') return query;
      const checked = checkSelectors(query.value, spelt);
      if (isFailure(checked)) return checked;
      const complete = bound === null ? checked : withPage(checked, spelt, bound, key);
      return isFailure(complete) ? complete : parametersOf(complete as Query & { readonly page: PageParameters });
    };
    mount(app, route, (request, reply) => {
      app.traces?.of(reply);
      if (isAllowListed && !mayReadLedger(request, settings.dataAllowlist))
        return sendFailure(reply, failure('ip_not_allowlisted'));
      const parameters = parametersFrom(request);
      if (typeof read === 'string') return answerRead(reply, reader, read, parameters);
      return answer(reply, isFailure(parameters) ? parameters : read(parameters as Query));
    });
  };
}

function createDataQueryReader<Query>(route: DataRoute) {
  return createRouteQueryReader<Query>(route, {
    unknown: (parameter, meant) =>
      parameter === 'offset'
        ? badParameter(parameter, 'is not taken here: follow next_cursor of the pagination')
        : { ...badRequest(unknownParameterText(parameter, meant)), parameter },
    invalid: (detail, parameter) => ({ ...badRequest(detail), parameter }),
    missing: (parameter) => badParameter(parameter, 'is required'),
  });
}

function speltNames({ queryAliases = {} }: DataRoute, { query }: FastifyRequest): Spelt {
  return new Map(Object.keys((query ?? {}) as object).map((name) => [queryAliases[name] ?? name, name]));
}

function createCheckSelectors({ parseAddress, domain, negRiskDomain }: AppDependencies) {
  const contracts = new Set([domain, negRiskDomain].map((each) => each?.verifyingContract.toLowerCase()));
  return <Query extends Selectors>(query: Query, spelt: Spelt): Query | Failure => {
    const checked = { ...query } as Query & { user?: string; condition?: string[]; event_id?: string[] };
    if (query.user !== undefined) {
      const named = parseAddress(query.user);
      if (named.kind === 'invalid') return badParameter('user', named.error);
      if (contracts.has(named.address)) return badParameter('user', 'is a contract of the exchange, not a wallet');
      checked.user = named.address;
    }
    for (const field of ['condition', 'event_id'] as const) {
      const ids = query[field];
      if (ids === undefined) continue;
      const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
      if (distinct.length > DATA_V2_IDS_MAX)
        return badParameter(spelt.get(field) ?? field, `must name at most ${DATA_V2_IDS_MAX} distinct ids`);
      checked[field] = distinct;
    }
    return checked;
  };
}

interface PagedQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** The query with its page. A cursor brings the size and the filters of the first page, which may be repeated. */
function withPage<Query extends object>(
  query: Query & PagedQuery,
  spelt: Spelt,
  bound: readonly string[],
  key: string,
): (Query & { readonly page: PageParameters }) | Failure {
  const { limit, cursor, ...fields } = query;
  const filters = fields as Readonly<Record<string, unknown>>;
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => filters[name] !== undefined).map((name) => [name, filters[name]]));
  if (cursor === undefined) {
    const page: PageParameters = { limit, offset: 0, place: [], bound: pick(bound), key };
    return { ...(fields as Query), page };
  }
  const content = decodeDataCursor(key, cursor);
  if (content === null)
    return badParameter('cursor', 'is no cursor of this list: send next_cursor of the page before as it came');
  const contradicted = bound.find(
    (name) => spelt.has(name) && !isDeepStrictEqual(comparable(filters[name]), comparable(content.bound[name])),
  );
  if (contradicted !== undefined) {
    const name = spelt.get(contradicted) ?? contradicted;
    return badParameter(name, 'is not as on the first page: leave it out, or begin again without cursor');
  }
  const others = pick(Object.keys(filters).filter((name) => !bound.includes(name)));
  return { ...(others as Query), ...content.bound, page: { ...content, key } };
}

/** Lists of ids are compared in any order. */
const comparable = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value);
