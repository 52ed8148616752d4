/** A venue ready for load: open markets, and accounts with credentials and money. Uses only the public API. */
import type { Credentials } from '@bellwether/contract';
import type { SigningDomain } from '@bellwether/ports/signatures.ts';
import { type BenchWallet, createWallets } from './bench-wallet.ts';
import { Random } from './random.ts';
import type { VenueProcess } from './venue-process.ts';

const SHARE = 1_000_000;

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
    tokens: event.markets.map(({ clobTokenIds }) => JSON.parse(clobTokenIds) as [string, string]),
    conditionIds: event.markets.map(({ conditionId }) => conditionId),
  };
}

/** Accounts with credentials and money: the wallets from number `first` on. */
export async function openTraders(venue: VenueProcess, count: number, first = 0): Promise<readonly Trader[]> {
  const wallet = await createWallets(await domainOf(venue.url));
  const opened: Trader[] = [];
  for (let index = first; index < first + count; index++) {
    const trader = await signedIn(venue.url, wallet(index));
    await postAdmin(venue, '/admin/deposits', { wallet: trader.wallet.address, amount: '5000000' });
    opened.push(trader);
  }
  return opened;
}

export const domainOf = async (url: string): Promise<SigningDomain> =>
  ((await getJson(`${url}/venue`)) as { domain: SigningDomain }).domain;

/** Each nonce gives a wallet another API key. */
export async function signedIn(url: string, wallet: BenchWallet, nonce = 0): Promise<Trader> {
  const headers = wallet.authHeaders(String(Math.floor(Date.now() / 1000)), nonce);
  return { wallet, credentials: (await getJson(`${url}/auth/api-key`, { method: 'POST', headers })) as Credentials };
}

interface Bid {
  readonly salt: number;
  readonly tokenId: string;
  readonly cents: number;
  readonly shares: number;
}

/** A complete request for a new order that rests until it is matched. It is signed now and valid for a minute. */
export function orderRequest({ wallet, credentials }: Trader, { salt, tokenId, cents, shares }: Bid): Buffer {
  const [makerAmount, takerAmount] = [(shares * SHARE * cents) / 100, shares * SHARE];
  const order = wallet.order({ salt, tokenId, makerAmount, takerAmount, side: 'BUY', timestamp: Date.now() });
  const json = JSON.stringify({ order, owner: credentials.apiKey, orderType: 'GTC' });
  return wallet.request('POST', '/order', json, credentials, String(Math.floor(Date.now() / 1_000)));
}

/**
 * Unique orders of real accounts around a midpoint of 0.50: even accounts bid for YES, odd ones for NO, so that about a
 * third cross and mint pairs, and no account trades with itself.
 */
export function orderRequests({ traders, tokens }: TradingFloor, count: number, seed: number): Buffer[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, index) => {
    const account = random.below(traders.length);
    const market = tokens[random.below(tokens.length)] as readonly [string, string];
    const tokenId = market[account % 2] as string;
    // YES and NO both between 0.40 and 0.52: they match if the two prices add up to 1 or more.
    const terms = { cents: 40 + random.below(13), shares: 5 + random.below(20) };
    return orderRequest(traders[account] as Trader, { ...terms, tokenId, salt: seed * 1_000_000_000 + index });
  });
}

export function postAdmin(venue: VenueProcess, path: string, body: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${venue.adminToken}`, 'content-type': 'application/json' };
  return getJson(`${venue.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Throws unless the status is 2xx. */
export async function getText(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${url} answered ${response.status}: ${text}`);
  return text;
}

export const getJson = async (url: string, init: RequestInit = {}): Promise<unknown> =>
  JSON.parse(await getText(url, init));
