/**
 * Passkeys. They belong to a host name, so that the venue needs one: browsers know no passkey of an IP address, and none
 * of a page without TLS, except on this machine.
 */
import { isIP } from 'node:net';
import { passkey } from '@better-auth/passkey';

/** Obstacle to passkeys of the venue's address; null if it can have them. */
export function passkeyObstacle(url: string): 'ip_address' | 'no_tls' | null {
  const { protocol, hostname } = new URL(url);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'ip_address';
  if (protocol !== 'https:' && hostname !== 'localhost' && !hostname.endsWith('.localhost')) return 'no_tls';
  return null;
}

/** Endpoints of the plugin that the venue has. */
export const PASSKEY_ENDPOINTS: readonly string[] = [
  'GET /passkey/generate-register-options',
  'POST /passkey/verify-registration',
  'GET /passkey/generate-authenticate-options',
  'POST /passkey/verify-authentication',
  'GET /passkey/list-user-passkeys',
  'POST /passkey/delete-passkey',
];

export const passkeyPlugin = (url: string) =>
  passkey({
    rpID: new URL(url).hostname,
    origin: new URL(url).origin,
    // The authenticator keeps the name, so that signing in asks for none.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });

/** Parts of the library that the endpoints call. */
export interface PasskeyAuth {
  handler(request: Request): Promise<Response>;
  readonly api: {
    getSession(input: { readonly headers: Headers }): Promise<{ readonly user: { readonly name: string } } | null>;
  };
}

/**
 * Passes requests on. Authenticators show the names of the venue and of the person, not the address in the store;
 * answers have no session token, which is the cookie's; errors have the venue's form.
 */
export const passkeyEndpoint =
  (venue: () => { readonly name: string }) =>
  async ({ api, handler }: PasskeyAuth, request: Request): Promise<Response> => {
    const answer = await handler(request);
    const body: unknown = await answer.json().catch(() => null);
    if (!answer.ok) return Response.json({ error: errorOf(body) }, answer);
    if (!isObject(body)) return Response.json(body, answer);
    if ('session' in body) return Response.json({ done: true }, answer);
    if (!isObject(body['user'])) return Response.json(body, answer);
    const name = (await api.getSession({ headers: request.headers }))?.user.name;
    const rp = { ...(isObject(body['rp']) && body['rp']), name: venue().name };
    return Response.json({ ...body, rp, user: { ...body['user'], name, displayName: name } }, answer);
  };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function errorOf(body: unknown): string {
  const { code, message } = isObject(body) ? body : {};
  if (code === 'suspended') return 'this person is suspended: ask the operator';
  return typeof message === 'string' ? `passkey: ${message}` : 'passkeys cannot be used now: retry shortly';
}
