/**
 * A real OpenID provider with a login that a test drives over HTTP. Its id tokens can be changed and signed again with
 * the provider's own key, so that a test can be lied to by nobody else than the provider.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import OidcProvider, { type ClientAuthMethod } from 'oidc-provider';

export type IdClaims = Record<string, unknown>;

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claims by account; a test adds its people. */
  readonly people: Map<string, IdClaims>;
  /** Changes the claims of the next id tokens; null leaves them alone. */
  twist: ((claims: IdClaims) => IdClaims) | null;
  /** Signs changed tokens with a key that is not the provider's. */
  forge: boolean;
  /** Lets one venue send people, who are led back to this address. */
  admit(redirectUri: string, method?: ClientAuthMethod): void;
  /** Follows an authorization address as a browser would, signs in, and returns the address that leads back. */
  login(authorization: string, account: string): Promise<string>;
  /** Stops answering; `rise` listens at the same address again. */
  fall(): Promise<void>;
  rise(): Promise<void>;
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function resign(token: string, key: KeyObject, twist: (claims: IdClaims) => IdClaims): string {
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as IdClaims;
  const signed = `${header}.${base64url(twist(claims))}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

/** Listens, so that its issuer is known; `admit` names the venue. */
export async function openIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const forged = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const client = { clientId: 'venue', clientSecret: 'a secret of the test, long enough' };
  const people = new Map<string, IdClaims>();

  let admitted = '';

  const self: IdentityProvider = {
    issuer,
    ...client,
    people,
    twist: null,
    forge: false,
    admit(redirectUri, method = 'client_secret_basic') {
      admitted = redirectUri;
      serve(redirectUri, method);
    },
    async login(authorization, account) {
      const cookies = new Map<string, string>();
      let next = new URL(authorization);
      for (let step = 0; step < 6; step += 1) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie, 'x-account': account } });
        for (const line of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
        next = new URL(location, issuer);
        if (next.href.startsWith(admitted)) return next.href;
      }
      throw new Error('the provider does not lead back');
    },
    async fall() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
    rise: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
  };

  function serve(redirectUri: string, method: ClientAuthMethod): void {
    const oidc = new OidcProvider(issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: method,
        },
      ],
      jwks: { keys: [{ ...jwk, kid: 'one', use: 'sig', alg: 'RS256' }] } as never,
      clientAuthMethods: [method],
      cookies: { keys: ['cookies of the test'] },
      claims: { openid: ['sub', 'groups', 'roles'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      ttl: { AccessToken: 3600, IdToken: 3600, Interaction: 3600, Grant: 3600, Session: 3600 },
      interactions: { url: (_, interaction) => `/login/${interaction.uid}` },
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) as never }),
      // Whoever signs in consents.
      async loadExistingGrant(ctx) {
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client?.clientId ?? '',
          accountId: ctx.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    oidc.use(async (ctx, next) => {
      await next();
      const body = ctx.body as { id_token?: string } | undefined;
      if (ctx.path === '/token' && self.twist !== null && typeof body?.id_token === 'string') {
        ctx.body = { ...body, id_token: resign(body.id_token, self.forge ? forged : key, self.twist) };
      }
    });
    const answer = oidc.callback();
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/login/') !== true) return void answer(request, response);
      const accountId = String(request.headers['x-account']);
      void oidc.interactionFinished(request, response, { login: { accountId } });
    });
  }
  return self;
}
