/** Clients of the unified SDK, unmodified: only hosts, chain and key are configured. */
import {
  type ApiKeyAuthorization,
  createPublicClient,
  createSecureClient,
  type EnvironmentConfig,
  forkEnvironmentConfig,
  type PublicClient,
  type SecureClient,
} from '@polymarket/client';
import { privateKey } from '@polymarket/client/viem';
import { privateKeyToAccount } from 'viem/accounts';
import { keyOf, type StageVenue } from './stage.ts';

/** One base URL for trading, catalog and data; the feeds under `/ws`. */
export function environmentOf({ url }: Pick<StageVenue, 'url'>, chainId = 80_002): EnvironmentConfig {
  const feeds = url.replace('http', 'ws');
  return forkEnvironmentConfig({
    name: 'bellwether',
    chainId,
    // Never contacts a node of a chain or any other service.
    rpc: 'http://127.0.0.1:1',
    clob: { rest: url, market: { ws: `${feeds}/ws/market` }, user: { ws: `${feeds}/ws/user` } },
    gamma: { rest: url },
    data: { rest: url },
    relayer: { rest: url },
    rtds: { ws: `${feeds}/ws/live-data` },
    // Not offered; named so that no call leaves for the original.
    combos: { rest: url, ws: feeds, collateralReturn: { rest: url } },
    perps: { rest: url, ws: feeds },
    sports: { ws: feeds },
  });
}

export const publicClient = (venue: Pick<StageVenue, 'url'>): PublicClient =>
  createPublicClient({ environment: environmentOf(venue) });

interface UnifiedOptions {
  readonly chainId?: number;
  /** The key's own address by default; null leaves it to the client, which looks for a deposit wallet. */
  readonly wallet?: string | null;
  readonly apiKey?: ApiKeyAuthorization;
}

/** A client that trades for itself with the key of that name. */
export function secureClient(
  venue: StageVenue,
  name: string,
  { chainId, wallet = privateKeyToAccount(keyOf(venue, name)).address, apiKey }: UnifiedOptions = {},
): Promise<SecureClient> {
  return createSecureClient({
    environment: environmentOf(venue, chainId),
    signer: privateKey(keyOf(venue, name)),
    ...(wallet !== null && { wallet }),
    ...(apiKey !== undefined && { apiKey }),
  });
}
