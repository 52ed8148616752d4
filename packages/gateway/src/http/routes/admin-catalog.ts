/** The operator's calls that add to the catalog or change it. */
import { ADMIN_ROUTES, ImportBody, ImportQuery, mayUse } from '@bellwether/contract';
import type { CatalogId, Command, Event, State } from '@bellwether/engine';
import { createSerialRunner } from '@bellwether/ports/serial-runner.ts';
import {
  parseAdminEvent,
  parseEventPatch,
  parseMarketPatch,
  parseSeries,
  parseTag,
} from '@bellwether/wire/catalog-input/admin.ts';
import { describeInvalid, type InvalidInput, type Parsed } from '@bellwether/wire/catalog-input/fields.ts';
import { importAnswer, parseImport } from '@bellwether/wire/catalog-input/import.ts';
import { type CatalogInputContext, IN_USE } from '@bellwether/wire/catalog-input/names.ts';
import { badRequest, type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { eventNamed, marketNamed } from '../catalog/named.ts';
import { termEffects, termsOf } from '../catalog/term-effects.ts';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mount, mountOperator } from '../mount.ts';
import { sendFailure } from '../plugins/answers.ts';
import { bodyBytes, createBodyReader, OPERATOR_BODY } from '../plugins/body.ts';
import { firstOutcome, submitOnce } from '../plugins/idempotency.ts';
import { createQueryReader } from '../plugins/query.ts';
import { realChanges } from '../real-changes.ts';
import { rejectFailure } from '../reject-failure.ts';
import { sendDone } from '../send-read.ts';

/** Catalog JSON, which its own parsers check field by field. */
const CatalogRecord = Type.Object({}, { additionalProperties: true });

type Parse = (body: unknown, context: CatalogInputContext) => Parsed<Command> | Promise<Parsed<Command>>;
type Changed = { readonly kind: 'changed'; readonly events: readonly Event[] };

export function registerAdminCatalogRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const readInput = createBodyReader(CatalogRecord, invalidPayload, OPERATOR_BODY);

  // A name generated for one request must count as taken for the next.
  const inTurn = createSerialRunner();

  /** Reads the body with one of the catalog's parsers and submits the resulting command. */
  const change = async (request: FastifyRequest, parse: Parse): Promise<Changed | Failure> => {
    const { clock, runtime, settings, view } = dependencies;
    const hasVersions = settings.differences.has('market-version');
    const randomBytes = (count: number): Uint8Array => runtime.random.bytes(count);
    const body = readInput(bodyBytes(request));
    if (body.kind === 'failure') return body;
    // For a repeat: the names in its body exist now, so that the body could not be parsed again.
    const before = await firstOutcome(dependencies, request);
    if (before !== null) return { kind: 'changed', events: before.entry.events };
    return inTurn(async () => {
      const parsed = await parse(body.value, { nowMs: clock(), randomBytes, hasVersions, state: view.state });
      return parsed.kind === 'invalid' ? refuse(parsed) : submit(dependencies, request, parsed.value);
    });
  };

  const add = async (
    request: FastifyRequest,
    parse: Parse,
    added: (events: Changed['events']) => object,
  ): Promise<object> => {
    const changed = await change(request, parse);
    return changed.kind === 'failure' ? changed : added(changed.events);
  };
  mountOperator(app, ADMIN_ROUTES.addTag, (request) => add(request, parseTag, addedTag), 201);
  mountOperator(app, ADMIN_ROUTES.addSeries, (request) => add(request, parseSeries, addedSeries), 201);

  mount(app, ADMIN_ROUTES.addEvent, async (request, reply) => {
    const changed = await change(request, parseAdminEvent);
    if (changed.kind === 'failure') return sendFailure(reply, changed);
    const added = changed.events.find((event) => event.kind === 'CatalogEventAdded');
    if (added === undefined) return sendFailure(reply, conflict('the event exists already'));
    return sendEvent(dependencies, reply, added.event.id, 201);
  });

  registerPatches(app, dependencies, change);
  registerImport(app, dependencies);
}

type Change = (
  request: FastifyRequest,
  parse: (body: unknown) => Promise<Parsed<Command>>,
) => Promise<Changed | Failure>;

