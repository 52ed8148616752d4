/** The clients of a venue. Each has a wallet, a note of every answer it got, and one write in progress at a time. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import type { Dice } from '../dice/dice.ts';
import { addQuestions } from '../shared/venue-load.ts';
import { type Floor, nextWrite, type Told, tell, type Write, type Writer } from './writes.ts';

export interface VenueAddress {
  readonly url: string;
  readonly adminToken: string;
}

/** A write under its name in the journal, with the latest answer. */
export interface Promised {
  readonly write: Write;
  told: Told;
  /** Life of the venue, counted from 1, in which the write was last sent. */
  start: number;
}

export interface Trader extends Writer {
  /** Every write that was sent, by name, oldest first. */
  readonly promised: Map<string, Promised>;
  readonly clientOf: (venue: VenueAddress) => Client;
}

export const STARTING_MONEY = 100_000;
const TRADERS = 4;
const MARKETS = 4;
/** No retries: a stop of the venue is noticed at once, and each answer is the first. */
const ONCE = { retry: { attemptsMax: 1 }, fetch: fetchPatiently, timeoutMs: 120_000 } as const;

/** Opens accounts with money on a new venue and adds its markets. */
export async function openTraders(venue: VenueAddress, dice: Dice): Promise<readonly Trader[]> {
  const { event, questions } = await addQuestions(venue, 'Does it survive', MARKETS);
  const floor: Floor = { catalogEvent: event, markets: questions };
  const opening = Array.from({ length: TRADERS }, (_, number) => openTrader(venue, floor, number, dice.fork(number)));
  return Promise.all(opening);
}

async function openTrader(venue: VenueAddress, floor: Floor, number: number, dice: Dice): Promise<Trader> {
  const signer = createSigner(dice.bytes(32));
  const { address } = signer;
  const first = createClient({ baseUrl: venue.url, adminToken: venue.adminToken, account: { signer } });
  const credentials = await first.auth.credentials();
  await first.admin.deposit({ wallet: address, amount: String(STARTING_MONEY) });
  const clientOf: Trader['clientOf'] = ({ url, adminToken }) =>
    createClient({ baseUrl: url, adminToken, account: { signer, credentials }, ...ONCE });
  return { number, address, floor, dice, resting: [], nextName: 0, promised: new Map(), clientOf };
}

/** Sends a write and notes its answer. */
export async function send(trader: Trader, write: Write, client: Client, start: number): Promise<Told> {
  const promised = trader.promised.get(write.name) ?? { write, told: 'nothing', start };
  trader.promised.set(write.name, promised);
  promised.start = start;
  const told = await tell(write, client);
  if (told !== 'nothing') promised.told = told;
  return told;
}

/**
 * Writes until told to stop, and rests after each answer. A missing answer ends it, or delays it by `retryMs`. Resolves
 * to the number of answers.
 */
export async function writeUntil(
  trader: Trader,
  client: Client,
  start: number,
  goesOn: () => boolean,
  { restMs, retryMs }: { readonly restMs: number; readonly retryMs: number | null },
): Promise<number> {
  let answers = 0;
  while (goesOn()) {
    const write = await nextWrite(trader, client).catch(() => null);
    // The venue may be gone before there is anything to send.
    const isAnswered = write !== null && goesOn() && (await send(trader, write, client, start)) !== 'nothing';
    if (isAnswered) answers++;
    if (!isAnswered && retryMs === null) break;
    if (!isAnswered || restMs > 0) await delay(isAnswered ? trader.dice.below(restMs) : (retryMs ?? 0));
  }
  return answers;
}

/** Repeats a read that the venue is too busy to answer, as on an overloaded machine. */
async function fetchPatiently(url: string, init: RequestInit): Promise<Response> {
  const isRead = init.method === 'GET' || url.endsWith('/books');
  for (;;) {
    const response = await fetch(url, init);
    if (!isRead || response.status !== 503) return response;
    await response.arrayBuffer();
    await delay(200);
  }
}
