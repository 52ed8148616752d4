/** Clients of the unified SDK, as it is: nothing but hosts, chain and key is said. */
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
import type { StageVenue } from './stage.ts';

/** One base URL for trading, catalog and data; the feeds under `/ws`. */
export function environmentOf({ url }: StageVenue, chainId = 80_002): EnvironmentConfig {
  const feeds = url.replace('http', 'ws');
  return forkEnvironmentConfig({
    name: 'bellwether',
    chainId,
    // No node of a chain and no other service is ever asked.
    rpc: 'http://127.0.0.1:1',
    clob: { rest: url, market: { ws: `${feeds}/ws/market` }, user: { ws: `${feeds}/ws/user` } },
    gamma: { rest: url },
    data: { rest: url },
    relayer: { rest: url },
    rtds: { ws: `${feeds}/ws/live-data` },
  });
}

export const publicClient = (venue: StageVenue): PublicClient =>
  createPublicClient({ environment: environmentOf(venue) });

export interface UnifiedOptions {
  readonly chainId?: number;
  /** The key's own address unless said; null leaves it to the client, which looks for a deposit wallet. */
  readonly wallet?: string | null;
  readonly apiKey?: ApiKeyAuthorization;
}

/** Trades for itself with the key made of `digit`. */
export function secureClient(
  venue: StageVenue,
  digit: string,
  { chainId, wallet = addressOf(digit), apiKey }: UnifiedOptions = {},
): Promise<SecureClient> {
  return createSecureClient({
    environment: environmentOf(venue, chainId),
    signer: privateKey(keyOf(digit)),
    ...(wallet !== null && { wallet }),
    ...(apiKey !== undefined && { apiKey }),
  });
}

const keyOf = (digit: string) => `0x${digit.repeat(64)}` as const;
const addressOf = (digit: string): string => privateKeyToAccount(keyOf(digit)).address;
