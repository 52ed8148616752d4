/**
 * Writes of clients: signed orders of both outcomes that rest and cross, cancels, deposits, splits and comments, and
 * orders that must be refused. A write keeps its name and may be sent any number of times as the same write.
 */

import { setTimeout as delay } from 'node:timers/promises';
import {
  type Client,
  createClient,
  createSigner,
  isApiError,
  isOutcomeUnknown,
  isRateLimited,
  isRefused,
  isUnavailable,
  type SignedPlacement,
} from '@bellwether/sdk';
import type { Dice } from '../dice/dice.ts';
import { Broken, messageOf } from '../shared/harness.ts';
import { addQuestions, type Question, type VenueAddress } from '../shared/venue-load.ts';

/** The answer that a client got to a write; `nothing`: no answer arrived. */
export type Told = 'acknowledged' | 'refused' | 'nothing';

type WriteKind = 'order' | 'order to refuse' | 'cancel' | 'deposit' | 'split' | 'comment';

export interface Write {
  readonly kind: WriteKind;
  /** Order id or `Idempotency-Key`, as in the journal. */
  readonly name: string;
  /** Amount of a deposit in whole units; otherwise 0. */
  readonly amount: number;
  readonly placement: SignedPlacement | null;
  /** Throws what the client throws. */
  readonly send: (client: Client) => Promise<unknown>;
}

interface Floor {
  readonly catalogEvent: number;
  readonly markets: readonly Question[];
}

/** A write under its name in the journal, with the latest answer. */
export interface Promised {
  readonly write: Write;
  told: Told;
  /** Life of the venue, counted from 1, in which the write was last sent. */
  start: number;
}

/**
 * A client of the venue with its wallet. Even traders buy first outcomes, odd ones second outcomes, so that no trader
 * trades with itself.
 */
export interface Trader {
  readonly number: number;
  readonly address: string;
  readonly floor: Floor;
  readonly dice: Dice;
  /** Number of the next name; names are unique within a venue's life. */
  nextName: number;
  readonly resting: string[];
  /** Every write that was sent, by name, oldest first. */
  readonly promised: Map<string, Promised>;
  readonly clientOf: (venue: VenueAddress) => Client;
}

/** Far more than any account has. */
const TOO_MUCH = '900000000';
const TERMS = { tick: '0.01', minimumSize: '5', negRisk: false } as const;

/** The writer's next write, signed. Reads the venue's terms with `client` if needed. */
async function nextWrite(writer: Trader, client: Client): Promise<Write> {
  const { dice, resting, floor, address } = writer;
  const drawn = dice.fraction();
  const conditionId = dice.pick(floor.markets).conditionId;
  if (drawn < 0.6) return placement('order', writer, client, String(5 + dice.below(20)));
  if (drawn < 0.68) return placement('order to refuse', writer, client, TOO_MUCH);
  if (drawn < 0.78 && resting.length > 0) {
    const [orderId = ''] = resting.splice(dice.below(resting.length), 1);
    return keyed('cancel', writer, (to, call) => to.orders.cancel(orderId, call));
  }
  if (drawn < 0.86) {
    const amount = 1 + dice.below(100);
    const body = { wallet: address, amount: String(amount) };
    return keyed('deposit', writer, (to, call) => to.admin.deposit(body, call), amount);
  }
  if (drawn < 0.93) {
    const amount = String(1 + dice.below(5));
    return keyed('split', writer, (to, call) => to.account.split({ conditionId, amount }, call));
  }
  const text = `Said ${writer.number}-${writer.nextName}`;
  const body = { body: text, parentEntityType: 'Event', parentEntityID: floor.catalogEvent } as const;
  return keyed('comment', writer, (to, call) => to.comments.add(body, call));
}

type Call = { readonly idempotencyKey: string };

function keyed(kind: WriteKind, writer: Trader, send: (client: Client, call: Call) => Promise<unknown>, amount = 0) {
  const name = `write-${writer.number}-${writer.nextName++}`;
  return { kind, name, amount, placement: null, send: (client: Client) => send(client, { idempotencyKey: name }) };
}

async function placement(kind: WriteKind, writer: Trader, client: Client, size: string): Promise<Write> {
  const { dice, number, floor, resting } = writer;
  const tokenId = dice.pick(floor.markets).tokens[number % 2] as string;
  const price = `0.${40 + dice.below(13)}`;
  const signed = await client.orders.sign({ tokenId, side: 'BUY', price, size, terms: TERMS });
  if (kind === 'order') resting.push(signed.orderId);
  return {
    kind,
    name: signed.orderId,
    amount: 0,
    placement: signed,
    send: (to) => to.orders.place(signed),
  };
}

const isBusy = (error: unknown): boolean => isUnavailable(error) && error.status === 503;

/** Sends a write and returns the client's result. Throws `Broken` for an answer that must not occur. */
export async function tell(write: Write, client: Client): Promise<Told> {
  for (;;) {
    try {
      await write.send(client);
      if (write.kind === 'order to refuse') throw new Broken(`order ${write.name} was taken, and no one can pay it`);
      return 'acknowledged';
    } catch (error) {
      if (isOutcomeUnknown(error)) return 'nothing';
      // Either another write that says the same has used its second, so nothing was done; or the venue is too busy to
      // do the reads behind this write. Ask again.
      if (isApiError(error, 'signature_used') || isBusy(error)) {
        await delay(200);
        continue;
      }
      // Comments have a limit per minute that no setting removes.
      if (write.kind === 'comment' && isRateLimited(error)) return 'refused';
      if (write.kind === 'order to refuse' && isRefused(error) && isApiError(error, 'insufficient_balance')) {
        return 'refused';
      }
      if (error instanceof Broken) throw error;
      throw new Broken(`${write.kind} ${write.name} was answered: ${messageOf(error)}`);
    }
  }
}

export const STARTING_MONEY = 100_000;
const TRADERS = 4;
const MARKETS = 4;
/** No retries: a stop of the venue is noticed at once, and each answer is the first. */
const ONCE = { retry: { attemptsMax: 1 }, fetch: fetchPatiently, timeoutMs: 120_000 } as const;

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
