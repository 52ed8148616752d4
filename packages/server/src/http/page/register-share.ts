/** Content for other sites: pictures for links, and the page that may be framed. Not part of the API either. */
import type { Route } from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Pictures, PictureUnavailable } from '../../ports/pictures.ts';
import { failure, retryLater } from '../../wire/failure.ts';
import { mount } from '../mount.ts';
import { sendFailure } from '../plugins/answers.ts';
import { EMBED_POLICY, embedPage } from './embed-page.ts';
import type { PageReads } from './page-reads.ts';
import { pictureOfEvent, pictureOfMarket } from './share-picture.ts';

const page = { method: 'GET', auth: 'none', errorShape: 'plain', errors: [], response: {} } as const;
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

/** Shared links get parameters added by other sites. */
const SHARED = { anyQuery: true };

export function registerShare(app: FastifyInstance, reads: PageReads, pictures: Pictures): void {
  mount(
    app,
    SHARE_ROUTES.picture,
    async (request, reply) => {
      const { kind, name } = request.params as { readonly kind: string; readonly name: string };
      const svg = await svgOf(reads, request, kind, /^(.{1,300})\.png$/.exec(name)?.[1] ?? '');
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
        return sendFailure(reply, retryLater('unavailable', PICTURE_RETRY_S), 'plain');
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
      return reply
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', `public, max-age=${EMBED_AGE_S}`)
        .header('content-security-policy', EMBED_POLICY)
        .header('content-type', 'text/html; charset=utf-8')
        .removeHeader('access-control-allow-origin')
        .removeHeader('access-control-expose-headers')
        .send(embedPage(market));
    },
    SHARED,
  );
}

/** Seconds until a picture that could not be drawn may be requested again. */
const PICTURE_RETRY_S = 10;

async function svgOf(reads: PageReads, request: FastifyRequest, kind: string, name: string): Promise<string | null> {
  if (name === '') return null;
  if (kind === 'event') {
    const event = await reads.event(request, name);
    return event === null ? null : pictureOfEvent(event);
  }
  const market = kind === 'market' ? await reads.market(request, name) : null;
  return market === null ? null : pictureOfMarket(market);
}

function sendNothing(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  return sendFailure(reply, failure('route_not_found', { method: request.method, path }), 'plain');
}
