/**
 * Takes request bodies as exact bytes, which authentication needs; parsing and validation come later. A body must be
 * JSON by its content type, and not encoded. A request without a body is fine whatever its headers say. Parsing is
 * stricter than `JSON.parse`: repeated keys, `__proto__` and `constructor.prototype` are refused, because two readers of
 * the same body must never see two different things.
 */
import { isUtf8 } from 'node:buffer';
import { type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyError, FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { GatewaySettings } from '../dependencies.ts';
import { takeBody } from '../plain/lane.ts';
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

/** Reads a body once for a request: what counts its items comes before its handler. */
export function oncePerRequest<Value>(read: (request: FastifyRequest) => Value): (request: FastifyRequest) => Value {
  const known = new WeakMap<FastifyRequest, { readonly value: Value }>();
  return (request) => {
    const before = known.get(request);
    if (before !== undefined) return before.value;
    const value = read(request);
    known.set(request, { value });
    return value;
  };
}

/** Makes `request.body` the raw bytes, or undefined without a body. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('typeOfStream', undefined);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const type = request.headers['content-type'] ?? request.typeOfStream;
    const takes = request.routeOptions.config.route?.takesFormType;
    const isForm = takes === 'any' || (takes === true && FORM_TYPE.test(type ?? ''));
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

/** Bounds of a text in addition to its length in bytes. */
export interface JsonBounds {
  /** Maximum levels of nesting. */
  readonly depthMax: number;
  /** Maximum members of all objects and lists together, plus the objects and lists themselves. */
  readonly valuesMax: number;
}

/**
 * Bounds for any client's body. The widest body that a route accepts, 1,000 order ids or 500 tokens and sides, needs
 * half of this.
 */
const PUBLIC_BODY: JsonBounds = { depthMax: 64, valuesMax: 4_096 };
/** Bounds for the operator, whose token has been checked by then: catalogs are as wide as their bytes allow. */
export const OPERATOR_BODY: JsonBounds = { depthMax: 64, valuesMax: Number.POSITIVE_INFINITY };
/** Bounds for a message to a live feed: 2,000 tokens, each with the client's position. */
export const FEED_MESSAGE: JsonBounds = { depthMax: 64, valuesMax: 6_144 };

type JsonShape =
  /** `keys`: number of keys in the text, repeated ones included; correct only for valid JSON. */
  { readonly kind: 'shape'; readonly keys: number } | { readonly kind: 'excess'; readonly detail: string };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

type ParsedJson =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'malformed'; readonly detail: string };

/** Parses a whole body within bounds that are checked before anything is built. Never throws. O(n). */
export function parseJson(bytes: Buffer, bounds: JsonBounds = PUBLIC_BODY): ParsedJson {
  if (bytes.length === 0) return malformed('the body is empty');
  if (!isUtf8(bytes)) return malformed('the body is not UTF-8');
  const shape = shapeOf(bytes, bounds);
  if (shape.kind === 'excess') return malformed(shape.detail);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return malformed('the body is not valid JSON');
  }
  const walk = { keys: 0, problem: null as string | null };
  countKeys(value, walk);
  if (walk.problem !== null) return malformed(walk.problem);
  // The parser drops a repeated key; the text still contains it.
  if (walk.keys !== shape.keys) return malformed('a key is repeated in one object');
  return { kind: 'json', value };
}

function malformed(detail: string): ParsedJson {
  return { kind: 'malformed', detail };
}

function countKeys(value: unknown, walk: { keys: number; problem: string | null }): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) countKeys(item, walk);
    return;
  }
  for (const key of Object.keys(value)) {
    walk.keys++;
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (key === '__proto__' || (key === 'constructor' && isObjectWithPrototype(member))) {
      walk.problem ??= `the key ${key} is not allowed`;
    }
    if (typeof member === 'object') countKeys(member, walk);
  }
}

function isObjectWithPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

/**
 * Scans a text before anything is built: one pass that stops at the first exceeded bound. Does not check whether the
 * text is JSON. O(n), at most a few nanoseconds per byte.
 */
function shapeOf(bytes: Uint8Array, { depthMax, valuesMax }: JsonBounds): JsonShape {
  let depth = 0;
  let values = 1;
  let keys = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at);
        break;
      case COLON:
        keys++;
        break;
      case COMMA:
        values++;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        values++;
        depth++;
        if (depth > depthMax) return excess(`the body is nested more than ${depthMax} levels deep`);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
    }
    if (values > valuesMax) return excess(`the body holds more than ${valuesMax} values`);
  }
  return { kind: 'shape', keys };
}

function excess(detail: string): JsonShape {
  return { kind: 'excess', detail };
}

/** Index of the quote that ends the string which begins at `open`, or of the last byte. */
function endOfString(bytes: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
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
