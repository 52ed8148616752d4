/**
 * Shows the positions of a wallet, their value and its latest activity; without an address, the best trader's wallet.
 * `npm run example -- portfolio [ADDRESS]` beside `npm start`.
 */
import { createClient } from '@bellwether/sdk';

const client = createClient({ baseUrl: process.env['VENUE'] ?? 'http://127.0.0.1:8080' });

const [best] = await client.trades.leaderboard({ timePeriod: 'ALL', orderBy: 'VOL', limit: 1 });
const user = process.argv[2] ?? best?.proxyWallet;
if (user === undefined) throw new Error('no one has traded yet: try again in a minute');

const profile = await client.profile.get(user);
console.log(`${profile.name || profile.pseudonym} ${user}`);

const rows: Record<string, string | number>[] = [];
for await (const position of client.positions.each({ user, sizeThreshold: 0, sortBy: 'CURRENT' })) {
  const { title, outcome, size, avgPrice, priceKnown, currentValue, cashPnl } = position;
  const curPrice = priceKnown ? position.curPrice : '–';
  rows.push({ market: title.slice(0, 40), outcome, size, avgPrice, curPrice, currentValue, cashPnl });
}
console.table(rows);

const value = await client.positions.value({ user });
console.log(`${rows.length} positions worth ${value}, in ${await client.positions.traded(user)} markets`);
for (const { timestamp, type, side, size, outcome, price, title } of await client.positions.activity({
  user,
  limit: 5,
})) {
  console.log(`${new Date(timestamp * 1000).toISOString()} ${type} ${side} ${size} ${outcome} at ${price}: ${title}`);
}
