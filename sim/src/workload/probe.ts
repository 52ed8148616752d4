/**
 * Checks that the venue answers once the faults have stopped: places a new order at every gateway from that moment on.
 */
import { auditorOf } from '../checks/audit.ts';
import type { SimGateway, World } from '../world.ts';
import { Acting } from './acting.ts';
import { checkBooks } from './actions/books.ts';
import { newOrder } from './actions/orders.ts';
import { CLIENTS, type Client } from './client.ts';
import type { Knowledge } from './knowledge.ts';

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

export async function probe(world: World, clients: readonly Client[], known: Knowledge): Promise<void> {
  await world.faultsEnded();
  const beganMs = world.nowMs;
  const healed = world.heal();
  await Promise.all(world.gateways.map((gateway) => probeOne(world, gateway, clients, known, beganMs)));
  await healed;
  await world.quiet();
  if (world.features.has('read_store'))
    for (const gateway of world.gateways) await probeRows(world, gateway, clients, known);
  for (let crowd = 0; crowd < CROWDS; crowd++) await probeCrowd(world, crowd, clients, known);
  await world.quiet();
  await clients[0]?.pause(TOLD_MS);
  checkBooks(world, clients);
}

/** Number of commands that `probe` sends to the exchange if each client has something to request. */
export function commandsOfProbe({ gateways, features }: World): number {
  return gateways.length * (1 + (features.has('read_store') ? READS : 0) + CROWDS * CLIENTS);
}

/** Sends several orders to every gateway at once while nothing else happens. */
async function probeCrowd(world: World, crowd: number, clients: readonly Client[], known: Knowledge): Promise<void> {
  const places = world.gateways.flatMap((gateway) => clients.map((client) => ({ gateway, client })));
  await Promise.all(
    places.map(async ({ gateway, client }, index) => {
      const acting = new Acting(world, FIRST_CROWD + crowd * places.length + index, client, known);
      await client.pause(acting.dice.fraction() * CROWD_MS);
      const order = newOrder(acting);
      if (order === null) return;
      const beganMs = world.nowMs;
      const { kind } = await gateway.submit(order, client.index);
      const answeredAfterMs = kind === 'outcome' ? world.nowMs - beganMs : null;
      const what = `an order of many at gateway ${gateway.index}`;
      auditorOf(world).take({ kind: 'probed', what, answeredAfterMs, withinMs: AT_ONCE_MS });
    }),
  );
}

/** Places an order and immediately reads it back from the rows. */
async function probeRows(
  world: World,
  gateway: SimGateway,
  clients: readonly Client[],
  known: Knowledge,
): Promise<void> {
  for (let round = 0; round < READS; round++) {
    const client = clients[round % clients.length] as Client;
    const order = newOrder(new Acting(world, FIRST_READ + gateway.index * 1_000 + round, client, known));
    const answer = order === null ? null : await gateway.submit(order, client.index);
    if (answer?.kind !== 'outcome' || answer.outcome.kind !== 'accepted') continue;
    const orderNumber = answer.outcome.entry.events.find((event) => event.kind === 'OrderAccepted')?.order;
    const beganMs = world.nowMs;
    const { kind } = await gateway.read('order', { orderNumber });
    const answeredAfterMs = kind === 'value' ? world.nowMs - beganMs : null;
    const what = `a read at gateway ${gateway.index} of an order that was placed just now`;
    auditorOf(world).take({ kind: 'probed', what, answeredAfterMs, withinMs: READ_MS });
  }
}

async function probeOne(
  world: World,
  gateway: SimGateway,
  clients: readonly Client[],
  known: Knowledge,
  beganMs: number,
): Promise<void> {
  const client = clients[gateway.index % clients.length] as Client;
  const what = `a new order at gateway ${gateway.index}`;
  for (let round = 0; world.nowMs - beganMs <= WAIT_MS; round++) {
    const acting = new Acting(world, FIRST_PLACE + gateway.index * 1_000 + round, client, known);
    const order = newOrder(acting);
    if (order !== null) {
      const answer = await client.send(order, acting.dice, { isPatient: false, gateway });
      if (answer?.kind === 'outcome')
        return auditorOf(world).take({ kind: 'probed', what, answeredAfterMs: world.nowMs - beganMs });
    }
    await client.pause(AGAIN_MS);
  }
  auditorOf(world).take({ kind: 'probed', what, answeredAfterMs: null });
}
