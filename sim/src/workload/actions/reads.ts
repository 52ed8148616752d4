/**
 * Reads: balances and books from the gateway's memory, own orders from the rows. Every read is reported to the auditor.
 */
import { auditorOf } from '../../checks/audit.ts';
import type { Shown } from '../../checks/facts.ts';
import { bookText } from '../../checks/timeline.ts';
import type { World } from '../../world.ts';
import type { Act, Acting } from '../acting.ts';

/** Number of reads so far, by world; each read has a number. */
const reads = new WeakMap<World, number>();

function begin({ world, client }: Acting, node: number, of: 'memory' | 'rows'): number {
  const read = reads.get(world) ?? 0;
  reads.set(world, read + 1);
  auditorOf(world).take({
    kind: 'reading',
    read,
    client: client.index,
    node,
    member: world.nodes[node]?.member ?? 0,
    of,
  });
  return read;
}

/** Reads own balances and a book at once. */
export const read: Act = async (acting) => {
  const { client, dice, known, world } = acting;
  const view = client.gateway.look();
  if (view === null) return client.move();
  const number = begin(acting, view.node, 'memory');
  const shown: Shown[] = client
    .walletsIn(view.state)
    .map(({ id, free, held }) => ({ subject: `wallet ${id}`, value: `${free} ${held}` }));
  const market = known.market(dice, view.state);
  if (market !== null) shown.push({ subject: `book ${market.id}`, value: bookText(market) });
  auditorOf(world).take({ kind: 'read', read: number, sequence: view.head.sequence, shown });
};

/** Reads one of the client's orders from the projector's rows. */
export const readRows: Act = async (acting) => {
  const { client, dice, known, world } = acting;
  const { view } = client;
  if (view === null) return client.move();
  const { state, node } = view;
  const account = client.accountIn(state);
  const placed = known.anyPlaced(dice, (order) => order.account === account);
  const orderNumber = placed === null ? null : state.orderResults.numberOf(placed.orderId);
  if (orderNumber === null) return;
  const number = begin(acting, node, 'rows');
  const answer = await client.gateway.read('order', { orderNumber });
  world.count(`read of rows ${answer.kind}`);
  if (answer.kind !== 'value') return;
  const shown = [{ subject: `order ${orderNumber}`, value: orderText(answer.value) }];
  auditorOf(world).take({ kind: 'read', read: number, sequence: answer.sequence, shown });
};

/** An order in the timeline's format: status and matched amount in micros. */
function orderText(value: unknown): string {
  const { order } = value as { readonly order: { readonly status: string; readonly sizeMatched: string } };
  return `${order.status} ${Math.round(Number(order.sizeMatched) * 1_000_000)}`;
}
