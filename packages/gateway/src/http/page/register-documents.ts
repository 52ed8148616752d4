/**
 * Serves the documents below `/docs/`, beside the page of the API, and their index and text for language models. The
 * build makes all of them; they are not part of the API, so the contract's table has no row for them.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mount } from '../mount.ts';
import { createFileSender } from './packed-files.ts';
import { PAGE_FOLDER } from './page-files.ts';
import { page, protect, SHARED, sendNothing } from './register-share.ts';

export const DOCUMENTS_FOLDER = join(PAGE_FOLDER, 'docs');

/** Cost in milliseconds of CPU. */
const document = { ...page, caps: ['trading', 'work'], cost: { base: 2 } } as const;
export const DOCUMENT_ROUTES = {
  index: { ...document, path: '/docs/index.html', summary: 'The list of all documents' },
  any: { ...document, path: '/docs/*', summary: 'A document, or a file of its page' },
  llms: { ...document, path: '/llms.txt', summary: 'The list of all documents for language models' },
  llmsFull: { ...document, path: '/llms-full.txt', summary: 'All documents in one text' },
} as const satisfies Record<string, Route>;

/** A file in a folder of the build. A name without an ending is a page's. */
const FILE = /^[a-z]+(?:\/[a-z0-9-]+)+(\.[a-z]+)?$/;
/** The build's own page of the API, for readers without a venue. Its anchors are those of the venue's page. */
const API = /^reference\/api(?:\.html)?$/;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Registers the documents; called before the server is ready. `folder` is their build; without one there are none. */
export function registerDocuments(app: FastifyInstance, folder: string): void {
  const send = createFileSender(POLICY);
  const sendOr404 = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> =>
    (await send(request, reply, join(folder, path))) ?? sendMissing(request, reply, folder);

  mount(app, DOCUMENT_ROUTES.index, (request, reply) => sendOr404(request, reply, 'index.html'), SHARED);
  mount(app, DOCUMENT_ROUTES.llms, (request, reply) => sendOr404(request, reply, 'llms.txt'), SHARED);
  mount(app, DOCUMENT_ROUTES.llmsFull, (request, reply) => sendOr404(request, reply, 'llms-full.txt'), SHARED);
  mount(
    app,
    DOCUMENT_ROUTES.any,
    (request, reply) => {
      const path = (request.params as { readonly '*': string })['*'];
      if (API.test(path)) {
        reply.routeCounts?.count(308);
        // Relative, for a venue below a path.
        return reply.redirect('../../docs', 308);
      }
      const [, ending] = FILE.exec(path) ?? [null, null];
      if (ending === null) return sendMissing(request, reply, folder);
      return sendOr404(request, reply, ending === undefined ? `${path}.html` : path);
    },
    SHARED,
  );
}

/** Tells a browser on a page, and a program in JSON, that there is no such document. */
async function sendMissing(request: FastifyRequest, reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const isBrowser = request.headers.accept?.includes('text/html') === true;
  const html = isBrowser ? await readFile(join(folder, 'site/missing.html'), 'utf8').catch(() => null) : null;
  if (html === null) return sendNothing(request, reply, '/docs/…');
  const [path = ''] = (request.raw.url ?? '').split('?');
  reply.routeCounts?.count(404);
  return protect(reply)
    .code(404)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', POLICY)
    .header('content-type', 'text/html; charset=utf-8')
    .send(html.replaceAll('{root}', '../'.repeat(path.split('/').slice(3).length)));
}
