/**
 * `reads: members`: everyone else is refused before a route could say whether something exists, by one hook of every
 * request and by one rule for open feeds. With `public` a request costs one comparison.
 */

import type { Cancel, Timers } from '@bellwether/ports/runtime.ts';
import type { ObservableView } from '@bellwether/ports/venue-view.ts';
import { failure, failureBody } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDependencies, GatewaySettings } from '../dependencies.ts';
import { addVary, JSON_TYPE } from '../plugins/answers.ts';
import type { Judge, Membership, Verdict } from './membership.ts';

declare module 'fastify' {
  interface FastifyInstance {
    members: MembersGate;
  }
  interface FastifyRequest {
    /** Membership of whoever sent the request; null: not asked, or nobody's. */
    membership: Membership | null;
    /** `shell`: shown nothing of the venue's. `later`: still to be checked. */
    standing: 'shell' | 'later' | 'open' | null;
  }
}

/** A feed's connection. */
interface OpenFeed {
  terminate(): void;
  once(event: 'close', listener: () => void): unknown;
}

/** Pause until the members of open feeds are looked up again: their sessions end without an entry in the journal. */
const LOOK_AGAIN_MS = 2_000;

interface GateParts {
  readonly settings: Pick<GatewaySettings, 'authPrefixes' | 'reads'>;
  readonly domain: AppDependencies['domain'];
  readonly authMessage: string;
  readonly view: ObservableView;
  readonly timers: Timers;
}

export class MembersGate {
  readonly #settings: GateParts['settings'];
  readonly #timers: Timers;
  readonly #feeds = new Map<OpenFeed, Membership | null>();
  #judge: Judge = () => 'outsider';
  #looking: Cancel | null = null;
  /** Body of each refusal: the same everywhere. A wallet that may sign in needs no more than this to do so. */
  readonly refusal: string;

  constructor({ authMessage, domain, settings, timers, view }: GateParts) {
    const fields = { chainId: domain.chainId, authMessage, authPrefix: settings.authPrefixes[0] ?? '' };
    this.refusal = failureBody({ ...REFUSAL, fields }, 'plain');
    this.#settings = settings;
    this.#timers = timers;
    // Before the feeds send anything of these entries.
    view.observe({
      published: (entries) => {
        if (this.#feeds.size === 0 || !this.isClosed) return;
        const ends = (): boolean => entries.some(({ events }) => events.some(({ kind }) => ENDS.has(kind)));
        if (this.#looking === null || ends()) this.#look();
      },
    });
  }

  /** True if only members may read. It may change while the venue is set up. */
  get isClosed(): boolean {
    return this.#settings.reads === 'members';
  }

  /** Sets how readers are recognised, once the parts for it exist. */
  judgedBy(judge: Judge): void {
    this.#judge = judge;
  }

  /** Goes on with requests of members and refuses all others. */
  admit(request: FastifyRequest, reply: FastifyReply, goOn: (error?: Error) => void): void {
    const take = (verdict: Verdict): void => {
      if (verdict === 'answered') return;
      if (verdict === 'outsider') return refuse(reply);
      if (typeof verdict === 'function') request.membership = verdict;
      else if (verdict !== 'own') request.standing = verdict;
      goOn();
    };
    const verdict = this.#judge(request, reply);
    if (verdict instanceof Promise) verdict.then(take, goOn);
    else take(verdict);
  }

  /** Ends a feed's connection once its reader is no member any more. */
  watch(feed: OpenFeed, { membership }: FastifyRequest): void {
    this.#feeds.set(feed, membership);
    feed.once('close', () => {
      this.#feeds.delete(feed);
      if (this.#feeds.size > 0) return;
      this.#looking?.();
      this.#looking = null;
    });
    if (this.isClosed) this.#lookLater();
  }

  #lookLater(): void {
    this.#looking ??= this.#timers.every(LOOK_AGAIN_MS, () => this.#look());
  }

  #look(): void {
    this.#lookLater();
    for (const [feed, membership] of this.#feeds) {
      const isMember = membership?.() ?? false;
      if (isMember === false) feed.terminate();
      else if (isMember !== true)
        isMember.then(
          (still) => still || feed.terminate(),
          () => feed.terminate(),
        );
    }
  }
}

/** Events after which a reader may be no member any more. */
const ENDS: ReadonlySet<string> = new Set(['AccountSuspended', 'ApiKeyRevoked', 'TokenRevoked']);

const REFUSAL = failure('members_only');

function refuse(reply: FastifyReply): void {
  const { request } = reply;
  if (request.routeOptions.config.isOpen === true) reply.server.cors.allowAny(reply);
  reply.routeOptions.config.counts?.count(REFUSAL.status);
  // The same for every route: no shape of an area, no trace.
  void reply
    .code(REFUSAL.status)
    .header('www-authenticate', 'Bellwether')
    .header('cache-control', 'no-store')
    .header('content-type', JSON_TYPE)
    .send(reply.server.members.refusal);
}

/** Registers the hooks after those of the pipeline, which asks the gate itself. */
export function registerMembers(app: FastifyInstance, byKey: (request: FastifyRequest) => Membership | null): void {
  // Before the hooks of a route: a signature covers the body, which has arrived by now.
  app.addHook('preHandler', (request, reply, done) => {
    if (request.standing !== 'later') return done();
    request.membership = byKey(request);
    if (request.membership === null) refuse(reply);
    else done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (app.members.isClosed && request.standing !== 'open') makePrivate(request, reply);
    done(null, payload);
  });
}

/** No shared cache may keep an answer that members alone get. Files of the page are everyone's. */
function makePrivate({ standing }: FastifyRequest, reply: FastifyReply): void {
  const allowed = reply.getHeader('cache-control');
  const isFile = standing === 'shell' && String(reply.getHeader('content-type')).startsWith('text/html') === false;
  if (isFile || allowed === 'no-store') return;
  const kept = String(allowed ?? 'no-cache').replace(/\b(?:public|private)\b,? ?/, '');
  reply.header('cache-control', `private${kept === '' ? '' : `, ${kept}`}`);
  addVary(reply, 'cookie');
}
