/** Ways of signing in, made from settings: plugins of the library, and the endpoints that clients may call. */
import type { SignInWay } from '@bellwether/ports/people.ts';
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import { createEmailSignIn, type EmailSignIn } from './mail/email-sign-in.ts';
import type { VenueMark } from './mail/layout.ts';
import { createMailer, type Mailer, type MailSettings } from './mail/mailer.ts';
import { PASSKEY_ENDPOINTS, type PasskeyAuth, passkeyEndpoint, passkeyObstacle, passkeyPlugin } from './passkeys.ts';
import type { Claims } from './provider/claims.ts';
import { createProviderFlow, type FlowAuth } from './provider/flow.ts';
import { isOtherSubject } from './provider/provider.ts';
import type { ProviderSettings } from './provider/settings.ts';

export interface SignInSettings {
  /** The operator may change it at any time. */
  readonly venue?: () => VenueMark;
  /** True if an unknown person whom the provider names joins. */
  readonly joins?: boolean;
  /** Null: there is no such way in. */
  readonly provider?: ProviderSettings | null;
  readonly mail?: MailSettings | null;
}

/** Parts of the store that signing in uses. */
export interface SignInHost {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Runs a function once the current work is done. */
  readonly soon: (work: () => void) => void;
  readonly warn: (problem: string) => void;
  /** Takes over what the provider says of a person who is now signed in. */
  readonly arrived: (person: string, claims: Claims) => Promise<void>;
  /** Link that signs in the person with this address; null if nobody has it or may come in. */
  readonly linkForEmail: (email: string) => Promise<string | null>;
  readonly isSuspended: (person: string) => Promise<boolean>;
}

/** The library, as the endpoints around it call it. */
export interface SignInAuth {
  handler(request: Request): Promise<Response>;
  readonly api: FlowAuth['api'] & PasskeyAuth['api'];
}

type Endpoint = (auth: SignInAuth, request: Request) => Promise<Response>;

export interface SignIn {
  readonly ways: readonly SignInWay[];
  readonly plugins: readonly BetterAuthPlugin[];
  /** Further options of the library, such as hooks. */
  readonly options: Pick<BetterAuthOptions, 'databaseHooks' | 'account'>;
  /** Refuses people whom the venue does not accept. */
  readonly gate: NonNullable<BetterAuthOptions['user']>['validateUserInfo'];
  /** Endpoints below `/auth/people` that clients may call, by `METHOD /path`. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** Null: the venue sends no mail. */
  readonly mail: { readonly mailer: Mailer; readonly ask: EmailSignIn } | null;
  readonly venue: () => VenueMark;
}

/** `url`: address that the venue is reached at. */
export function signInOf(settings: SignInSettings, url: string, host: SignInHost): SignIn {
  const { joins = false, mail = null, provider = null, venue = () => ({ name: 'Bellwether', accent: '' }) } = settings;
  const { now, soon, warn } = host;
  const told = (error: unknown, problem: string) => warn(`${problem}: ${messageOf(error)}`);
  const flow =
    provider === null
      ? null
      : createProviderFlow({ settings: provider, url, joins, now, warn: told, arrived: host.arrived });
  const mailer = mail === null ? null : createMailer(mail);
  const hasPasskeys = passkeyObstacle(url) === null;
  const endpoints = new Map<string, Endpoint>();
  if (hasPasskeys) for (const endpoint of PASSKEY_ENDPOINTS) endpoints.set(endpoint, passkeyEndpoint(venue));
  if (flow !== null) {
    endpoints.set('GET /oidc', (auth, { headers }) => flow.start(auth, headers));
    endpoints.set('GET /callback/oidc', flow.finish);
  }
  return {
    ways: [
      'link',
      ...(mailer === null ? [] : (['email'] as const)),
      ...(hasPasskeys ? (['passkey'] as const) : []),
      ...(flow === null ? [] : (['oidc'] as const)),
    ],
    // Passkeys have their table even where the address cannot have any: the address may change.
    plugins: [passkeyPlugin(url), ...(flow === null ? [] : [flow.plugin])],
    options: {
      account: {
        // Nothing of the provider's is kept besides the subject.
        updateAccountOnSignIn: false,
        // An address in the store came from the operator or from the provider: nobody claims one by himself.
        accountLinking: { requireLocalEmailVerified: false },
      },
      databaseHooks: {
        account: {
          create: {
            before: async ({ accountId, userId, ...account }, context) => {
              // An address may pass to somebody else: it links a person once.
              const known = (await context?.context.internalAdapter.findAccounts(userId)) ?? [];
              if (provider !== null && known.some((one) => isOtherSubject(provider, one.accountId, accountId)))
                throw new APIError('FORBIDDEN', { code: 'other_subject' });
              return { data: { ...account, accountId, userId, accessToken: null, refreshToken: null, idToken: null } };
            },
          },
        },
        session: {
          create: {
            before: async ({ userId }) => {
              if (await host.isSuspended(userId)) throw new APIError('FORBIDDEN', { code: 'suspended' });
            },
          },
        },
      },
    },
    gate: flow?.gate,
    endpoints,
    venue,
    mail:
      mailer === null
        ? null
        : {
            mailer,
            ask: createEmailSignIn({ mailer, venue, now, soon, linkFor: host.linkForEmail, warn: told }),
          },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
