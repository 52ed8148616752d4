/** Answers to requests that match no route. */
import type { Route } from '@bellwether/contract';
import { failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance } from 'fastify';
import { isOfService, type Unrouted } from '../pipeline.ts';
import { sendFailure } from './answers.ts';
import type { Cors } from './cors.ts';
import { safeName } from './validation.ts';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
  /** True if any page may read every route on the path. */
  readonly open: boolean;
  /** True if the path is also reachable behind a service's prefix. */
  readonly ofService: boolean;
}

const PATH_SHOWN_MAX = 64;

/**
 * Answers requests that match no route: another method on a known path gets 405 with `Allow`, `OPTIONS` lists the
 * allowed methods (also for browser preflights), anything else gets 404. Known are `routes` and all that are mounted
 * later: page and documents.
 */
export function createUnrouted(app: FastifyInstance, routes: readonly Route[]): Unrouted {
  const known = new Set(routes);
  app.addHook('onRoute', ({ config }) => {
    if (config?.route !== undefined) known.add(config.route);
  });
  let paths: readonly KnownPath[] | null = null;
  return (request, reply) => {
    const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
    const method = safeName(request.method);
    const isMisplaced = app.hosts.isMisplaced(request);
    paths ??= knownPaths([...known], app.cors);
    const found = paths.find(({ pattern, ofService }) => pattern.test(path) && (ofService || !isMisplaced));
    if (found === undefined) {
      const [sent = ''] = request.originalUrl.split('?', 1);
      const shown = sent.replace(/[^\x21-\x7e]|["<>\\]/g, '').slice(0, PATH_SHOWN_MAX);
      return sendFailure(reply, failure('route_not_found', { method, path: shown }), 'plain');
    }
    const allowed = found.methods.join(', ');
    reply.header('allow', allowed);
    if (found.open) app.cors.allowAny(reply);
    if (request.method !== 'OPTIONS')
      return sendFailure(reply, failure('method_not_allowed', { method, allowed }), 'plain');
    app.cors.answerPreflight(request, reply, allowed, found.open);
    app.traces?.of(reply);
    app.requestCounts.unrouted.count(204);
    return reply.code(204).send();
  };
}

function knownPaths(routes: readonly Route[], cors: Cors): KnownPath[] {
  const byPath = new Map<string, Route[]>();
  // Last the paths of everything below a folder, which also match those of single routes.
  const isBelow = ({ path }: Route): boolean => path.endsWith('*');
  for (const route of [...routes].sort((a, b) => Number(isBelow(a)) - Number(isBelow(b))))
    byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  return [...byPath].map(([path, onPath]) => {
    const methods = onPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const pattern = path
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:[a-z_]+/g, '[^/]*')
      .replace('\\*', '.*');
    return {
      pattern: new RegExp(`^${pattern}$`),
      methods: [...new Set(methods), 'OPTIONS'],
      open: onPath.every((route) => cors.isOpen(route)),
      ofService: isOfService({ path }),
    };
  });
}
