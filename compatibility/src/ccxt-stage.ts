/** Exchanges of `ccxt`, unmodified: only hosts, chain and key are configured. */
import ccxt from 'ccxt';
import { privateKeyToAccount } from 'viem/accounts';
import { errorOf, keyOf, openStage, type Stage, type StageVenue } from './stage.ts';

export type Polymarket = InstanceType<typeof ccxt.prediction.polymarket>;

/** The client always signs sign-ins for chain 137, but orders for the configured chain. */
export const SIGN_IN_137 = { BELLWETHER_CHAIN_137: 'sign-in' } as const;

export interface CcxtStage extends Omit<Stage, 'alice' | 'bob'> {
  readonly alice: Polymarket;
  readonly bob: Polymarket;
}

/** A client for the venue without a key. */
export function publicExchange({ url }: Pick<StageVenue, 'url'>, settings: object = {}): Polymarket {
  // A busy machine takes longer than the default of ten seconds.
  const exchange = new ccxt.prediction.polymarket({ timeout: 600_000, ...settings });
  const feeds = url.replace('http', 'ws');
  exchange.urls.api = {
    gamma: `${url}/gamma`,
    clob: url,
    data: `${url}/data`,
    ws: `${feeds}/ws/market`,
    wsUser: `${feeds}/ws/user`,
  };
  exchange.options['chainId'] = 80_002;
  return exchange;
}

/** A client with the key of that name. It trades from the key's own wallet unless `settings` say otherwise. */
export function exchangeOf(venue: StageVenue, name: string, settings: object = {}): Polymarket {
  const privateKey = keyOf(venue, name);
  const { address: walletAddress } = privateKeyToAccount(privateKey);
  return publicExchange(venue, { privateKey, walletAddress, options: { signatureType: 0 }, ...settings });
}

/** Prepares an exchange for watching: the client requires these calls before it opens a socket without TLS. */
export async function watching(exchange: Polymarket): Promise<Polymarket> {
  await exchange.loadHttpProxyAgent();
  await exchange.loadMarkets();
  return exchange;
}

/** Adds markets to a venue that accepts `SIGN_IN_137`, and two traders who know them. */
export async function openCcxtStage(venue: StageVenue): Promise<CcxtStage> {
  const { alice: _alice, bob: _bob, ...stage } = await openStage(venue);
  const [alice, bob] = [exchangeOf(venue, 'c'), exchangeOf(venue, 'd')];
  await Promise.all([watching(alice), watching(bob)]);
  return { ...stage, alice, bob };
}

export async function closeCcxtStage(stage: CcxtStage | undefined): Promise<void> {
  if (stage === undefined) return;
  await Promise.all([stage.alice.close(), stage.bob.close()]);
}

/** The error that a call ends with: class name and message. */
export async function ccxtErrorOf(call: Promise<unknown>): Promise<{ readonly kind: string; readonly words: string }> {
  const error = await errorOf(call);
  if (!(error instanceof ccxt.BaseError)) throw new Error(`the call was not refused by the client: ${String(error)}`);
  return { kind: error.constructor.name, words: error.message };
}
