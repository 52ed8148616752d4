/** Settings of signing in: the identity provider, and the mail server that sends links. */
import { keepsPeople } from '@bellwether/contract/joins';
import { ROLES } from '@bellwether/engine';
import type { SignInSettings } from '@bellwether/people';
import { ConfigError } from './config-error.ts';

type Read = (name: string) => string | undefined;

/** Ways of signing in besides links and passkeys; null: the venue does not have it. */
export type SignInConfig = Required<Pick<SignInSettings, 'provider' | 'mail'>>;

const GIVEN: readonly string[] = ROLES.filter((role) => role !== 'trader');
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const NEEDED = ['BELLWETHER_OIDC_ISSUER', 'BELLWETHER_OIDC_CLIENT_ID', 'BELLWETHER_OIDC_CLIENT_SECRET'] as const;
const OPTIONAL = ['SCOPES', 'DOMAINS', 'GROUPS_CLAIM', 'ROLES'].map((name) => `BELLWETHER_OIDC_${name}`);

/** Throws `ConfigError`; no message repeats a secret. */
export const readSignIn = (read: Read): SignInConfig => ({ provider: readProvider(read), mail: readMail(read) });

/** Refuses ways of signing in that the rule of joining does not know, and the other way round. */
export function checkSignIn(join: string, { mail, provider }: SignInConfig): void {
  if (join === 'oidc' && provider === null) throw new ConfigError(`BELLWETHER_JOIN=oidc needs ${NEEDED[0]}`);
  if (keepsPeople(join)) return;
  const idle = [...(provider === null ? [] : [NEEDED[0]]), ...(mail === null ? [] : ['BELLWETHER_SMTP_URL'])];
  if (idle[0] !== undefined) throw new ConfigError(`${idle[0]} needs BELLWETHER_JOIN=invite, oidc or approval`);
}

function readProvider(read: Read): SignInConfig['provider'] {
  const given = [...NEEDED, ...OPTIONAL].find((name) => read(name) !== undefined);
  if (given === undefined) return null;
  const [issuer, clientId, clientSecret] = NEEDED.map((name) => {
    const value = read(name);
    if (value === undefined) throw new ConfigError(`${given} needs ${name}`);
    return value;
  }) as [string, string, string];
  return {
    issuer: checkedIssuer(issuer),
    clientId,
    clientSecret,
    scopes: readScopes(read),
    domains: readDomains(read),
    groupsClaim: read('BELLWETHER_OIDC_GROUPS_CLAIM') ?? null,
    roles: readRoles(read),
  };
}

export function checkedIssuer(value: string): string {
  if (URL.canParse(value)) {
    const { protocol, hostname, search, hash, username } = new URL(value);
    const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
    if (isSafe && search === '' && hash === '' && username === '') return value;
  }
  throw new ConfigError(
    `BELLWETHER_OIDC_ISSUER must be an https address without ? and #, exactly as the provider calls itself, not "${value}"`,
  );
}

function readScopes(read: Read): readonly string[] {
  const value = read('BELLWETHER_OIDC_SCOPES') ?? 'openid email profile';
  const scopes = value.split(/ +/);
  // The characters that OAuth has for scopes.
  if (scopes.includes('openid') && scopes.every((scope) => /^[!#-[\]-~]+$/.test(scope))) return scopes;
  throw new ConfigError(
    `BELLWETHER_OIDC_SCOPES must be scopes separated by spaces, and openid among them, not "${value}"`,
  );
}

function readDomains(read: Read): readonly string[] {
  const value = read('BELLWETHER_OIDC_DOMAINS');
  if (value === undefined) return [];
  return value.split(',').map((item) => {
    const domain = item.trim().toLowerCase();
    if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)) return domain;
    throw new ConfigError(
      `BELLWETHER_OIDC_DOMAINS must be a comma list of domains such as company.example, not "${item}"`,
    );
  });
}

function readRoles(read: Read): ReadonlyMap<string, string> | null {
  const value = read('BELLWETHER_OIDC_ROLES');
  if (value === undefined) return null;
  const pairs = value.split(',').map((item) => {
    const at = item.lastIndexOf('=');
    const [claim, role] = [item.slice(0, Math.max(at, 0)).trim(), item.slice(at + 1).trim()];
    if (claim !== '' && GIVEN.includes(role)) return [claim, role] as const;
    throw new ConfigError(
      `BELLWETHER_OIDC_ROLES must be a comma list such as venue-admins=operator with the roles ${GIVEN.join(', ')}, not "${item}"`,
    );
  });
  return new Map(pairs);
}

function readMail(read: Read): SignInConfig['mail'] {
  const url = read('BELLWETHER_SMTP_URL');
  const from = read('BELLWETHER_SMTP_FROM');
  if (url === undefined && from === undefined) return null;
  if (url === undefined) throw new ConfigError('BELLWETHER_SMTP_FROM needs BELLWETHER_SMTP_URL');
  if (from === undefined) throw new ConfigError('BELLWETHER_SMTP_URL needs BELLWETHER_SMTP_FROM');
  if (!/^smtps?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new ConfigError('BELLWETHER_SMTP_URL must be smtp://USER:PASSWORD@HOST:PORT or smtps://…');
  }
  if (!/^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(from)) {
    throw new ConfigError(`BELLWETHER_SMTP_FROM must be an address, or Name <address>, not "${from}"`);
  }
  return { url, from };
}
