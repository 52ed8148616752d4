/** Reads the provider's discovery document when someone signs in first, and keeps it for an hour. */
import { fetchJson, ProviderUnavailable } from './fetch-json.ts';

export interface Discovery {
  readonly authorization: string;
  readonly token: string;
  readonly userInfo: string | null;
  readonly jwks: string;
  /** Way in which the client proves itself. */
  readonly authentication: 'basic' | 'post';
  readonly algorithms: readonly string[];
}

const KEPT_MS = 3_600_000;
/** Signatures by the provider's key alone; `none` and shared secrets prove nothing. */
const ASYMMETRIC = /^(?:RS|PS|ES)(?:256|384|512)$|^EdDSA$|^Ed25519$/;

/** Addresses in the document may use plain HTTP only if the issuer does. */
function addressOf(value: unknown, issuer: string): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const { protocol } = new URL(value);
  return protocol === 'https:' || protocol === new URL(issuer).protocol ? value : null;
}

export function createDiscovery(issuer: string, now: () => number): () => Promise<Discovery> {
  let known: { readonly document: Promise<Discovery>; readonly since: number } | null = null;

  async function read(): Promise<Discovery> {
    const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).catch(
      (error: unknown) => {
        throw error instanceof ProviderUnavailable
          ? error
          : new ProviderUnavailable(`${issuer} has no discovery document`, { cause: error });
      },
    );
    if (document['issuer'] !== issuer) {
      throw new ProviderUnavailable(
        `BELLWETHER_OIDC_ISSUER is ${issuer}, but the provider calls itself ${String(document['issuer'])}`,
      );
    }
    const authorization = addressOf(document['authorization_endpoint'], issuer);
    const token = addressOf(document['token_endpoint'], issuer);
    const jwks = addressOf(document['jwks_uri'], issuer);
    if (authorization === null || token === null || jwks === null) {
      throw new ProviderUnavailable(`${issuer} names no endpoints for authorization, tokens or keys`);
    }
    const named = document['id_token_signing_alg_values_supported'];
    const algorithms = (Array.isArray(named) ? named.map(String) : ['RS256']).filter((name) => ASYMMETRIC.test(name));
    const methods = document['token_endpoint_auth_methods_supported'];
    // A list without `basic` has to say so; without a list, that is what every provider has.
    const authentication = Array.isArray(methods) && !methods.includes('client_secret_basic') ? 'post' : 'basic';
    const userInfo = addressOf(document['userinfo_endpoint'], issuer);
    return { authorization, token, userInfo, jwks, authentication, algorithms };
  }

  return () => {
    if (known === null || now() - known.since > KEPT_MS) {
      const document = read();
      known = { document, since: now() };
      // A failure is not kept: the next person tries again.
      document.catch(() => {
        if (known?.document === document) known = null;
      });
    }
    return known.document;
  };
}
