/** Reads: balances and books from the gateway's memory, own orders from the rows. The auditor is told of every read. */
import type { Shown } from '../../checks/facts.ts';
import { bookText } from '../../checks/timeline.ts';
import { type Acting, type Action, attempt, found } from '../acting.ts';

/** Reports that a read begins. Returns the function that reports what it has shown. */
function begin(
  { world, client }: Acting,
  node: number,
  of: 'memory' | 'rows',
): (sequence: number, shown: readonly Shown[]) => void {
  const read = world.reads++;
  const member = world.nodes[node]?.member ?? 0;
  world.take({ kind: 'reading', read, client: client.index, node, member, of });
  return (sequence, shown) => world.take({ kind: 'read', read, sequence, shown });
}

/** Reads own balances and a book at once. */
async function read(acting: Acting): Promise<void> {
  const { client } = acting;
  const view = client.gateway.look();
  if (view === null) return client.move();
  const done = begin(acting, view.node, 'memory');
  const shown: Shown[] = client
    .walletsIn(view.state)
    .map(({ id, free, held }) => ({ subject: `wallet ${id}`, value: `${free} ${held}` }));
  const market = attempt(() => acting.market());
  if (market !== null) shown.push({ subject: `book ${market.id}`, value: bookText(market) });
  done(view.head.sequence, shown);
}

/** Reads one of the client's orders from the projector's rows. */
async function readRows(acting: Acting): Promise<void> {
  const { client, world } = acting;
  const { view } = client;
  if (view === null) return client.move();
  const { account } = acting;
  const { orderId } = acting.placed((order) => order.account === account);
  const orderNumber = found(view.state.orderResults.numberOf(orderId));
  const done = begin(acting, view.node, 'rows');
  const answer = await client.gateway.read('order', { orderNumber });
  world.count(`read of rows ${answer.kind}`);
  if (answer.kind !== 'value') return;
  done(answer.sequence, [{ subject: `order ${orderNumber}`, value: orderText(answer.value) }]);
}

/** An order in the timeline's format: status and matched amount in micros. */
function orderText(value: unknown): string {
  const { order } = value as { readonly order: { readonly status: string; readonly sizeMatched: string } };
  return `${order.status} ${Math.round(Number(order.sizeMatched) * 1_000_000)}`;
}

export const READS: readonly Action[] = [
  { kind: 'read', weight: 120, needs: 'reads', isSilent: true, act: read },
  { kind: 'read rows', weight: 25, needs: 'read_store', isSilent: true, act: readRows },
];
