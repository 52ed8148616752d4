/** Files of the venue's data, and of an account's own, sent as fast as the client takes them. */
import { Readable } from 'node:stream';
import { EXPORT_ROUTES, type ExportParams, type ExportQuery, type Route } from '@bellwether/contract';
import { type ExportFormat, type ExportRequest, ExportsBusy } from '@bellwether/ports/exports.ts';
import { badRequest, type Failure, RETRY_SECONDS, retryLater } from '@bellwether/wire/failure.ts';
import { isoDateMs } from '@bellwether/wire/forms/iso-date.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { AppDependencies } from '../dependencies.ts';
import { mount } from '../mount.ts';
import { sendFailure } from '../plugins/answers.ts';
import type { Read } from '../plugins/body.ts';
import { createQueryReader, createRouteQueryReader } from '../plugins/query.ts';
import { askerOf } from '../plugins/work.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

export function registerExportRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  mountExport(app, dependencies, EXPORT_ROUTES.exportData, () => null);
  mountExport(app, dependencies, EXPORT_ROUTES.exportOwnData, (request) => {
    const caller = app.access.identify(request);
    return caller.kind === 'failure' ? caller : caller.account.address.toLowerCase();
  });
}

type ExportRoute = Route & { readonly params: TObject; readonly query: TObject };

/** `accountOf`: address of the account whose rows are sent, null for everyone's. */
function mountExport(
  app: FastifyInstance,
  { exports, people, reader }: AppDependencies,
  route: ExportRoute,
  accountOf: (request: FastifyRequest) => string | null | Failure,
): void {
  const readParams = createQueryReader<ExportParams>(route.params);
  const readQuery = createRouteQueryReader<ExportQuery>(route);
  mount(app, route, async (request, reply) => {
    const account = accountOf(request);
    if (account !== null && typeof account === 'object') return sendFailure(reply, account);
    const query = readQuery(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query);
    const params = readParams(request.params);
    const asked = params.kind === 'failure' ? params : requestOf(params.value, query.value, account);
    if (asked.kind === 'failure') return sendFailure(reply, asked);
    if (exports === undefined) return sendFailure(reply, badRequest('this venue has no exports'));
    if (asked.value.what === 'people' && people === undefined)
      return sendFailure(reply, badRequest('this venue has no people store'));
    // Waits for the rows, or is refused while there are none.
    await reader.read('moment', {}, askerOf(request));
    return sendPieces(reply, asked.value, exports.open(asked.value)[Symbol.asyncIterator]());
  });
}

function requestOf({ what }: ExportParams, query: ExportQuery, account: string | null): Read<ExportRequest> {
  const [fromMs, toMs] = [isoDateMs(query.from), isoDateMs(query.to)];
  for (const [name, ms] of [
    ['from', fromMs],
    ['to', toMs],
  ] as const)
    if (ms === undefined) return badRequest(`${name} must be a day or a time, as 2026-01-31 or 2026-01-31T12:00:00Z`);
  if (fromMs != null && toMs != null && fromMs >= toMs) return badRequest('to must be after from');
  return { kind: 'read', value: { what, format: query.format, fromMs: fromMs ?? null, toMs: toMs ?? null, account } };
}

async function sendPieces(
  reply: FastifyReply,
  { what, format }: ExportRequest,
  pieces: AsyncIterator<Uint8Array>,
): Promise<FastifyReply> {
  let first: IteratorResult<Uint8Array>;
  try {
    // A refusal, or an error before the first piece, is still an answer.
    first = await pieces.next();
  } catch (error) {
    if (error instanceof ExportsBusy) return sendFailure(reply, retryLater('unavailable', RETRY_SECONDS));
    throw error;
  }
  const stream = Readable.from(from(first, pieces), { objectMode: false });
  // An answer to HEAD closes before any piece is sent.
  reply.raw.once('close', () => stream.destroy());
  reply.routeCounts?.count(200);
  return reply
    .header('content-type', TYPES[format])
    .header('content-disposition', `attachment; filename="${what}.${format}"`)
    .header('cache-control', 'no-store')
    .send(stream);
}

async function* from(first: IteratorResult<Uint8Array>, pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; next.done !== true; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}
