/**
 * Writes of clients: signed orders of both outcomes that rest and cross, cancels, deposits, splits and comments, and
 * orders that must be refused. A write keeps its name and may be sent any number of times as the same write.
 */
import {
  type Client,
  isApiError,
  isOutcomeUnknown,
  isRateLimited,
  isRefused,
  isUnavailable,
  type SignedPlacement,
} from '@bellwether/sdk';
import type { Dice } from '../dice/dice.ts';
import { Broken, messageOf } from '../shared/harness.ts';
import type { Question } from '../shared/venue-load.ts';

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

/** The venue's markets as the traders know them. */
export interface Floor {
  readonly catalogEvent: number;
  readonly markets: readonly Question[];
}

/**
 * A writer of orders. Even writers buy first outcomes, odd ones second outcomes, so that no writer trades with itself.
 */
export interface Writer {
  readonly number: number;
  /** Checksummed address. */
  readonly address: string;
  readonly floor: Floor;
  readonly dice: Dice;
  /** Number of the next name; names are unique within a venue's life. */
  nextName: number;
  /** Orders that may still rest. */
  readonly resting: string[];
}

/** Far more than any account has. */
const TOO_MUCH = '900000000';
const TERMS = { tick: '0.01', minimumSize: '5', negRisk: false } as const;

/** The writer's next write, signed. Reads the venue's terms with `client` if needed. */
export async function nextWrite(writer: Writer, client: Client): Promise<Write> {
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

function keyed(
  kind: WriteKind,
  writer: Writer,
  send: (client: Client, call: Call) => Promise<unknown>,
  amount = 0,
): Write {
  const name = `write-${writer.number}-${writer.nextName++}`;
  return { kind, name, amount, placement: null, send: (client) => send(client, { idempotencyKey: name }) };
}

async function placement(kind: WriteKind, writer: Writer, client: Client, size: string): Promise<Write> {
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
        await new Promise((resolve) => setTimeout(resolve, 200));
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
