/** A bot that rests one order and then does not keep its part of the contract: the argument says how. */
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@bellwether/sdk';

const WAYS: Readonly<Record<string, () => void>> = {
  silent: () => undefined,
  'writes-words': () => write('all is well'),
  'writes-half': () => write('{ "openOrders": [], "positions": {}, "ca'),
  'wrong-field': () => write('{ "openOrders": [], "positions": {}, "cash": -1 }'),
  dies: () => {
    console.error('out of luck');
    process.exit(3);
  },
};
/** The exam has begun to ask by then. */
const LATER_MS = 1_500;

const { VENUE = '', BOT_KEY = '', TOKEN = '', BELIEFS = '' } = process.env as Record<string, string | undefined>;
const write = (text: string): void => writeFileSync(BELIEFS, text);
const client = createClient({ baseUrl: VENUE, account: { signer: BOT_KEY } });
await client.orders.place({ tokenId: TOKEN, side: 'BUY', price: '0.5', size: '20' });
await delay(LATER_MS);
WAYS[process.argv[2] ?? '']?.();
setInterval(() => undefined, LATER_MS);