function registerPatches(app: FastifyInstance, dependencies: AppDependencies, change: Change): void {
  const { reader, view } = dependencies;

  mount(app, ADMIN_ROUTES.updateEvent, async (request, reply) => {
    const catalogEvent = eventNamed(request, view.state);
    if (isFailure(catalogEvent)) return sendFailure(reply, catalogEvent);
    const changed = await change(request, (body) =>
      mapParsed(parseEventPatch(body), async ({ changes, ...times }) => ({
        kind: 'UpdateCatalogEvent',
        catalogEvent: catalogEvent.id,
        ...times,
        changes: await realChanges(reader, { of: 'event', id: catalogEvent.id }, changes),
      })),
    );
    return changed.kind === 'failure'
      ? sendFailure(reply, changed)
      : sendEvent(dependencies, reply, catalogEvent.id, 200);
  });

  mount(app, ADMIN_ROUTES.updateMarket, async (request, reply) => {
    const market = marketNamed(request, view.state);
    if (isFailure(market)) return sendFailure(reply, market);
    const before = termsOf(market);
    const changed = await change(request, (body) =>
      mapParsed(parseMarketPatch(body), async (changes) => ({
        kind: 'UpdateMarket',
        market: market.id,
        changes: await realChanges(reader, { of: 'market', id: market.id }, changes),
      })),
    );
    if (changed.kind === 'failure') return sendFailure(reply, changed);
    const effects = termEffects(before, market, view.state.sequence);
    const shown = reader.read('patched-market', { conditionId: market.conditionId, effects });
    return sendDone(reply, shown, failure('market_not_found'));
  });
}

function registerImport(app: FastifyInstance, dependencies: AppDependencies): void {
  const { clock, settings } = dependencies;
  const hasVersions = settings.differences.has('market-version');
  const readBody = createBodyReader(ImportBody, invalidPayload, OPERATOR_BODY);
  const readQuery = createQueryReader<{ readonly file: string }>(ImportQuery);

  const run = async (request: FastifyRequest): Promise<object> => {
    const query = readQuery(request.query);
    if (query.kind === 'failure') return query;
    const { file } = query.value;
    const body = readBody(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const parsed = parseImport(file, body.value, { nowMs: clock(), hasVersions });
    if (parsed.kind === 'invalid') return badRequest(describeInvalid(parsed));
    const { command, positionOf, notes } = parsed.value;
    const outcome = await submitOnce(dependencies, request, command);
    if (outcome.kind !== 'reject') return importAnswer(command, outcome, notes);
    const refusal = rejectFailure(outcome);
    const position = positionOf(refusal.text);
    return { ...refusal, text: position === '' ? `${file}: ${refusal.text}` : `${file}: ${position}: ${refusal.text}` };
  };
  mountOperator(app, ADMIN_ROUTES.importCatalog, run);
}

/** True for money and results: what the house puts up, fees of trades, and archiving, which makes a result final. */
function isOfOperator(command: Command, { markets }: Readonly<State>): boolean {
  if (command.kind === 'AddToCatalog')
    return command.events.some(
      ({ event, house, markets: added }) => house !== undefined || [event, ...added].some(({ archived }) => archived),
    );
  if (command.kind === 'UpdateCatalogEvent') return command.changes.archived !== undefined;
  if (command.kind !== 'UpdateMarket') return false;
  const { archived, makerFeeRate, takerFeeRate } = command.changes;
  const hasOpened = markets[command.market]?.openTimeMs === null;
  return archived !== undefined || (hasOpened && (takerFeeRate ?? makerFeeRate) !== undefined);
}

async function submit(
  dependencies: AppDependencies,
  request: FastifyRequest,
  command: Command,
): Promise<Changed | Failure> {
  if (isOfOperator(command, dependencies.view.state) && !mayUse(request.admin?.role ?? 'trader', ADMIN_ROUTES.deposit))
    return failure('role_required', { role: 'operator' });
  const outcome = await submitOnce(dependencies, request, command);
  if (outcome.kind === 'reject') return rejectFailure(outcome);
  return { kind: 'changed', events: outcome.kind === 'accepted' ? outcome.entry.events : [] };
}

function sendEvent(
  { reader }: AppDependencies,
  reply: FastifyReply,
  id: CatalogId,
  status: number,
): Promise<FastifyReply> {
  return sendDone(reply, reader.read('event-by-id', { id }), failure('event_not_found'), status);
}

function addedTag(events: readonly Event[]): object {
  const added = events.find((event) => event.kind === 'TagAdded');
  return added === undefined ? conflict('the tag exists already') : { ...added.tag, id: String(added.tag.id) };
}

function addedSeries(events: readonly Event[]): object {
  const added = events.find((event) => event.kind === 'SeriesAdded');
  return added === undefined ? conflict('the series exists already') : { ...added.series, id: String(added.series.id) };
}

/** A slug or id that is in use is a conflict, whether it is detected here or by the exchange. */
function refuse(invalid: InvalidInput): Failure {
  const detail = describeInvalid(invalid);
  return invalid.message.startsWith(IN_USE) ? conflict(detail) : badRequest(detail);
}

function conflict(detail: string): Failure {
  return failure('catalog_conflict', { detail });
}

async function mapParsed<From, To>(parsed: Parsed<From>, map: (value: From) => Promise<To>): Promise<Parsed<To>> {
  return parsed.kind === 'invalid' ? parsed : { kind: 'parsed', value: await map(parsed.value) };
}
