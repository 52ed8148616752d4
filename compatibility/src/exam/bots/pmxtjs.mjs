/** A bot on `pmxtjs` and its local server, on a machine where the hosts that are fixed in the package lead to the venue. */
import { dirname } from 'node:path';
import pmxt from 'pmxtjs';
import { openPmxtMachine, startPmxtServer } from '../../pmxt-stage.testing.ts';
import { BELIEFS, BOT_KEY, loop, TOKEN, VENUE } from '../loop.mjs';

// In the folder that the exam removes, also if it has to kill this process.
const machine = await openPmxtMachine({ url: VENUE }, dirname(BELIEFS));
// The signal ends the server, too, and the client starts another one for a request that fails: nothing may come between.
process.once('SIGTERM', () => {
  machine.close();
  process.exit();
});
// The client finds the server by these.
Object.assign(process.env, machine.environment);
await startPmxtServer(machine);
const poly = new pmxt.Polymarket({ privateKey: BOT_KEY, signatureType: 'eoa', autoStartServer: false });
const [{ outcomes }] = await poly.fetchMarkets();
const [outcome] = outcomes;

await loop({
  openOrders: () => poly.fetchOpenOrders(),
  position: async () => (await poly.fetchPositions()).find(({ outcomeId }) => outcomeId === TOKEN)?.size ?? 0,
  cash: async () => (await poly.fetchBalance())[0].total,
  bestAsk: async () => (await poly.fetchOrderBook(TOKEN)).asks[0]?.price,
  place: (price, amount) => poly.createOrder({ outcome, side: 'buy', type: 'limit', amount, price }),
  cancel: (ids) => Promise.all(ids.map((id) => poly.cancelOrder(id))),
});
