/**
 * Examples from the clients' own READMEs as modules for the bots: every line is the package's, with hosts, chain, key,
 * token and amounts put in.
 */
import { exampleOf, partsOf } from '../readme-examples.testing.ts';

const GIVEN = 'const { VENUE, BOT_KEY, TOKEN } = process.env;';

/** Exports `client` and `place(price, size)`. */
export function clobClientV2(): string {
  const example = exampleOf('@polymarket/clob-client-v2', 0, [
    ['"<polymarket-clob-host>"', 'VENUE'],
    ['Chain.POLYGON', 'Chain.AMOY'],
    ['"0x..."', 'BOT_KEY'],
    // viem requires a node address, which is never used.
    ['transport: http()', 'transport: http(VENUE)'],
    ['tokenID: ""', 'tokenID: TOKEN'],
    ['price: 0.4', 'price'],
    ['size: 100', 'size'],
  ]);
  const [setUp, place] = partsOf(example, ['// Place a resting limit buy']);
  return `${GIVEN}
${setUp}
export { client };
export async function place(price, size) {
${place}
}`;
}

/** Exports `exchange`. The README's orders are for exchanges of other kinds, by methods that this one does not have. */
export function ccxt(): string {
  const example = exampleOf('ccxt', 3, [
    ["exchangeId = 'binance'", "exchangeId = 'polymarket'"],
    ['ccxt[exchangeId]', 'ccxt.prediction[exchangeId]'],
    ["'apiKey': 'YOUR_API_KEY'", 'privateKey: BOT_KEY'],
    ["'secret': 'YOUR_SECRET'", 'options: { chainId: 80_002, signatureType: 0 }'],
  ]);
  const [load, , setUp] = partsOf(example, ['(async function', 'const exchangeId', 'console.log (kraken.id']);
  return `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
${GIVEN}
${load}
${setUp}
export { exchange };`;
}
