/** Mounts routes of the second data interface: both spellings of names, selectors, cursors, and reads that answer. */
import { isDeepStrictEqual } from 'node:util';
import { conditionIdText, DATA_V2_IDS_MAX } from '@bellwether/contract';
import {
  type DataQuery,
  type DataRoute,
  decodeDataCursor,
  type PageParameters,
} from '@bellwether/wire/data-v2/cursor.ts';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { answer, isFailure, mount } from '../mount.ts';
import { sendFailure } from '../plugins/answers.ts';
import { mayReadLedger } from '../plugins/client-address.ts';
import { createRouteQueryReader, unknownParameterText } from '../plugins/query.ts';
import { CONTRACTS } from '../relay/contracts.ts';
import { answerRead } from '../send-read.ts';

/** Name of each field in a request, by its name in the schema. */
type RequestNames = ReadonlyMap<string, string>;

/** Fields of a checked query that many routes have: ids are distinct, and addresses are in lower case. */
interface Selectors {
  readonly user?: string;
  readonly condition?: readonly string[];
  readonly event_id?: readonly string[];
}

interface DataV2Options<Query> {
  /** Answers at once. By default, the read with the name of the path answers. */
  readonly answerOf?: (query: Query) => object;
  /** Fields that a cursor keeps, so that later pages need not repeat them. */
  readonly bound?: readonly string[];
  /** Fields that every page repeats as they were on the first. */
  readonly resent?: readonly string[];
  /** Fields that are not given but follow from others. A later page may state them. */
  readonly usual?: (query: Query) => Partial<Query>;
  /** Leaves out of the query what the route does not count. */
  readonly prepared?: (query: Query) => Query | Failure;
  /** Checks the query further and turns it into parameters of the read. */
  readonly parametersOf?: (query: Query) => object | Failure;
}

export const badParameter = (parameter: string, problem: string): Failure => ({
  ...badRequest(`${parameter} ${problem}`),
  parameter,
});

export function createMountDataV2(app: FastifyInstance, dependencies: AppDependencies) {
  const { reader, settings, credentials } = dependencies;
  const checkSelectors = createCheckSelectors(dependencies);
  return <R extends DataRoute>(route: R, options: DataV2Options<DataQuery<R>> = {}): void => {
    type Query = DataQuery<R>;
    const { answerOf, bound = [], resent = [], usual = () => ({}), parametersOf = (query: Query) => query } = options;
    const { prepared = (query: Query) => query } = options;
    const hasPages = 'cursor' in route.query.properties;
    const isAllowListed = route.errors.includes('ip_not_allowlisted');
    const key = Buffer.from(credentials.keyFor(`cursors of ${route.path}`)).toString('hex');
    const readQuery = createDataQueryReader<Query & Selectors & PagedQuery>(route);
    const parametersFrom = (request: FastifyRequest): object | Failure => {
      const spelt = speltNames(route, request);
      const query = readQuery(request.query);
      if (query.kind === 'failure') return query;
      const counted = prepared(query.value);
      if (isFailure(counted)) return counted;
      const checked = checkSelectors(counted as typeof query.value, spelt);
      if (isFailure(checked)) return checked;
      const stated = { ...usual(checked), ...withoutNone(checked) };
      const complete = hasPages ? withPage(stated, spelt, { bound, resent, key }) : stated;
      return isFailure(complete) ? complete : parametersOf(complete as Query);
    };
    mount(app, route, (request, reply) => {
      app.traces?.of(reply);
      if (isAllowListed && !mayReadLedger(request, settings.dataAllowlist))
        return sendFailure(reply, failure('ip_not_allowlisted'));
      const parameters = parametersFrom(request);
      if (answerOf === undefined) return answerRead(reply, reader, route.path, parameters);
      return answer(reply, isFailure(parameters) ? parameters : answerOf(parameters as Query));
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

function speltNames({ queryAliases = {} }: DataRoute, { query }: FastifyRequest): RequestNames {
  return new Map(Object.keys((query ?? {}) as object).map((name) => [queryAliases[name] ?? name, name]));
}

function createCheckSelectors({ parseAddress, domain, negRiskDomain, v2Domains }: AppDependencies) {
  const exchanges = [domain, negRiskDomain, ...v2Domains].map((each) => each?.verifyingContract.toLowerCase());
  const contracts = new Set([...exchanges, ...CONTRACTS.keys()]);
  return <Query extends Selectors>(query: Query, spelt: RequestNames): Query | Failure => {
    const checked = { ...query } as Query & { user?: string; condition?: string[]; event_id?: string[] };
    if (query.user !== undefined) {
      const named = parseAddress(query.user);
      if (named.kind === 'invalid') return badParameter('user', named.error);
      if (contracts.has(named.address)) return badParameter('user', 'is a contract, not a wallet');
      checked.user = named.address;
    }
    for (const field of ['condition', 'event_id'] as const) {
      const ids = query[field];
      if (ids === undefined) continue;
      const distinct = [...new Set(ids.map(field === 'condition' ? conditionIdText : String))];
      if (distinct.length > DATA_V2_IDS_MAX)
        return badParameter(spelt.get(field) ?? field, `must name at most ${DATA_V2_IDS_MAX} distinct ids`);
      checked[field] = distinct;
    }
    return checked;
  };
}

/** The query without values that mean the same as no value: a bound of time that is 0, and a blank title. */
function withoutNone<Query extends object>(query: Query): Query {
  const isNone = ([name, value]: [string, unknown]): boolean =>
    ((name === 'start' || name === 'end') && value === 0) || (name === 'title' && String(value).trim() === '');
  return Object.fromEntries(Object.entries(query).filter((field) => !isNone(field))) as Query;
}

interface PagedQuery {
  readonly limit: number;
  readonly cursor?: string;
}

type Paging = { readonly bound: readonly string[]; readonly resent: readonly string[]; readonly key: string };

/** The query with its page. A cursor brings the size and the filters of the first page, which may be repeated. */
function withPage<Query extends object>(
  query: Query & PagedQuery,
  spelt: RequestNames,
  { bound, resent, key }: Paging,
): (Query & { readonly page: PageParameters }) | Failure {
  const { limit, cursor, ...fields } = query;
  const filters = fields as Readonly<Record<string, unknown>>;
  if (cursor === undefined) {
    const size = limit === 0 ? { limit: 1, isEmpty: true } : { limit };
    const page: PageParameters = { ...size, offset: 0, place: [], bound: pick(filters, [...bound, ...resent]), key };
    return { ...(fields as Query), page };
  }
  const content = decodeDataCursor(key, cursor);
  if (content === null)
    return badParameter('cursor', 'is no cursor of this list: send next_cursor of the page before as it came');
  const isAsBefore = (name: string): boolean => isDeepStrictEqual(...both(filters[name], content.bound[name]));
  const other = bound.find((name) => spelt.has(name) && !isAsBefore(name)) ?? resent.find((name) => !isAsBefore(name));
  if (other !== undefined) {
    const way = bound.includes(other) ? 'leave it out' : 'repeat it';
    return badParameter(
      spelt.get(other) ?? other,
      `is not as on the first page: ${way}, or begin again without cursor`,
    );
  }
  const others = pick(
    filters,
    Object.keys(filters).filter((name) => !bound.includes(name)),
  );
  return { ...(others as Query), ...pick(content.bound, bound), page: { ...content, key } };
}

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));

/** Lists of ids are compared in any order. */
const both = (...values: [unknown, unknown]): [unknown, unknown] =>
  values.map((value) => (Array.isArray(value) ? value.toSorted() : value)) as [unknown, unknown];
