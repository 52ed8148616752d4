/** Asks the identity provider over HTTP: bounded in time, and never following a redirect. */

const DEADLINE_MS = 10_000;

/** The provider cannot be reached or answers nonsense: nobody's fault who signs in. */
export class ProviderUnavailable extends Error {}

export async function fetchJson(url: string, init: RequestInit = {}): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(DEADLINE_MS) }).catch(
    (error: unknown) => {
      throw new ProviderUnavailable(`${new URL(url).origin} cannot be reached`, { cause: error });
    },
  );
  const body: unknown = await response.json().catch(() => null);
  if (response.status >= 500) throw new ProviderUnavailable(`${url} answered ${response.status}`);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(body)}`);
  if (typeof body !== 'object' || body === null) throw new ProviderUnavailable(`${url} did not answer JSON`);
  return body as Readonly<Record<string, unknown>>;
}
