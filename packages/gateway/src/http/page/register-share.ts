/** Content for other sites: pictures for links, and the page that may be framed. Not part of the API either. */
import type { MarketDetail, Route } from '@bellwether/contract';
import { type Pictures, PictureUnavailable } from '@bellwether/ports/pictures.ts';
import { failure, retryLater } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VenueLook } from '../looks/venue-look.ts';
import { mount } from '../mount.ts';
import { sendFailure } from '../plugins/answers.ts';
import { escapeHtml, percent } from './html.ts';
import type { PageReads } from './page-reads.ts';
import { pictureOfEvent, pictureOfMarket } from './share-picture.ts';

/** Parts of a route of the page, which is not part of the API. */
export const page = { method: 'GET', auth: 'none', errorShape: 'plain', errors: [], response: {} } as const;
/** Cost in milliseconds of CPU: drawing a picture that was not requested before. */
const PICTURE_UNITS = 100;
export const SHARE_ROUTES = {
  picture: {
    ...page,
    path: '/share/:kind/:name',
    summary: 'The picture of a link to an event or a market',
    caps: ['trading', 'work'],
    cost: { base: PICTURE_UNITS },
  },
  embed: {
    ...page,
    path: '/embed/market/:name',
    summary: 'A market for a frame on another page',
    caps: ['trading', 'work'],
    cost: { base: 1 },
  },
} as const satisfies Record<string, Route>;

/** Maximum age of a picture in seconds, because prices move. */
const PICTURE_AGE_S = 300;
const EMBED_AGE_S = 30;

/** Shared links get parameters added by other sites, and the page has queries of its own. */
export const SHARED = { anyQuery: true };

export function registerShare(app: FastifyInstance, reads: PageReads, pictures: Pictures, look: () => VenueLook): void {
  mount(
    app,
    SHARE_ROUTES.picture,
    async (request, reply) => {
      const { kind, name } = request.params as { readonly kind: string; readonly name: string };
      const svg = await svgOf(reads, request, look().name, kind, /^(.{1,300})\.png$/.exec(name)?.[1] ?? '');
      if (svg === null) return sendNothing(request, reply, '/share/…');
      try {
        const png = await pictures.draw(svg);
        reply.routeCounts?.count(200);
        return reply
          .header('x-content-type-options', 'nosniff')
          .header('cache-control', `public, max-age=${PICTURE_AGE_S}`)
          .header('content-type', 'image/png')
          .send(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
      } catch (error) {
        if (!(error instanceof PictureUnavailable)) throw error;
        return sendFailure(reply, retryLater('unavailable', PICTURE_RETRY_S));
      }
    },
    SHARED,
  );

  mount(
    app,
    SHARE_ROUTES.embed,
    async (request, reply) => {
      const { name } = request.params as { readonly name: string };
      const market = await reads.market(request, name);
      if (market === null) return sendNothing(request, reply, '/embed/market/…');
      reply.routeCounts?.count(200);
      return protect(reply)
        .header('cache-control', `public, max-age=${EMBED_AGE_S}`)
        .header('content-security-policy', EMBED_POLICY)
        .header('content-type', 'text/html; charset=utf-8')
        .send(embedPage(market, look().name));
    },
    SHARED,
  );
}

/** Seconds until a picture that could not be drawn may be requested again. */
const PICTURE_RETRY_S = 10;

async function svgOf(
  reads: PageReads,
  request: FastifyRequest,
  venue: string,
  kind: string,
  name: string,
): Promise<string | null> {
  if (name === '') return null;
  if (kind === 'event') {
    const event = await reads.event(request, name);
    return event === null ? null : pictureOfEvent(event, venue);
  }
  const market = kind === 'market' ? await reads.market(request, name) : null;
  return market === null ? null : pictureOfMarket(market, venue);
}

/** Headers of everything that a browser shows. No page of another origin may read it. */
export function protect(reply: FastifyReply): FastifyReply {
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers');
}

export function sendNothing(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  return sendFailure(reply, failure('route_not_found', { method: request.method, path }));
}

/** Content policy of the framed page: scripts, styles and reads of this server, framed by any site. */
const EMBED_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

/**
 * HTML of the one page that other sites may frame; `public/embed.js` keeps it up to date. It has nothing to click but a
 * link to the market and never acts, so a frame cannot trick a user into anything.
 */
function embedPage(market: MarketDetail, name: string): string {
  const [first] = market.tokens;
  const winner = market.tokens.find((token) => token.winner);
  const chance =
    winner !== undefined ? escapeHtml(winner.outcome) : first?.price_known === true ? percent(first.price) : '–';
  const words = winner !== undefined ? 'result' : `chance of ${escapeHtml(first?.outcome ?? 'Yes')}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(market.question)}</title>
    <link rel="icon" href="/app/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/app/embed.css" />
    <script type="module" src="/app/embed.js"></script>
  </head>
  <body data-market="${escapeHtml(market.condition_id)}" data-token="${escapeHtml(first?.token_id ?? '')}" data-over="${winner !== undefined}">
    <h1><a href="/app/market/${encodeURIComponent(market.slug)}" target="_blank" rel="noopener">${escapeHtml(market.question)}</a></h1>
    <p class="chance"><strong id="chance">${chance}</strong> <span>${words}</span></p>
    <svg id="curve" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true"><path /></svg>
    <footer>${escapeHtml(name)} · play money</footer>
  </body>
</html>
`;
}
