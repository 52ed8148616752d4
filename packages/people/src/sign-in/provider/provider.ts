/**
 * The identity provider, for better-auth's own callback. The plugin `genericOAuth` would read the discovery document at
 * the start alone, so that a provider that is down would be gone until the next start; it also accepts an answer without
 * an id token, and no difference between two clocks.
 */
import {
  authorizationCodeRequest,
  createAuthorizationURL,
  getOAuth2Tokens,
  type OAuthProvider,
  verifyJwsAccessToken,
} from 'better-auth/oauth2';
import { profileOf, type RawClaims } from './claims.ts';
import { createDiscovery } from './discovery.ts';
import { fetchJson } from './fetch-json.ts';
import type { ProviderSettings } from './settings.ts';

export const PROVIDER_ID = 'oidc';

/** Subject as the store has it; an issuer's address has no space. */
export const subjectAt = ({ issuer }: Pick<ProviderSettings, 'issuer'>, subject: string): string =>
  `${issuer} ${subject}`;

/** True if `known` is the subject of someone else at the same issuer, which older stores leave out. */
export function isOtherSubject(provider: Pick<ProviderSettings, 'issuer'>, known: string, subject: string): boolean {
  const whole = known.includes(' ') ? known : subjectAt(provider, known);
  return whole !== subject && whole.startsWith(`${provider.issuer} `);
}

/** Seconds by which the provider's clock may differ from ours. */
const CLOCK_TOLERANCE = 300;

export interface ProviderDependencies {
  readonly settings: ProviderSettings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears why an answer of the provider was refused. */
  readonly refused: (error: unknown) => void;
}

export interface Provider extends OAuthProvider<RawClaims> {
  /** Resolves if the provider answers; rejects with `ProviderUnavailable`. */
  ready(): Promise<void>;
}

export function createProvider({ settings, now, refused }: ProviderDependencies): Provider {
  const discover = createDiscovery(settings.issuer, now);
  const options = { clientId: settings.clientId, clientSecret: settings.clientSecret };
  const cacheKey = {};

  async function verify(idToken: string, nonce: string | undefined): Promise<RawClaims> {
    const { jwks, algorithms } = await discover();
    const claims: RawClaims = await verifyJwsAccessToken(idToken, {
      jwksFetch: async () => (await fetchJson(jwks)) as never,
      jwksCacheKey: cacheKey,
      verifyOptions: {
        issuer: settings.issuer,
        audience: settings.clientId,
        algorithms: [...algorithms],
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: new Date(now()),
        requiredClaims: ['sub', 'exp', 'iat'],
      },
    });
    if (nonce === undefined || claims['nonce'] !== nonce) throw new Error('the nonce is not that of this sign-in');
    const other = Array.isArray(claims['aud']) && claims['aud'].length > 1 ? claims['azp'] : settings.clientId;
    if (other !== settings.clientId) throw new Error('the id token was issued to another client');
    if (Number(claims['iat']) * 1000 > now() + CLOCK_TOLERANCE * 1000) throw new Error('the id token is of the future');
    return claims;
  }

  /** Claims of the id token, and what it lacks from the userinfo endpoint, about the same subject. */
  async function claimsOf(idToken: string, accessToken: string | undefined, nonce: string | undefined) {
    const verified = await verify(idToken, nonce);
    const { userInfo } = await discover();
    const complete = ['email', ...(settings.groupsClaim === null ? [] : [settings.groupsClaim])].every(
      (name) => name in verified,
    );
    if (complete || userInfo === null || accessToken === undefined) return verified;
    const more = await fetchJson(userInfo, { headers: { authorization: `Bearer ${accessToken}` } });
    if (more['sub'] !== verified['sub']) throw new Error('the userinfo endpoint speaks of somebody else');
    return { ...more, ...verified };
  }

  return {
    id: PROVIDER_ID,
    name: PROVIDER_ID,
    issuer: settings.issuer,
    requiresIdTokenNonce: true,
    options: { disableIdTokenSignIn: true },
    // Another issuer's subjects are other people.
    accountSubject: ({ profile }) => subjectAt(settings, String(profile['sub'])),
    async ready() {
      await discover();
    },
    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      const { authorization } = await discover();
      return createAuthorizationURL({
        id: PROVIDER_ID,
        options,
        authorizationEndpoint: authorization,
        state,
        codeVerifier,
        redirectURI,
        nonce: idTokenNonce,
        scopes: [...settings.scopes],
      });
    },
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      try {
        const { authentication, token } = await discover();
        const request = { code, codeVerifier, redirectURI, options, authentication };
        const { body, headers } = await authorizationCodeRequest(request);
        return getOAuth2Tokens(await fetchJson(token, { method: 'POST', body, headers }));
      } catch (error) {
        refused(error);
        return null;
      }
    },
    async getUserInfo({ idToken, accessToken, expectedIdTokenNonce }) {
      try {
        if (idToken === undefined) throw new Error('the provider sent no id token');
        const data = await claimsOf(idToken, accessToken, expectedIdTokenNonce);
        const { email, verified, name } = profileOf(data);
        return { user: { email, emailVerified: verified, name }, data };
      } catch (error) {
        refused(error);
        return null;
      }
    },
  };
}
