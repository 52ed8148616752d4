/**
 * Signs one request and prints it as a file for `curl --config`, so that everything on the wire can be seen.
 *
 *   npm run -s sign -- order BUY|SELL SIZE PRICE [TOKEN_ID]
 *   npm run -s sign -- account
 *   npm run -s sign -- address     prints the wallet's address, by which its trades are found
 *   npm run -s sign -- key         prints the wallet's API key instead, to be pasted into the page at /docs
 *
 * The wallet's key is kept in `wallet.key` in the current folder. `VENUE` is the address of the venue, http://127.0.0.1:8080
 * unless it is set.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  apiKeyHeaders,
  type CatalogMarket,
  type Client,
  createClient,
  createSigner,
  isBellwetherError,
  type Side,
} from '@bellwether/sdk';

const USAGE =
  'usage: npm run -s sign -- order BUY|SELL SIZE PRICE [TOKEN_ID]\n       npm run -s sign -- account\n       npm run -s sign -- address\n       npm run -s sign -- key';
const KEY_FILE = 'wallet.key';
const OFFER_WAIT_S = 60;
const BASE_URL = process.env['VENUE'] ?? 'http://127.0.0.1:8080';

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
}

function walletKey(): string {
  if (!existsSync(KEY_FILE)) writeFileSync(KEY_FILE, `0x${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  return readFileSync(KEY_FILE, 'utf8').trim();
}

/** First outcome of an open market where someone offers shares, with a tick of 0.01 or finer. */
async function pickToken(client: Client): Promise<string> {
  let market = await offeredMarket(client);
  // House traders need a moment after the venue's start.
  for (let seconds = 0; market === undefined && seconds < OFFER_WAIT_S; seconds++) {
    if (seconds === 0) process.stderr.write('waiting for someone to offer shares…\n');
    await sleep(1_000);
    market = await offeredMarket(client);
  }
  const [tokenId] = market?.tokenIds ?? [];
  if (market === undefined || tokenId === undefined) throw new Error('no one offers anything: name a token yourself');
  process.stderr.write(`${market.question} ${market.outcomeLabels[0]}, best offer ${market.bestAsk}\n`);
  return tokenId;
}

async function offeredMarket(client: Client): Promise<CatalogMarket | undefined> {
  const markets = await client.markets.list({ active: true, closed: false, limit: 100 });
  return markets.find(
    ({ acceptingOrders, bestAsk, orderPriceMinTickSize }) =>
      acceptingOrders && bestAsk > 0 && bestAsk < 1 && orderPriceMinTickSize <= 0.01,
  );
}

async function readRequest(client: Client, [word, side, size, price, token]: readonly string[]): Promise<Request> {
  if (word === 'account') return { method: 'GET', path: '/account', body: '' };
  if (word !== 'order' || !isSide(side) || size === undefined || price === undefined) throw new Error(USAGE);
  const tokenId = token ?? (await pickToken(client));
  const { orderId, body } = await client.orders.sign({ tokenId, side, size, price });
  process.stderr.write(`order ${orderId}\n`);
  return { method: 'POST', path: '/order', body: JSON.stringify(body) };
}

function isSide(text: string | undefined): text is Side {
  return text === 'BUY' || text === 'SELL';
}

/** A file for `curl --config`: one option a line, values quoted. */
function curlConfig({ method, path, body }: Request, headers: Readonly<Record<string, string>>): string {
  const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const lines = [`url = ${quote(BASE_URL + path)}`, `request = ${method}`, 'silent'];
  for (const [name, value] of Object.entries(headers)) lines.push(`header = ${quote(`${name}: ${value}`)}`);
  if (body !== '') lines.push('header = "Content-Type: application/json"', `data-raw = ${quote(body)}`);
  return `${lines.join('\n')}\n`;
}

try {
  const signer = createSigner(walletKey());
  const client = createClient({ baseUrl: BASE_URL, account: { signer } });
  const words = process.argv.slice(2);
  const [word] = words;
  const credentials = word === 'address' ? null : await client.auth.credentials();
  if (credentials === null) process.stdout.write(`${signer.address}\n`);
  else if (word === 'key') {
    process.stdout.write(`${JSON.stringify({ address: signer.address, ...credentials }, null, 2)}\n`);
  } else {
    const request = await readRequest(client, words);
    const signed = { ...request, timestamp: Math.floor(Date.now() / 1000) };
    process.stdout.write(curlConfig(request, apiKeyHeaders(signer.address, credentials, signed)));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  // The venue may listen at another port, or another program at this one.
  if (isBellwetherError(error))
    process.stderr.write(
      `asked ${BASE_URL}; VENUE names another address: VENUE=http://127.0.0.1:9000 npm run -s sign …\n`,
    );
  process.exitCode = 1;
}
