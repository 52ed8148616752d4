/**
 * Serves the built page below `/app/`: its files, and for every other path the page itself, which routes on its own. It
 * is not part of the API, so the contract's table has no row for the page.
 */

import { gzipSync } from 'node:zlib';
import { accentTints, keepsPeople, type Route } from '@bellwether/contract';
import type { Pictures } from '@bellwether/ports/pictures.ts';
import type { Encoding, Reader } from '@bellwether/ports/reader.ts';
import type { Clock } from '@bellwether/ports/runtime.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { PageBanner } from '../extension.ts';
import { shownLooks, type VenueLook } from '../looks/venue-look.ts';
import { mount } from '../mount.ts';
import { encodingsOf } from '../plugins/answers.ts';
import { escapeHtml } from './html.ts';
import { isFilePath, openPageFiles, type PageFile, type PageFiles } from './page-files.ts';
import { createPageReads } from './page-reads.ts';
import { type PageView, viewOf } from './page-view.ts';
import { registerLooksFiles } from './register-looks-files.ts';
import { page, protect, registerShare, SHARED, sendNothing } from './register-share.ts';
import { shareTags } from './share-tags.ts';

const HOME = '/app/';
/** Marker before which the tags for the requested view go in the page's head. */
const HEAD_END = '</head>';
/** Path of a view that reads nothing. */
const OF_NOTHING = 'join';
/** Marker of the language attribute. A banner adds its mark here, so that pages of other venues need not ask. */
const LANGUAGE_MARK = '<html lang="en"';
/** Marker for the root of the page's own components. */
const ROOT_MARK = '<div id="root"></div>';
const SHARE_MARK = /<title>[^<]*<\/title>\s*<!--share-->/;

/**
 * Cost in milliseconds of CPU for rendering and compressing HTML. Reads count in addition, unless shared with a recent
 * request.
 */
const views = { ...page, caps: ['trading', 'work'], cost: { base: 3 } } as const;
export const PAGE_ROUTES = {
  bare: { ...page, path: '/app', caps: ['trading'], summary: 'Leads to the page' },
  home: { ...views, path: '/app/', summary: 'The page with the first events' },
  event: { ...views, path: '/app/event/:slug', summary: 'The page with an event' },
  market: { ...views, path: '/app/market/:slug', summary: 'The page with a market' },
  any: { ...views, path: '/app/*', cost: { base: 1 }, summary: 'The page and its files' },
} as const satisfies Record<string, Route>;

/**
 * Registers the page; called before the server is ready. `folder` is a build of the page; without a build, paths below
 * `/app/` are unknown. `look` is read for each view; `banner` is shown on every screen.
 */
export function registerPage(
  app: FastifyInstance,
  reader: Reader,
  pictures: Pictures,
  clock: Clock,
  folder: string,
  look: () => VenueLook,
  banner: PageBanner | null = null,
): void {
  const files = openPageFiles(folder, banner?.module);
  const reads = createPageReads(reader, () => clock.monotonicMs());
  registerShare(app, reads, pictures, look);
  registerLooksFiles(app, look);

  app.addHook('onRequest', (request, reply, done) => {
    if (request.originalUrl !== '/' || !wantsPage(request)) return done();
    void files.index().then((index) => {
      reply.header('vary', 'accept');
      if (index === null) done();
      else redirect(reply, HOME);
    }, done);
  });
  mount(app, PAGE_ROUTES.bare, (_request, reply) => redirect(reply, HOME), SHARED);
  const show = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
    const isPlain = !(request.raw.url ?? '').includes('?');
    // Everyone but members sees the frame, whatever the address names.
    const named = request.standing === 'shell' ? OF_NOTHING : path;
    const shown = look();
    const view = await viewOf(reads, request, named, isPlain, shown, banner);
    return sendPage(request, reply, files, view, shown, banner);
  };
  mount(app, PAGE_ROUTES.home, (request, reply) => show(request, reply, ''), SHARED);
  for (const [kind, route] of [
    ['event', PAGE_ROUTES.event],
    ['market', PAGE_ROUTES.market],
  ] as const) {
    const handler: RouteHandlerMethod = (request, reply) =>
      show(request, reply, `${kind}/${(request.params as { readonly slug: string }).slug}`);
    mount(app, route, handler, SHARED);
  }
  mount(
    app,
    PAGE_ROUTES.any,
    async (request, reply) => {
      const path = (request.params as { readonly '*': string })['*'];
      if (!isFilePath(path)) return show(request, reply, path);
      const file = await files.file(path, encodingsOf(request));
      return file === null ? sendNothing(request, reply, '/app/…') : sendFile(reply, file);
    },
    SHARED,
  );
}

