/**
 * Errors outside of a route's own answers: broken requests, unknown paths, busy parts, faults of the venue. Each is
 * answered with JSON of its area. The answer to a fault holds only a short id, which the operator finds in the log.
 */

import { BODY_BYTES_MAX, type ErrorCode, type ErrorShape, isWrite, ROUTES } from '@bellwether/contract';
import { StorageFull } from '@bellwether/ports/exchange.ts';
import { ReadOverdrawn, ReadStoreUnavailable } from '@bellwether/ports/reader.ts';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import {
  badRequest,
  type Failure,
  failure,
  REBUILD_RETRY_SECONDS,
  RETRY_SECONDS,
  retryLater,
  STORE_RETRY_SECONDS,
} from '@bellwether/wire/failure.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultLog } from '../dependencies.ts';
import { sendFailure, shapeOf } from './answers.ts';

/** Errors that mean "not now", with the seconds until a retry. Which part is busy the client does not learn. */
const LATER: ReadonlyMap<string, readonly [ErrorCode, seconds: number]> = new Map([
  ['exchange_unavailable', ['unavailable', RETRY_SECONDS]],
  ['signatures_unavailable', ['unavailable', RETRY_SECONDS]],
  ['reader_unavailable', ['unavailable', RETRY_SECONDS]],
  ['people_unavailable', ['people_unavailable', RETRY_SECONDS]],
  ['news_unavailable', ['unavailable', RETRY_SECONDS]],
  ['outcome_unknown', ['outcome_unknown', RETRY_SECONDS]],
  ['read_store_rebuilding', ['read_store_rebuilding', REBUILD_RETRY_SECONDS]],
  ['read_store_unavailable', ['read_store_unavailable', STORE_RETRY_SECONDS]],
  ['read_too_long', ['read_too_long', RETRY_SECONDS]],
  // An operator has to make room.
  ['storage_full', ['storage_full', 30]],
]);

declare module 'fastify' {
  interface FastifyContextConfig {
    errorShape?: ErrorShape;
    /** Shape of an error, if the route has more than one. */
    shapeOf?: ((request: FastifyRequest) => ErrorShape) | undefined;
    bodyBytesMax?: number;
    /** True if everyone may call the route, including pages of any origin. */
    isOpen?: boolean;
    /** True for `GET /markets/{condition_id}`, whose text for faults the interface specifies. */
    plainFault?: boolean;
  }
}

/** The log for faults, and the source of their ids. */
type FaultTeller = { readonly logger: FaultLog; readonly random: Randomness };

/** Answers every error that is thrown. */
export function registerFaults(app: FastifyInstance, teller: FaultTeller, isFull: () => boolean): void {
  app.setErrorHandler((thrown, request, reply) => {
    const { config } = request.routeOptions;
    // A write that reads first meets the full disk there, and the exchange would refuse it all the same.
    const isRefused = thrown instanceof ReadStoreUnavailable && config.route !== undefined && isWrite(config.route);
    const error = isRefused && isFull() ? new StorageFull() : thrown;
    const { bodyBytesMax = BODY_BYTES_MAX, plainFault = false, isOpen = false } = config;
    // If the body could not be read, the request never reached its route, which would have allowed any page.
    if (isOpen) app.cors.allowAny(reply);
    const shape = shapeOf(request);
    const refusal =
      knownFailure(error, bodyBytesMax) ?? faultOf(error, request, teller, shape, plainFault, app.traces?.of(reply));
    return sendFailure(reply, refusal, shape);
  });
}

const FRAMEWORK_ERRORS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'the path is not valid percent-encoding',
  FST_ERR_MAX_PARAM_LENGTH: 'a part of the path is too long',
};

/** Path prefixes of catalog routes, up to the parameter. */
const CATALOG_PATHS: readonly string[] = ROUTES.filter(
  ({ errorShape, path }) => errorShape === 'catalog' && path.includes(':'),
).map(({ path }) => path.slice(0, path.indexOf(':')));

/** Answers errors before a route is found, in the shape of the area that the path begins with. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const detail = FRAMEWORK_ERRORS[error.code] ?? 'the request cannot be read';
  const { url = '' } = request.raw;
  const shape = CATALOG_PATHS.some((path) => url.startsWith(path)) ? 'catalog' : 'plain';
  void sendFailure(reply, badRequest(detail), shape);
}

/** The failure for an error that clients may know; null for a fault. */
function knownFailure(error: unknown, bodyBytesMax: number): Failure | null {
  const code = codeOf(error);
  const later = LATER.get(code);
  if (later !== undefined) return retryLater(...later);
  if (error instanceof ReadOverdrawn) return retryLater('rate_limited', error.retryAfterSeconds);
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return failure('body_too_large', { maximum: bodyBytesMax });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return failure('unsupported_media_type');
    case 'unsupported_content_encoding':
      return failure('unsupported_content_encoding');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return failure('body_incomplete');
    default:
      return null;
  }
}

/** The failure of one item of a batch: a known error, or a fault with its id. */
export function itemFailure(error: unknown, request: FastifyRequest, teller: FaultTeller): Failure {
  return knownFailure(error, BODY_BYTES_MAX) ?? faultOf(error, request, teller, 'plain', false);
}

function faultOf(
  error: unknown,
  request: FastifyRequest,
  { logger, random }: FaultTeller,
  shape: ErrorShape,
  plain: boolean,
  traceId: string | null = null,
): Failure {
  const id = traceId ?? Buffer.from(random.bytes(6)).toString('hex');
  logger.error({ err: error, faultId: id, method: request.method, route: request.routeOptions.url }, 'request failed');
  if (plain) return failure('market_internal');
  return failure(shape === 'ledger' ? 'ledger_internal' : 'internal', { id });
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
