/**
 * `GET /openapi.json` and the page that shows it. Everything on the page comes from this server; no other host is
 * contacted.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DESCRIPTION_ROUTES, JOINING_ROUTES, openApiDocument, ROUTES } from '@bellwether/contract';
import { failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance } from 'fastify';
import { inPieces } from '../connections/pieces.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount } from '../mount.ts';
import { createFileSender, createPackedBody, type PackedBody } from '../page/packed-files.ts';
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
  { extension, people, settings, version }: AppDependencies,
): void {
  const [authPrefix = 'SERVICE_'] = settings.authPrefixes;
  const { differences } = settings;
  const mounted = ROUTES.filter(({ since }) => since === undefined || differences.has(since));
  const ofPeople = people === undefined ? [] : Object.values(JOINING_ROUTES);
  const routes = [...mounted, ...ofPeople, ...(extension?.routes ?? [])];
  let description: PackedBody | null = null;

  mount(app, DESCRIPTION_ROUTES.openApi, async (request, reply) => {
    description ??= createPackedBody(Buffer.from(JSON.stringify(openApiDocument({ version, authPrefix, routes }))));
    const { body, encoding } = await description.in(encodingsOf(request)[0] ?? null);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return sendJson(addVary(reply.header('cache-control', 'no-cache'), 'accept-encoding'), inPieces(reply, body));
  });
  const sendFile = createFileSender(DOCS_POLICY);
  mount(app, DESCRIPTION_ROUTES.docs, (request, reply) => sendFile(request, reply, join(OWN, 'index.html')));
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
    return sendFile(request, reply, join(folder, asset));
  });
}