/** True for a browser that opens the venue's address; API clients accept anything or JSON. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

function redirect(reply: FastifyReply, location: string): FastifyReply {
  reply.routeCounts?.count(302);
  return reply.code(302).header('location', location).header('cache-control', 'no-cache').send();
}

function sendFile(reply: FastifyReply, { bytes, type, encoding, isImmutable }: PageFile): FastifyReply {
  reply.routeCounts?.count(200);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return protect(reply)
    .header('vary', 'accept-encoding')
    .header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('content-type', type)
    .send(bytes);
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  files: PageFiles,
  { share, part, root }: PageView,
  look: VenueLook,
  banner: PageBanner | null,
): Promise<FastifyReply> {
  const index = await files.index();
  if (index === null) return sendNothing(request, reply, '/app/…');
  const tags = shareTags(share, `${request.protocol}://${request.host}`, request.raw.url ?? HOME, look.name);
  const html = index.text
    .replace(LANGUAGE_MARK, (mark) =>
      [mark, ...lookMarks(look), ...(banner === null ? [] : [banner.attribute])].join(' '),
    )
    .replace(SHARE_MARK, () => tags)
    // Placed after everything that the first paint needs.
    .replace(HEAD_END, () => `${index.links.banner}${part === null ? '' : index.links[part]}\n  ${HEAD_END}`)
    .replace(ROOT_MARK, () => `<div id="root">${root}</div>`);
  const { body, encoding } = packNow(html, encodingsOf(request));
  if (encoding !== null) reply.header('content-encoding', encoding);
  reply.routeCounts?.count(200);
  return protect(reply)
    .header('vary', 'accept-encoding')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policyFor(request.host))
    .header('content-type', 'text/html; charset=utf-8')
    .send(body);
}

/** Attributes by which the page's own program knows the venue without a request; none for the defaults. */
function lookMarks(look: VenueLook): readonly string[] {
  const { name, currency, join, reads } = look;
  const { accent, logo, terms, welcome } = shownLooks(look);
  const tints = accent === '' ? [] : Object.entries(accentTints(accent)).map((each) => each.join(': '));
  const marks = {
    name: name === 'Bellwether' ? '' : name,
    currency: currency === '$' ? '' : currency,
    join: keepsPeople(join) ? join : '',
    reads: reads === 'public' ? '' : reads,
    // `theme.js` sets them before the first paint.
    ...{ accent, tints: tints.join('; '), logo, welcome, terms },
  };
  return Object.entries(marks).flatMap(([mark, value]) =>
    value === '' ? [] : [`data-${mark}="${escapeHtml(value)}"`],
  );
}

/** Compresses a page of HTML. About ten kilobytes take a tenth of a millisecond, and save a second on a slow line. */
function packNow(html: string, encodings: readonly Encoding[]): { body: Buffer | string; encoding: Encoding | null } {
  if (!encodings.includes('gzip')) return { body: html, encoding: null };
  return { body: gzipSync(html, { level: 1 }), encoding: 'gzip' };
}

/**
 * Content policy that allows only this server. Browsers never contact another server, whatever users and imports name.
 */
function policyFor(host: string): string {
  // Some browsers do not count a feed of the same host as `self`.
  const feeds = /^[A-Za-z0-9.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${feeds}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
