/** Calls specific to the venue that the public clients lack, signed with the clients' header functions. */
import { createL2Headers } from '@polymarket/clob-client-v2';
import type { StageVenue, Trader } from './stage.ts';

/** The answer to a request that `trader` signs with its API key. */
export async function signed(
  venue: Pick<StageVenue, 'url'>,
  { signer, credentials }: Pick<Trader, 'signer' | 'credentials'>,
  method: string,
  path: string,
  content?: object,
): Promise<unknown> {
  const body = content === undefined ? {} : { body: JSON.stringify(content) };
  const headers = await createL2Headers(signer, credentials, { method, requestPath: path, ...body });
  const response = await fetch(venue.url + path, {
    method,
    headers: {
      ...(headers as Record<string, string>),
      ...(content !== undefined && { 'content-type': 'application/json' }),
    },
    ...body,
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
