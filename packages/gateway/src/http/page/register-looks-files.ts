/** The venue's logo and terms, which everyone may see: people who are to join, too. */
import type { Route } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import { LOGO_PATH, type LooksFile, logoOf, TERMS_PATH, termsOf, type VenueLook } from '../looks/venue-look.ts';
import { mount } from '../mount.ts';
import { hasAnswer } from '../plugins/answers.ts';
import { page, protect, SHARED, sendNothing } from './register-share.ts';

export const LOOKS_ROUTES = {
  logo: { ...page, path: LOGO_PATH, caps: ['trading'], summary: "The venue's logo" },
  terms: { ...page, path: TERMS_PATH, caps: ['trading'], summary: "The venue's terms" },
} as const satisfies Record<string, Route>;

/** Opened by itself, an SVG may run nothing and load nothing. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

export function registerLooksFiles(app: FastifyInstance, look: () => VenueLook): void {
  const serve = (route: Route, find: () => LooksFile | null): void =>
    mount(
      app,
      route,
      (request, reply) => {
        const file = find();
        if (file === null) return sendNothing(request, reply, route.path);
        const etag = `"${file.tag}"`;
        const isKnown = hasAnswer(request, etag);
        reply.routeCounts?.count(isKnown ? 304 : 200);
        protect(reply)
          .header('etag', etag)
          .header('cache-control', 'no-cache')
          .header('content-security-policy', POLICY)
          .header('content-type', file.type);
        return isKnown ? reply.code(304).send() : reply.send(file.bytes);
      },
      SHARED,
    );
  serve(LOOKS_ROUTES.logo, () => logoOf(look().logo));
  serve(LOOKS_ROUTES.terms, () => termsOf(look().terms));
}
