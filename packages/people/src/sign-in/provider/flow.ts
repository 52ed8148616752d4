/**
 * Signing in by the identity provider: two addresses around better-auth's own. Every way out is a page of the venue, with
 * one word of a closed list when it did not work; nothing that a request names decides where it leads.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { type Claims, type ClaimsRefusal, readClaims } from './claims.ts';
import { ProviderUnavailable } from './fetch-json.ts';
import { createProvider, PROVIDER_ID } from './provider.ts';
import type { ProviderSettings } from './settings.ts';

/** Reasons that the page words; anything else is `try_again`. */
export type ProviderProblem =
  | ClaimsRefusal
  | 'not_a_member'
  | 'other_subject'
  | 'provider_unavailable'
  | 'suspended'
  | 'try_again';

/** By the code that better-auth ends with. */
const WORDED: Readonly<Record<string, ProviderProblem>> = {
  email_not_found: 'email_missing',
  email_missing: 'email_missing',
  email_unverified: 'email_unverified',
  email_domain: 'email_domain',
  not_a_member: 'not_a_member',
  other_subject: 'other_subject',
  suspended: 'suspended',
};

/** Parts of better-auth that the flow calls; the instance is made later, from the plugin below. */
export interface FlowAuth {
  handler(request: Request): Promise<Response>;
  readonly api: {
    signInSocial(input: {
      readonly body: { provider: string; callbackURL: string; errorCallbackURL: string; disableRedirect: boolean };
      readonly headers: Headers;
      readonly asResponse: true;
    }): Promise<Response>;
  };
}

export interface FlowDependencies {
  readonly settings: ProviderSettings;
  /** Base address of the venue, without a closing slash. */
  readonly url: string;
  /** True if an unknown person with accepted claims joins. */
  readonly joins: boolean;
  readonly now: () => number;
  readonly warn: (error: unknown, message: string) => void;
  /** Takes over what the provider says of a person who is now signed in. */
  readonly arrived: (personId: string, claims: Claims) => Promise<void>;
}

/** Callback under way: better-auth's hooks speak of it to the flow that called them. */
interface Attempt {
  claims: Claims | null;
  personId: string | null;
  unavailable: boolean;
}

type Gate = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;

export interface ProviderFlow {
  readonly plugin: BetterAuthPlugin;
  /** For `user.validateUserInfo`: refuses claims that the venue does not accept. */
  readonly gate: Gate;
  /** `GET /auth/people/oidc`. */
  start(auth: FlowAuth, headers: Headers): Promise<Response>;
  /** `GET /auth/people/callback/oidc`. */
  finish(auth: FlowAuth, request: Request): Promise<Response>;
}

export function createProviderFlow(dependencies: FlowDependencies): ProviderFlow {
  const { settings, url, joins, warn, arrived } = dependencies;
  const attempts = new AsyncLocalStorage<Attempt>();
  // The page goes on by itself: the person has no device in this browser yet.
  const entrance = `${url}/app/join`;

  const provider = createProvider({
    settings,
    now: dependencies.now,
    refused(error) {
      const attempt = attempts.getStore();
      if (attempt !== undefined && error instanceof ProviderUnavailable) attempt.unavailable = true;
      warn(error, 'the answer of the identity provider was refused');
    },
  });

  function leave(location: string, cookies: readonly string[] = []): Response {
    const headers = new Headers({ location, 'cache-control': 'no-store' });
    for (const cookie of cookies) headers.append('set-cookie', cookie);
    return new Response(null, { status: 302, headers });
  }
  const refuse = (problem: ProviderProblem, cookies?: readonly string[]): Response =>
    leave(`${entrance}?error=${problem}`, cookies);

  return {
    plugin: {
      id: 'identity-provider',
      init: ({ socialProviders }) => ({ context: { socialProviders: [provider, ...socialProviders] } }),
      hooks: {
        after: [
          {
            matcher: ({ path }) => path === '/callback/:id',
            handler: createAuthMiddleware(async ({ context }) => {
              const attempt = attempts.getStore();
              if (attempt !== undefined) attempt.personId = context.newSession?.user.id ?? null;
            }),
          },
        ],
      },
    },

    async gate({ source }) {
      if (source.method !== 'oauth') return undefined;
      const claims = readClaims(source.oauth?.profile ?? {}, settings);
      if (typeof claims === 'string') return { error: claims };
      if (source.action === 'create-user' && !joins) return { error: 'not_a_member' };
      const attempt = attempts.getStore();
      if (attempt !== undefined) attempt.claims = claims;
      return undefined;
    },

    async start(auth, headers) {
      try {
        await provider.ready();
      } catch (error) {
        warn(error, 'the identity provider is not available');
        return refuse('provider_unavailable');
      }
      const body = { provider: PROVIDER_ID, callbackURL: entrance, errorCallbackURL: entrance, disableRedirect: true };
      const answer = await auth.api.signInSocial({ body, headers, asResponse: true });
      if (!answer.ok) return refuse('try_again');
      const { url: there } = (await answer.json()) as { url: string };
      return leave(there, answer.headers.getSetCookie());
    },

    async finish(auth, request) {
      const attempt: Attempt = { claims: null, personId: null, unavailable: false };
      const answer = await attempts.run(attempt, () => auth.handler(request));
      const cookies = answer.headers.getSetCookie();
      const location = answer.headers.get('location');
      if (location === entrance && attempt.personId !== null && attempt.claims !== null) {
        await arrived(attempt.personId, attempt.claims);
        return leave(entrance, cookies);
      }
      if (attempt.unavailable) return refuse('provider_unavailable', cookies);
      const error = location !== null && URL.canParse(location) ? new URL(location).searchParams.get('error') : null;
      return refuse(WORDED[error ?? ''] ?? 'try_again', cookies);
    },
  };
}
