/** A venue ready for load: open markets, and accounts with credentials and money. Uses the public API only. */
import type { SigningDomain } from '@bellwether/server/ports/signatures.ts';
import { type BenchWallet, type Credentials, createWalletFactory } from './bench-wallet.ts';
import type { VenueProcess } from './venue-process.ts';

export interface Trader {
  readonly wallet: BenchWallet;
  readonly credentials: Credentials;
}

export interface TradingFloor {
  readonly traders: readonly Trader[];
  /** First-outcome and second-outcome token of each market. */
  readonly tokens: readonly (readonly [string, string])[];
  readonly conditionIds: readonly string[];
}

export async function openTradingFloor(venue: VenueProcess, markets: number, traders: number): Promise<TradingFloor> {
  const event = (await postAdmin(venue, '/admin/events', {
    title: 'Benchmark',
    markets: Array.from({ length: markets }, (_, index) => ({ question: `Benchmark question ${index}?` })),
  })) as { markets: { clobTokenIds: string; conditionId: string }[] };
  return {
    traders: await openTraders(venue, traders),
    tokens: event.markets.map((market) => JSON.parse(market.clobTokenIds) as [string, string]),
    conditionIds: event.markets.map((market) => market.conditionId),
  };
}

/** Accounts with credentials and money: the wallets from number `first` on. */
export async function openTraders(venue: VenueProcess, count: number, first = 0): Promise<readonly Trader[]> {
  const { domain } = (await getJson(`${venue.url}/venue`)) as { domain: SigningDomain };
  const factory = await createWalletFactory(domain);
  const opened: Trader[] = [];
  for (let index = first; index < first + count; index++) {
    const wallet = factory.wallet(index);
    const headers = wallet.authHeaders(String(Math.floor(Date.now() / 1000)));
    const credentials = (await getJson(`${venue.url}/auth/api-key`, { method: 'POST', headers })) as Credentials;
    await postAdmin(venue, '/admin/deposits', { wallet: wallet.address, amount: '5000000' });
    opened.push({ wallet, credentials });
  }
  return opened;
}

function postAdmin(venue: VenueProcess, path: string, body: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${venue.adminToken}`, 'content-type': 'application/json' };
  return getJson(`${venue.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Throws when it is not answered 2xx. */
export async function getJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
