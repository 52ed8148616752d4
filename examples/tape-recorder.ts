/**
 * Records everything that the busiest markets do, one line of JSON a message, until Ctrl-C. Where the tape has a hole, it
 * says so. `npm run example -- tape-recorder [FILE]` beside `npm start`.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createClient, isAborted } from '@bellwether/sdk';

const MARKETS = 20;
const file = process.argv[2] ?? 'tape.jsonl';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const { signal } = stop;

const client = createClient({ baseUrl: process.env['VENUE'] ?? 'http://127.0.0.1:8080' });
const markets = await client.markets.list({ active: true, closed: false, order: 'volume', limit: MARKETS }, { signal });
const tokens = markets.flatMap(({ tokenIds }) => tokenIds);

const tape = createWriteStream(file, { flags: 'a' });
let messages = 0;
try {
  for await (const item of client.feeds.market({ tokens, custom: true, signal })) {
    if (item.kind === 'message') messages += 1;
    // Messages are recorded as they came; a resync is followed by fresh books.
    const line = item.kind === 'message' ? item.message : item;
    if (!tape.write(`${JSON.stringify(line)}\n`)) await once(tape, 'drain', { signal });
    if (item.kind === 'connected') console.log(`recording ${markets.length} markets to ${file}`);
    if (item.kind === 'resync') console.log(`a hole in the tape: ${item.reason} ${item.market}`);
  }
} catch (error) {
  if (!isAborted(error) && !signal.aborted) throw error;
} finally {
  tape.end();
  await once(tape, 'finish');
  console.log(`${messages} messages recorded`);
}
