/**
 * A process that plays one run in a sandbox for each seed it receives: a scenario or an empty market, and requests that
 * all follow from the seed. Sends everything that the run has shown.
 */

import { setImmediate } from 'node:timers/promises';
import { hashState } from '@bellwether/engine';
import type { SandboxVenue } from '@bellwether/sandbox-venue/sandbox-venue.ts';
import { readyScenarios } from '@bellwether/sandbox-venue/scenario/read-scenario.ts';
import { openMarket, play } from '@bellwether/sandbox-venue/testing/played.ts';
import { ApiError, type Credentials, InvalidAnswerError, NetworkError } from '@bellwether/sdk';
import { createDice } from '../dice/dice.ts';
import { ACTS, type Stage } from './acts.ts';

/** Everything that a run has shown: lists of texts by name. Two runs of the same seed are equal. */
export type Rehearsal = Readonly<Record<string, readonly string[]>>;

const DIGITS = ['a', 'b', 'c'] as const;
/** Expected errors: refusals, and the effects of faults on answers. */
const CLIENT_ERRORS = [ApiError, NetworkError, InvalidAnswerError] as const;
const ATTEMPTS_MAX = 50;
const ACTS_MIN = 20;
const ACTS_MORE = 30;

// Clients sign by their own clock, and signatures are part of requests, so all processes use the same time.
Date.now = () => Date.UTC(2026, 5, 1);

process.on('message', async (seed: number) => process.send?.(await rehearse(seed)));
// The parent is gone.
process.on('disconnect', () => process.exit(0));

async function rehearse(seed: number): Promise<Rehearsal> {
  const dice = createDice(seed);
  const played = await play({ seed });
  let feeds: readonly FeedRecord[] = [];
  try {
    const traders = DIGITS.map((digit) => ({ digit, client: played.client(digit) }));
    const operator = played.client(DIGITS[0]);
    const scenario = dice.chance(0.6) ? dice.pick(readyScenarios()).name : 'none';
    if (scenario === 'none') await openMarket(operator);
    else await operator.sandbox.play(scenario);
    const markets = await insist(() => operator.markets.list({ limit: 20, order: 'id', ascending: true }));
    const tokens = markets.flatMap(({ tokenIds }) => tokenIds);
    for (const { client } of traders) await insist(() => client.auth.credentials());
    feeds = feedsOf(played.sandbox.url, tokens, await insist(() => operator.auth.credentials()));
    for (const feed of feeds) await feed.caughtUp();
    const conditions = markets.map(({ conditionId }) => conditionId);
    const stage: Stage = { dice, tokens, conditions, orders: [], next: 1 };
    const heads = [`${scenario} ${headOf(played.sandbox)}`];
    for (let left = ACTS_MIN + dice.below(ACTS_MORE); left > 0; left--) {
      const { digit, client } = dice.pick(traders);
      const act = dice.weighted(ACTS.map((row) => [row.weight, row]));
      await act.do(stage, client, digit).catch((error: unknown) => {
        if (!isClientError(error)) throw error;
      });
      for (const feed of feeds) await feed.caughtUp();
      heads.push(`${act.name} ${headOf(played.sandbox)}`);
    }
    const { exchange, branch } = played.sandbox;
    return {
      'entry after an act': [...heads, `${branch} ${hashState(exchange.state)}`],
      answer: played.answers.filter(isAsked),
      'frame of the market feed': feeds[0]?.frames ?? [],
      'frame of the user feed': feeds[1]?.frames ?? [],
    };
  } finally {
    for (const feed of feeds) feed.close();
    await played.close();
  }
}

function feedsOf(url: string, tokens: readonly string[], credentials: Credentials): readonly FeedRecord[] {
  const base = url.replace(/^http/, 'ws');
  const { apiKey, secret, passphrase } = credentials;
  return [
    new FeedRecord(`${base}/ws/market`, { type: 'market', assets_ids: tokens, custom_feature_enabled: true }),
    new FeedRecord(`${base}/ws/user`, { type: 'user', markets: [], auth: { apiKey, secret, passphrase } }),
  ];
}

const isClientError = (error: unknown): boolean => CLIENT_ERRORS.some((kind) => error instanceof kind);

/** Retries, because some scenarios begin with faults. */
async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let left = ATTEMPTS_MAX; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !isClientError(error)) throw error;
    }
  }
}

const headOf = ({ exchange: { head } }: SandboxVenue): string => `${head.sequence} ${head.hash}`;

/** False for time requests, which clients make on their own when their own clock says so. */
const isAsked = (answer: string): boolean => !answer.startsWith('GET /time ');

class FeedRecord {
  /** Frames in order, with `closed` and the code where a connection ended. */
  readonly frames: string[] = [];
  readonly #url: string;
  readonly #hello: string;
  #socket: WebSocket | null = null;
  #pongs = 0;

  constructor(url: string, hello: unknown) {
    this.#url = url;
    this.#hello = JSON.stringify(hello);
  }

  /** Resolves when everything that was sent has arrived: the answer to a ping comes behind it. */
  async caughtUp(): Promise<void> {
    const socket = this.#socket ?? (await this.#open());
    if (socket === null) return;
    const before = this.#pongs;
    socket.send('PING');
    while (this.#pongs === before && this.#socket === socket) await setImmediate();
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #open(): Promise<WebSocket | null> {
    const socket = new WebSocket(this.#url);
    const { promise, resolve } = Promise.withResolvers<WebSocket | null>();
    socket.addEventListener('message', ({ data }) => {
      if (data === 'PONG') this.#pongs++;
      else this.frames.push(String(data));
    });
    socket.addEventListener('open', () => {
      socket.send(this.#hello);
      this.#socket = socket;
      resolve(socket);
    });
    socket.addEventListener('close', ({ code }) => {
      this.frames.push(`closed ${code}`);
      if (this.#socket === socket) this.#socket = null;
      resolve(null);
    });
    return promise;
  }
}
