/** Test fixtures: a venue with three kinds of markets, and traders who use the public client unmodified. */
import { hash } from 'node:crypto';
import { type Settings, startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { type ApiKeyCreds, ClobClient, type ClobClientOptions, createL2Headers } from '@polymarket/clob-client-v2';
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { inject } from 'vitest';

/** The test chain that the profile signs for. */
const CHAIN = 80_002;

export interface StageMarket {
  readonly title: string;
  readonly eventId: string;
  readonly conditionId: string;
  readonly yes: string;
  readonly no: string;
}

/** A venue as one test file uses it, with wallets and events of its own. */
export interface StageVenue extends Pick<VenueProcess, 'url' | 'adminToken'> {
  /** Unique number of the file, from which its wallets and events derive. */
  readonly number: number;
}

export interface Stage {
  readonly venue: StageVenue;
  readonly plain: StageMarket;
  /** A market whose takers pay 200 bps. */
  readonly charged: StageMarket;
  /** Two markets of one negative-risk event. */
  readonly negRisk: readonly [StageMarket, StageMarket];
  readonly alice: Trader;
  readonly bob: Trader;
}

type ClientOptions = Partial<ClobClientOptions>;
export type Signer = NonNullable<ClobClientOptions['signer']>;

export interface Trader {
  readonly signer: Signer;
  readonly address: string;
  readonly credentials: ApiKeyCreds;
  readonly client: ClobClient;
}

/**
 * The venue with these settings that test files share; see `shared-venues.ts`. Everyone has 10,000 of play money there.
 */
export async function sharedVenue(settings: Settings = {}): Promise<StageVenue> {
  const response = await fetch(`${inject('venues')}?${new URLSearchParams(settings)}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as StageVenue;
}

/** Starts a venue for one file only, in the profile of the public clients. Everyone has 10,000 of play money there. */
export async function startVenue(settings: Settings = {}, dataDir?: string): Promise<VenueProcess & StageVenue> {
  const venue = await startVenueProcess({
    settings: { BELLWETHER_STARTING_BALANCE: '10000', BELLWETHER_PROFILE: 'polymarket', ...settings },
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  return { ...venue, number: 0 };
}

/** Adds markets and two traders, who sign for `chain`. */
export async function openStage(venue: StageVenue, chain = CHAIN): Promise<Stage> {
  const plain = await addMarket(venue, 'Plain');
  const charged = await addMarket(venue, 'Charged', { takerBaseFee: 200 });
  const [first, second] = await addEvent(venue, 'Race', [{}, {}], true);
  if (first === undefined || second === undefined) throw new Error('a market is missing');
  const alice = await openTrader(venue, 'a', { chain });
  const bob = await openTrader(venue, 'b', { chain });
  return { venue, plain, charged, negRisk: [first, second], alice, bob };
}

/** Key of a wallet that no other file uses. */
export const keyOf = ({ number }: Pick<StageVenue, 'number'>, name: string): Hex =>
  `0x${hash('sha256', `${number} ${name}`)}`;

/** A client for a wallet of this file; only host, chain and key are configured. */
export function createClient(
  venue: Pick<StageVenue, 'url' | 'number'>,
  name: string,
  more: ClientOptions = {},
): { readonly address: string; readonly signer: Signer; readonly client: ClobClient } {
  const account = privateKeyToAccount(keyOf(venue, name));
  // The wallet client signs by itself and never asks a node.
  const signer = createWalletClient({ account, transport: http('http://127.0.0.1:1') });
  return {
    address: account.address,
    signer,
    client: new ClobClient({ host: venue.url, chain: CHAIN, signer, ...more }),
  };
}

export async function openTrader(venue: StageVenue, name: string, more: ClientOptions = {}): Promise<Trader> {
  const { chain = CHAIN } = more;
  const credentials = await createClient(venue, name, { chain }).client.createOrDeriveApiKey();
  return { credentials, ...createClient(venue, name, { creds: credentials, throwOnError: true, ...more }) };
}

export async function operate(venue: StageVenue, path: string, body: object, method = 'POST'): Promise<unknown> {
  const response = await fetch(venue.url + path, {
    method,
    headers: { authorization: `Bearer ${venue.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

export async function addMarket(
  venue: StageVenue,
  title: string,
  terms: object = {},
  event: object = {},
): Promise<StageMarket> {
  const [market] = await addEvent(venue, title, [terms], false, event);
  if (market === undefined) throw new Error('an event came without its market');
  return market;
}

let events = 0;

/** Adds an event with one market for each of `terms`; the word after its title is a number unique to the event. */
export async function addEvent(
  venue: StageVenue,
  title: string,
  terms: readonly object[],
  negRisk = false,
  more: object = {},
) {
  events += 1;
  const name = `${title} ${venue.number * 1_000 + events}`;
  const markets = terms.map((own, index) => ({
    question: `${name}, question ${index}?`,
    orderPriceMinTickSize: 0.01,
    orderMinSize: 5,
    negRisk,
    ...own,
  }));
  const added = (await operate(venue, '/admin/events', { title: name, negRisk, ...more, markets })) as {
    readonly id: string;
    readonly markets: readonly { readonly conditionId: string; readonly tokenIds: readonly [string, string] }[];
  };
  const of = { title: name, eventId: added.id };
  return added.markets.map(({ conditionId, tokenIds: [yes, no] }) => ({ ...of, conditionId, yes, no }));
}

/** The error that ends a call; null if it was answered. */
export async function errorOf(call: Promise<unknown>): Promise<Error | null> {
  const none = (): unknown => null;
  const ended = await call.then(none, (error: unknown) => error);
  if (ended !== null && !(ended instanceof Error)) throw new Error(`no error: ${String(ended)}`);
  return ended;
}

/** The refusal that ends a client's call: status and message. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await errorOf(call);
  return error === null ? 'answered' : `${'status' in error ? error.status : 'no status'} ${error.message}`;
}

/** The answer to a request that `trader` signs with its API key and for which the client has no call. */
export async function signed(
  venue: Pick<StageVenue, 'url'>,
  { signer, credentials }: Trader,
  method: string,
  path: string,
  content?: object,
): Promise<unknown> {
  const body = content === undefined ? {} : { body: JSON.stringify(content) };
  const headers = await createL2Headers(signer, credentials, { method, requestPath: path, ...body });
  const type = content !== undefined && { 'content-type': 'application/json' };
  const response = await fetch(venue.url + path, { method, headers: { ...(headers as object), ...type }, ...body });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
