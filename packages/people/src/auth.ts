/**
 * The sign-in library, composed for the venue: its tables, sessions and cookies, and the plugins of the ways in. Links
 * are the venue's own (`links.ts`) and use one endpoint here, which no client can call.
 */
import { createHmac } from 'node:crypto';
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { PeopleDatabase } from './database.ts';
import type { SignIn } from './sign-in/sign-in.ts';

export const BASE_PATH = '/auth/people';
export const SESSION_DAYS = 30;

const text = { type: 'string', required: false, input: false } as const;

export interface AuthParts {
  readonly database: PeopleDatabase;
  /** Secret of the venue's own; other venues have other cookies and signatures. */
  readonly secret: Uint8Array;
  /** Address that the venue is reached at, without a path. */
  readonly url: string;
  readonly signIn: SignIn;
  readonly warn: (problem: string) => unknown;
}

const derived = (secret: Uint8Array, purpose: string): string =>
  createHmac('sha256', secret).update(`people: ${purpose}`).digest('hex');

export function authOptions({ database, secret, url, signIn, warn }: AuthParts) {
  const isSecure = url.startsWith('https:');
  const name = `${isSecure ? '__Host-' : ''}bellwether-${derived(secret, 'cookie').slice(0, 8)}`;
  return {
    appName: 'Bellwether',
    baseURL: url,
    basePath: BASE_PATH,
    secret: derived(secret, 'sessions'),
    database: { db: database.db, type: database.type },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => void warn(`sign-in: ${message}`) },
    trustedOrigins: [url],
    // The gateway has its own caps.
    rateLimit: { enabled: false },
    // Age is no reason to refuse a passkey: for many a link was the only way in.
    session: {
      ...{ expiresIn: SESSION_DAYS * 86_400, updateAge: 86_400, freshAge: 0 },
      additionalFields: { linkUse: { ...text, returned: false } },
    },
    user: {
      additionalFields: {
        state: { type: 'string', required: true, input: false, defaultValue: 'joined' },
        account: { ...text, unique: true },
        roleWish: text,
        promised: text,
        note: text,
        invitedBy: text,
        recoveredMs: text,
        digest: text,
      },
      ...(signIn.gate !== undefined && { validateUserInfo: signIn.gate }),
    },
    advanced: {
      cookiePrefix: name,
      // The prefix above says it already.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
    },
    ...signIn.options,
    plugins: [linkSessions(), ...(signIn.plugins as BetterAuthPlugin[])],
  } satisfies BetterAuthOptions;
}

export type AuthOptions = ReturnType<typeof authOptions>;

/** The library looks for its tables at once, so they must be there. */
export const createAuth = (options: AuthOptions) => betterAuth(options);
export type Auth = ReturnType<typeof createAuth>;

/** Body of the endpoint, in the form of Standard Schema. Only the venue itself calls it. */
const TOKEN: StandardBody<{ readonly token: string }> = {
  '~standard': {
    version: 1,
    vendor: 'bellwether',
    validate: (value) => ({ value: value as { readonly token: string } }),
  },
};

interface StandardBody<Body> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: Body };
    readonly types?: { readonly input: Body; readonly output: Body } | undefined;
  };
}

/** Sends the cookie of a session that a link opened. */
const linkSessions = () => ({
  id: 'bellwether-links',
  endpoints: {
    sendSession: createAuthEndpoint.serverOnly({ method: 'POST', body: TOKEN }, async (context) => {
      const { token } = context.body;
      const found = await context.context.internalAdapter.findSession(token);
      if (found === null) throw new Error('a session that was opened is not in the store');
      await setSessionCookie(context, found);
      return {};
    }),
  },
});

/** Headers of the library's answers that a browser gets. */
export function headersOf(headers: Headers): (readonly [string, string])[] {
  const kept = ['content-type', 'location', 'cache-control'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return [...kept, ...headers.getSetCookie().map((cookie) => ['set-cookie', cookie] as const)];
}
