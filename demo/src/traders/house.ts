/**
 * One session of the house: wallets from the seed, API keys and funds. Takers and their talk then run until something
 * fails. Failures are normal: the venue restarts, or refuses everything for a
 * while. `runHouse` waits and begins again, and a new session first cancels what the last one left behind.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Fetch, isBellwetherError, parseAmount } from '@bellwether/sdk';
import { type HouseOptions, type HouseTrader, houseSigner, TAKERS, takerName, VISITOR } from './house-accounts.ts';
import { createRandom } from './random.ts';
import { runResidents } from './residents.ts';
import { runTaker } from './taker.ts';

const REQUEST_GAP_MS = 150;
const WAIT_MS_MIN = 1_000;
const WAIT_MS_MAX = 30_000;
/** A session that lasted this long is not related to earlier failures. */
const GOOD_SESSION_MS = 60_000;
const LOG_GAP_MS = 60_000;

const MICROS_PER_UNIT = 1_000_000n;
const TAKER_FUNDS = { below: 2_000, amount: '10000' };

/** Runs sessions until the signal aborts, then returns. Throws only errors that a new session could not fix. */
export async function runHouse(options: HouseOptions): Promise<void> {
  const { signal } = options;
  let waitMs = WAIT_MS_MIN;
  let loggedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const began = performance.now();
    try {
      await runSession(options);
    } catch (error) {
      if (signal.aborted) return;
      if (!isBellwetherError(error)) throw error;
      if (performance.now() - began > GOOD_SESSION_MS) waitMs = WAIT_MS_MIN;
      if (performance.now() - loggedAt > LOG_GAP_MS) {
        loggedAt = performance.now();
        options.log(`waiting for the venue (${error.message})`);
      }
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      waitMs = Math.min(2 * waitMs, WAIT_MS_MAX);
    }
  }
}

async function runSession(options: HouseOptions): Promise<void> {
  // The first trader that fails stops the others.
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const fetch = pacedFetch(options.requestGapMs ?? REQUEST_GAP_MS, signal);
  const logIn = async (name: string): Promise<HouseTrader> => {
    const signer = houseSigner(options.seed, name);
    const client = createClient({ baseUrl: options.url, account: { signer }, fetch });
    await client.auth.credentials({ signal });
    return { name, address: signer.address, client };
  };
  const takers: HouseTrader[] = [];
  for (let number = 1; number <= TAKERS; number += 1) {
    const taker = await logIn(takerName(number));
    await topUp(taker, options, fetch);
    await taker.client.orders.cancelAll({ signal });
    takers.push(taker);
  }
  // The session's own random numbers: they depend only on seed and clock, and a restarted house does not repeat itself.
  const random = (name: string) => createRandom(`${options.seed} ${name} ${Math.floor(Date.now() / 1000)}`);
  const work = [
    ...takers.map((taker, index) => runTaker(taker, random(taker.name), signal, index === 0)),
    // Trading never waits for talk.
    logIn(VISITOR).then((visitor) => runResidents([...takers, visitor], random('residents'), signal)),
  ];
  try {
    await Promise.all(work);
  } finally {
    failure.abort();
    await Promise.allSettled(work);
  }
}

/** Deposits money if the wallet's collateral, free and held, is low. A refusal changes nothing. */
async function topUp(trader: HouseTrader, { url, adminToken, signal }: HouseOptions, fetch: Fetch): Promise<void> {
  if (adminToken === null) return;
  const account = await trader.client.account.get({ signal });
  const wallet = account.wallets.find(({ address }) => address.toLowerCase() === trader.address.toLowerCase());
  if (wallet === undefined) return;
  const wealth = parseAmount(wallet.free) + parseAmount(wallet.held);
  if (wealth >= BigInt(TAKER_FUNDS.below) * MICROS_PER_UNIT) return;
  const operator = createClient({ baseUrl: url, adminToken, fetch, retry: { attemptsMax: 1 } });
  try {
    await operator.admin.deposit({ wallet: trader.address, amount: TAKER_FUNDS.amount }, { signal });
  } catch (error) {
    if (!isBellwetherError(error)) throw error;
  }
}

/**
 * Throttles all house traders together: their requests leave at least `gapMs` apart, retries included. It replaces
 * `fetch`, so that no request can bypass it.
 */
function pacedFetch(gapMs: number, signal: AbortSignal): Fetch {
  let nextAt = 0;
  return async (url, init) => {
    const now = performance.now();
    const waitMs = Math.max(0, nextAt - now);
    nextAt = now + waitMs + gapMs;
    await sleep(waitMs, undefined, { signal });
    return fetch(url, init);
  };
}
