/**
 * Checks that the venue answers once the faults have stopped: places a new order at every gateway from that moment on.
 */
import type { PlaceOrder } from '@bellwether/engine';
import { type GatewayHandle, isDecided } from '../venue/gateway-handle.ts';
import type { SimWorld } from '../venue/sim-world.ts';
import { Acting, attempt, type Knowledge } from './acting.ts';
import { newOrder } from './actions/orders.ts';
import { checkBooks } from './actions/reads.ts';
import { CLIENTS, type Client } from './client.ts';

/** Slightly longer than the rule allows. */
const WAIT_MS = 12_000;
const AGAIN_MS = 250;
/** Positions beyond every plan, so that no action has the same ids. */
const FIRST_PLACE = 1_000_000;
/** Time for everything to be read that was sent. */
const TOLD_MS = 5_000;
const FIRST_CROWD = 2_000_000;
const FIRST_READ = 3_000_000;
const READS = 4;
/** Rows are written for a waiting read, with a short pause between two such writes. */
const READ_MS = 1_000;
const CROWDS = 2;
/** Milliseconds in which the orders of a crowd are sent. */
const CROWD_MS = 5;
/** A calm venue answers in a few milliseconds; one that waits for its next timer check takes up to 250. */
const AT_ONCE_MS = 120;

export async function probe(world: SimWorld, clients: readonly Client[], known: Knowledge): Promise<void> {
  await world.faultsEnded();
  const probing = new Probing(world, clients, known);
  const healed = world.heal();
  await Promise.all(world.gateways.map((gateway) => probing.first(gateway)));
  await healed;
  await world.quiet();
  if (world.features.has('read_store')) for (const gateway of world.gateways) await probing.rows(gateway);
  for (let crowd = 0; crowd < CROWDS; crowd++) await probing.crowd(crowd);
  await world.quiet();
  const shown = (): number => Math.max(...clients.map(({ view }) => view?.state.sequence ?? 0));
  for (let last = -1; last !== shown(); ) {
    // A timer may have the last word: what it changed must be read, too.
    last = shown();
    await clients[0]?.pause(TOLD_MS);
  }
  checkBooks(world, clients);
}

/** Number of commands that `probe` sends to the exchange if each client has something to request. */
export function commandsOfProbe({ gateways, features }: SimWorld): number {
  return gateways.length * (1 + (features.has('read_store') ? READS : 0) + CROWDS * CLIENTS);
}

class Probing {
  readonly #actingAt: (place: number, client: number) => Acting;
  readonly #world: SimWorld;

  constructor(world: SimWorld, clients: readonly Client[], known: Knowledge) {
    this.#world = world;
    this.#actingAt = (place, client) => new Acting(world, place, clients[client % clients.length] as Client, known);
  }

  /** A new order at a gateway, tried until it is answered. */
  async first(gateway: GatewayHandle): Promise<void> {
    const world = this.#world;
    const beganMs = world.nowMs;
    const what = `a new order at gateway ${gateway.index}`;
    for (let round = 0; world.nowMs - beganMs <= WAIT_MS; round++) {
      const { client, dice, order } = this.#order(FIRST_PLACE + gateway.index * 1_000 + round, gateway.index);
      const answer = order === null ? null : await client.send(order, dice, { isPatient: false, gateway });
      if (isDecided(answer)) return world.take({ kind: 'probed', what, answeredAfterMs: world.nowMs - beganMs });
      await client.pause(AGAIN_MS);
    }
    world.take({ kind: 'probed', what, answeredAfterMs: null });
  }

  /** Places an order and immediately reads it back from the rows. */
  async rows(gateway: GatewayHandle): Promise<void> {
    const world = this.#world;
    for (let round = 0; round < READS; round++) {
      const { client, order } = this.#order(FIRST_READ + gateway.index * 1_000 + round, round);
      const answer = order === null ? null : await gateway.submit(order, client.index);
      if (answer?.kind !== 'accepted') continue;
      const orderNumber = answer.events.find((event) => event.kind === 'OrderAccepted')?.order;
      const beganMs = world.nowMs;
      const { kind } = await gateway.read('order', { orderNumber });
      const answeredAfterMs = kind === 'value' ? world.nowMs - beganMs : null;
      const what = `a read at gateway ${gateway.index} of an order that was placed just now`;
      world.take({ kind: 'probed', what, answeredAfterMs, withinMs: READ_MS });
    }
  }

  /** Sends several orders to every gateway at once while nothing else happens. */
  async crowd(crowd: number): Promise<void> {
    const world = this.#world;
    const places = world.gateways.flatMap((gateway) =>
      Array.from({ length: CLIENTS }, (_, client) => ({ gateway, client })),
    );
    const sending = places.map(async ({ gateway, client: number }, index) => {
      const place = FIRST_CROWD + crowd * places.length + index;
      const acting = this.#actingAt(place, number);
      const { client, dice } = acting;
      await client.pause(dice.fraction() * CROWD_MS);
      const order = attempt(() => newOrder(acting));
      if (order === null) return;
      const beganMs = world.nowMs;
      const answer = await gateway.submit(order, client.index);
      const answeredAfterMs = isDecided(answer) ? world.nowMs - beganMs : null;
      const what = `an order of many at gateway ${gateway.index}`;
      world.take({ kind: 'probed', what, answeredAfterMs, withinMs: AT_ONCE_MS });
    });
    await Promise.all(sending);
  }

  #order(place: number, client: number): Pick<Acting, 'client' | 'dice'> & { readonly order: PlaceOrder | null } {
    const acting = this.#actingAt(place, client);
    return { client: acting.client, dice: acting.dice, order: attempt(() => newOrder(acting)) };
  }
}
