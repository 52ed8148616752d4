/** A trader at a venue of several nodes. An order is tried until it is answered, whichever node leads. */
import type { Client } from '@bellwether/sdk';
import { eventually } from '@bellwether/venue-process/progress';

/** Funds the client's account and adds a market. */
export async function openMarket(client: Client, amount: string): Promise<{ conditionId: string; tokenId: string }> {
  await client.auth.credentials();
  await client.admin.deposit({ wallet: client.account.address, amount });
  const { markets } = await client.admin.addEvent({ title: 'Will it hold?', markets: [{ question: 'Will it hold?' }] });
  return { conditionId: markets[0]?.conditionId ?? '', tokenId: markets[0]?.tokenIds[0] ?? '' };
}

/** Signs one order and places it once; resolves to its id. */
export async function place(client: Client, tokenId: string, price = '0.40'): Promise<string> {
  const order = await eventually(() => client.orders.sign({ tokenId, side: 'BUY', price, size: '5' }));
  return (await eventually(() => client.orders.place(order))).orderID;
}

/** Ids of the account's open orders, sorted. */
export const openOrders = (client: Client): Promise<string[]> =>
  eventually(async () => {
    const ids: string[] = [];
    for await (const { id } of client.orders.each()) ids.push(id);
    return ids.toSorted();
  });
