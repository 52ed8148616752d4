/**
 * `GET /openapi.json` and the page that shows it. Everything on the page comes from this server; no other host is
 * contacted.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DESCRIPTION_ROUTES, openApiDocument, ROUTES } from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding } from '../../ports/reader.ts';
import { failure } from '../../wire/failure.ts';
import { inPieces } from '../connections/pieces.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount } from '../mount.ts';
import { addVary, encodingsOf, sendFailure, sendJson } from '../plugins/answers.ts';
import { safeName } from '../plugins/validation.ts';

const OWN = join(import.meta.dirname, '../docs');
const PACKAGE = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Parts of the page. No other file of their folders is served. */
const ASSETS: ReadonlyMap<string, string> = new Map([
  ['docs.css', OWN],
  ['docs.js', OWN],
  ['signing.js', OWN],
  ['swagger-ui.css', PACKAGE],
  ['swagger-ui-bundle.js', PACKAGE],
  ['favicon-32x32.png', PACKAGE],
]);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.png': 'image/png',
};

/** Content policy of the page: scripts, styles and requests of this server only; styles may embed pictures. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function registerDescriptionRoutes(
  app: FastifyInstance,
  { extension, settings, version }: AppDependencies,
): void {
  const [authPrefix = 'SERVICE_'] = settings.authPrefixes;
  const routes = [...ROUTES, ...(extension?.routes ?? [])];
  let description: PackedBody | null = null;

  mount(app, DESCRIPTION_ROUTES.openApi, async (request, reply) => {
    description ??= createPackedBody(Buffer.from(JSON.stringify(openApiDocument({ version, authPrefix, routes }))));
    const { body, encoding } = await description.in(encodingsOf(request)[0] ?? null);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return sendJson(addVary(reply.header('cache-control', 'no-cache'), 'accept-encoding'), inPieces(reply, body));
  });
  const sendPart = createParts();
  mount(app, DESCRIPTION_ROUTES.docs, (request, reply) => sendPart(request, reply, 'index.html', OWN));
  mount(app, DESCRIPTION_ROUTES.docsAsset, (request, reply) => {
    const { asset } = request.params as { readonly asset: string };
    // At `/docs/` the names in the page would lead nowhere. The redirect is relative, for a venue below a path.
    if (asset === '') {
      reply.routeCounts?.count(308);
      return reply.redirect('../docs', 308);
    }
    const folder = ASSETS.get(asset);
    if (folder === undefined) {
      const path = `/docs/${safeName(asset)}`;
      return sendFailure(reply, failure('route_not_found', { method: request.method, path }));
    }
    return sendPart(request, reply, asset, folder);
  });
}

/**
 * Sends parts of the page from memory, compressed to a fifth of their size for browsers that accept it. Reading its
 * file for each answer made the largest part cost twice the CPU.
 */
function createParts() {
  const packed = new Map<string, { readonly body: PackedBody; readonly version: string }>();
  const partAt = (path: string) => {
    const known = packed.get(path);
    if (known !== undefined) return known;
    const bytes = readFileSync(path);
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const part = { body: createPackedBody(bytes), version };
    packed.set(path, part);
    return part;
  };
  const sendPart = async (request: FastifyRequest, reply: FastifyReply, path: string, encoding: Encoding | null) => {
    const { body, version } = partAt(path);
    const etag = `"${version}-${encoding ?? 'plain'}"`;
    reply.header('etag', etag);
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag) === true) return reply.code(304).send();
    const form = await body.in(encoding);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.header('content-type', TYPES[extname(path)]).send(inPieces(reply, form.body));
  };
  return (request: FastifyRequest, reply: FastifyReply, file: string, folder: string) => {
    reply.routeCounts?.count(200);
    reply
      // Revalidated on every load and answered with 304 while unchanged, so that an upgrade shows at once.
      .header('cache-control', 'no-cache')
      .header('content-security-policy', DOCS_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .removeHeader('access-control-allow-origin');
    // Pictures are compressed already.
    if (extname(file) === '.png') return sendPart(request, reply, join(folder, file), null);
    addVary(reply, 'accept-encoding');
    return sendPart(request, reply, join(folder, file), encodingsOf(request)[0] ?? null);
  };
}

const PACK: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** A body that is sent repeatedly. Each compressed form is made once, on first request, off this thread. */
interface PackedBody {
  /** The body in a compressed form; null: uncompressed. */
  in(encoding: Encoding | null): Promise<{ readonly body: Buffer; readonly encoding: Encoding | null }>;
}

function createPackedBody(bytes: Buffer): PackedBody {
  const forms = new Map<Encoding, Promise<Buffer>>();
  return {
    in: async (encoding) => {
      if (encoding === null) return { body: bytes, encoding };
      const form = forms.get(encoding) ?? PACK[encoding](bytes);
      forms.set(encoding, form);
      return { body: await form, encoding };
    },
  };
}
