/** What the tests act on: a venue with three kinds of markets, and traders who use the public client as it is. */
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { type ApiKeyCreds, ClobClient, type ClobClientOptions, createL2Headers } from '@polymarket/clob-client-v2';
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** The test chain that the profile signs for. */
const CHAIN = 80_002;

export interface StageMarket {
  readonly eventId: string;
  readonly conditionId: string;
  readonly yes: string;
  readonly no: string;
}

/** What clients have to know of a venue. */
export type StageVenue = Pick<VenueProcess, 'url'>;

export interface Stage {
  readonly venue: VenueProcess;
  readonly plain: StageMarket;
  /** Its takers pay 200 bps. */
  readonly charged: StageMarket;
  /** Two questions of one negative-risk event. */
  readonly negRisk: readonly [StageMarket, StageMarket];
  readonly alice: Trader;
  readonly bob: Trader;
}

/** What signs for a wallet. */
export type Signer = NonNullable<ClobClientOptions['signer']>;

export interface Trader {
  readonly signer: Signer;
  readonly address: string;
  readonly credentials: ApiKeyCreds;
  readonly client: ClobClient;
}

/** Starts a venue in the profile of the public clients, which gives everyone 10,000 of play money. */
export function startVenue(settings: Readonly<Record<string, string>> = {}, dataDir?: string): Promise<VenueProcess> {
  return startVenueProcess({
    settings: { BELLWETHER_STARTING_BALANCE: '10000', BELLWETHER_PROFILE: 'polymarket', ...settings },
    ...(dataDir === undefined ? {} : { dataDir }),
  });
}

/** Starts a venue with its markets and two traders. */
export async function openStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const venue = await startVenue(settings);
  try {
    const [plain] = await addEvent(venue, 'Plain', [{}]);
    const [charged] = await addEvent(venue, 'Charged', [{ takerBaseFee: 200 }]);
    const [first, second] = await addEvent(venue, 'Race', [{}, {}], true);
    if (plain === undefined || charged === undefined || first === undefined || second === undefined)
      throw new Error('a market is missing');
    const { BELLWETHER_CHAIN_137: use } = settings;
    const chain = use === 'on' ? 137 : CHAIN;
    const alice = await openTrader(venue, 'a', { chain });
    const bob = await openTrader(venue, 'b', { chain });
    return { venue, plain, charged, negRisk: [first, second], alice, bob };
  } catch (error) {
    await venue.stop();
    throw error;
  }
}

/** A client for the wallet whose key is made of `digit`. Nothing but host, chain and key is said. */
export function createClient(
  venue: VenueProcess,
  digit: string,
  more: Partial<ClobClientOptions> = {},
): { readonly address: string; readonly signer: Signer; readonly client: ClobClient } {
  const account = privateKeyToAccount(`0x${digit.repeat(64)}` as Hex);
  // The wallet client signs by itself and never asks a node.
  const signer = createWalletClient({ account, transport: http('http://127.0.0.1:1') });
  return {
    address: account.address,
    signer,
    client: new ClobClient({ host: venue.url, chain: CHAIN, signer, ...more }),
  };
}

export async function openTrader(
  venue: VenueProcess,
  digit: string,
  more: Partial<ClobClientOptions> = {},
): Promise<Trader> {
  const { chain = CHAIN } = more;
  const credentials = await createClient(venue, digit, { chain }).client.createOrDeriveApiKey();
  return { credentials, ...createClient(venue, digit, { creds: credentials, throwOnError: true, ...more }) };
}

/** A call of the operator's. */
export async function operate(venue: VenueProcess, path: string, body: object, method = 'POST'): Promise<unknown> {
  const response = await fetch(venue.url + path, {
    method,
    headers: { authorization: `Bearer ${venue.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

let events = 0;

/** Adds an event with one market for each of `terms`. */
export async function addEvent(
  venue: VenueProcess,
  title: string,
  terms: readonly object[],
  negRisk = false,
): Promise<StageMarket[]> {
  events += 1;
  const markets = terms.map((more, index) => ({
    question: `${title} ${events}, question ${index}?`,
    orderPriceMinTickSize: 0.01,
    orderMinSize: 5,
    negRisk,
    ...more,
  }));
  const added = (await operate(venue, '/admin/events', { title: `${title} ${events}`, negRisk, markets })) as {
    readonly id: string;
    readonly markets: readonly { readonly conditionId: string; readonly tokenIds: readonly [string, string] }[];
  };
  return added.markets.map(({ conditionId, tokenIds: [yes, no] }) => ({ eventId: added.id, conditionId, yes, no }));
}

/** The refusal that a call of the client ends with: status and words. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ readonly status: unknown; readonly message: string }> {
  const ended: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(ended instanceof Error)) throw new Error('the call was not refused');
  return { status: 'status' in ended ? ended.status : null, message: ended.message };
}

/** The deposit wallet of a trader, as `GET /account` states it: the client has no call for it. */
export async function depositWalletOf(venue: VenueProcess, { signer, credentials }: Trader): Promise<string> {
  const headers = await createL2Headers(signer, credentials, { method: 'GET', requestPath: '/account' });
  const response = await fetch(`${venue.url}/account`, { headers: headers as Record<string, string> });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly depositWallet: string }).depositWallet;
}
