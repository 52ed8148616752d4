/**
 * Takes request bodies as exact bytes, which authentication needs; parsing and validation come later. A body must be
 * JSON by its content type, and not encoded. A request without a body is fine whatever its headers say.
 */

import type { FastifyError, FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Failure, failure, invalidPayload } from '../../wire/failure.ts';
import type { GatewaySettings } from '../dependencies.ts';
import { takeBody } from '../plain/lane.ts';
import { type JsonBounds, PUBLIC_BODY, parseJson } from './json.ts';
import { describeInvalid } from './validation.ts';

const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i;
/** Content type under which some public clients send their JSON. */
const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;
/** JSON content types as nearly all clients spell them. */
const USUAL_TYPES: ReadonlySet<string> = new Set(['application/json', 'application/json; charset=utf-8']);
const NO_CODING: ReadonlySet<string> = new Set(['', 'identity']);
const NO_BODY = Buffer.alloc(0);

declare module 'fastify' {
  interface FastifyRequest {
    /** Content type of a body of unknown length; undefined for all others. */
    typeOfStream: string | undefined;
  }
}

/** Makes `request.body` the raw bytes, or undefined without a body. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('typeOfStream', undefined);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const type = request.headers['content-type'] ?? request.typeOfStream;
    const isForm = request.routeOptions.config.route?.takesFormType === true && FORM_TYPE.test(type ?? '');
    if (body.length > 0 && type !== undefined && !isForm && !JSON_TYPE.test(type)) {
      done(refusal('FST_ERR_CTP_INVALID_MEDIA_TYPE', 'not JSON'), undefined);
      return;
    }
    if (body.length > 0 && isEncoded(request.headers['content-encoding'])) {
      done(refusal('unsupported_content_encoding', 'encoded'), undefined);
      return;
    }
    done(null, body);
  });
}

function refusal(code: string, message: string): FastifyError {
  const error: Partial<FastifyError> = Object.assign(new Error(message), { code, statusCode: 415 });
  return error as FastifyError;
}

/** True if the body is encoded. `identity` means unencoded, however often it is listed (RFC 9110, 8.4). */
function isEncoded(codings = ''): boolean {
  return codings.split(',').some((coding) => !NO_CODING.has(coding.trim().toLowerCase()));
}

/**
 * Removes the content type of a request without a body, since there is nothing whose type could be wrong. A stream only
 * shows at its end whether it is empty. Until then its type is kept outside the headers, where the server would judge
 * it at once.
 */
export const forgetTypeOfNoBody: onRequestHookHandler = (request, _reply, done) => {
  const { headers } = request.raw;
  const type = headers['content-type'];
  if (type !== undefined) {
    const length = headers['content-length'];
    const isStream = headers['transfer-encoding'] !== undefined;
    if (isStream) request.typeOfStream = type;
    if (isStream || length === undefined || length === '0') delete headers['content-type'];
  }
  done();
};

/**
 * Takes a body that arrived whole with its request and is JSON under a usual content type; the server would collect the
 * body from a stream. The server then sees a request without a body. Every other body takes the server's way, which
 * reports any problem.
 */
export function takeWholeBody(bytesMax: number): onRequestHookHandler {
  return (request, _reply, done) => {
    const { raw } = request;
    const { headers } = raw;
    const { 'content-type': type, 'content-length': length } = headers;
    const isUsual = (type === undefined || USUAL_TYPES.has(type)) && headers['content-encoding'] === undefined;
    const body = isUsual && Number(length) <= bytesMax ? takeBody(raw) : null;
    if (body !== null) {
      request.body = body;
      delete headers['content-type'];
      delete headers['content-length'];
    }
    done();
  };
}

/** The exact bytes of the body; empty without one. */
export function bodyBytes(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : NO_BODY;
}

export type Read<T> = { readonly kind: 'read'; readonly value: T } | Failure;
export type BodyReader<T> = (bytes: Buffer) => Read<T>;

/**
 * Returns a reader that parses within `bounds` and validates; `describe` maps a schema problem to its error of the
 * catalogue.
 */
export function createBodyReader<Schema extends TSchema>(
  schema: Schema,
  describe: (detail: string) => Failure,
  bounds: JsonBounds = PUBLIC_BODY,
): BodyReader<Static<Schema>> {
  const check = createChecker(schema, describe);
  return (bytes) => {
    const parsed = parseJson(bytes, bounds);
    return parsed.kind === 'malformed' ? failure('malformed_json', { detail: parsed.detail }) : check(parsed.value);
  };
}

/** Returns a handler that gets the body as a value; a body that cannot be read is refused before. */
export function withBody<Schema extends TSchema>(
  schema: Schema,
  handle: (body: Static<Schema>, request: FastifyRequest) => object | Promise<object>,
  bounds?: JsonBounds,
): (request: FastifyRequest) => object | Promise<object> {
  const read = createBodyReader(schema, invalidPayload, bounds);
  return (request) => {
    const body = read(bodyBytes(request));
    return body.kind === 'failure' ? body : handle(body.value, request);
  };
}

/** Compiled validators by schema, each made when it is first used: compiling one takes longer than thousands of checks. */
const VALIDATORS = new WeakMap<TSchema, ReturnType<typeof Compile>>();

function validatorOf(schema: TSchema): ReturnType<typeof Compile> {
  const known = VALIDATORS.get(schema);
  if (known !== undefined) return known;
  const validator = Compile(schema);
  VALIDATORS.set(schema, validator);
  return validator;
}

/** Returns the same check for a value that is already parsed. */
export function createChecker<Schema extends TSchema>(
  schema: Schema,
  describe: (detail: string) => Failure,
): (value: unknown) => Read<Static<Schema>> {
  return (value) => {
    const validator = validatorOf(schema);
    // Check is a guard for exactly this type; the compiler cannot see that through the generic.
    if (validator.Check(value)) return { kind: 'read', value: value as Static<Schema> };
    return describe(describeInvalid(schema, validator.Errors(value), value));
  };
}

/** Body schemas of the two profiles: the second has the fields of the first and more. */
interface ProfileBodies<Own extends TSchema, OfPublicClients extends TSchema> {
  readonly own: Own;
  readonly ofPublicClients: OfPublicClients;
}

const HINT = '; clients that send it need a venue that was started with BELLWETHER_PROFILE=polymarket';

/**
 * Returns a checker for the profile. A body that only the other profile would accept is refused with a hint at that
 * profile.
 */
export function createProfileChecker<Own extends TSchema, OfPublicClients extends TSchema>(
  profile: GatewaySettings['profile'],
  { own, ofPublicClients }: ProfileBodies<Own, OfPublicClients>,
  describe: (detail: string) => Failure,
): (value: unknown) => Read<Static<Own> | Static<OfPublicClients>> {
  const checkWider = createChecker(ofPublicClients, describe);
  if (profile === 'polymarket') return checkWider;
  const hinting = createChecker(own, (detail) => describe(detail + HINT));
  const check = createChecker(own, describe);
  return (value) => {
    const read = check(value);
    return read.kind === 'failure' && checkWider(value).kind === 'read' ? hinting(value) : read;
  };
}
