/** One run in a sandbox: a scenario or an empty market, and requests that all follow from a seed. */
import { createHash } from 'node:crypto';
import { hashState } from '@bellwether/engine';
import { ApiError, InvalidAnswerError, NetworkError } from '@bellwether/sdk';
import type { SandboxVenue } from '@bellwether/server/sandbox/sandbox-venue.ts';
import { readyScenarios } from '@bellwether/server/sandbox/scenario/read-scenario.ts';
import { openMarket, play } from '@bellwether/server/sandbox/testing/played.ts';
import { Choices } from '../shared/random.ts';
import { pickAct, type Stage } from './acts.ts';
import { Feeds } from './feeds.ts';

const DIGITS = ['a', 'b', 'c'] as const;
/** Expected errors: refusals, and the effects of faults on answers. */
const FELT = [ApiError, NetworkError, InvalidAnswerError] as const;
const ATTEMPTS_MAX = 50;
const ACTS_MIN = 20;
const ACTS_MORE = 30;

/** Everything that a run has shown. Two runs of the same seed are equal. */
export interface Rehearsal {
  readonly seed: number;
  /** Scenario at the start. */
  readonly scenario: string;
  readonly answers: readonly string[];
  readonly frames: readonly (readonly string[])[];
  /** Last entry with its chain value after each act. */
  readonly heads: readonly string[];
  /** Last entry with its chain value, the state's hash, and the branch. */
  readonly end: string;
}

export async function rehearse(seed: number): Promise<Rehearsal> {
  const choices = new Choices(seed);
  const played = await play({ seed });
  let feeds: Feeds | null = null;
  try {
    const traders = DIGITS.map((digit) => played.client(digit));
    const [operator] = traders;
    if (operator === undefined) throw new Error('unreachable');
    const scenario = choices.chance(0.6) ? choices.pick(readyScenarios()).name : 'none';
    if (scenario === 'none') await openMarket(operator);
    else await operator.sandbox.play(scenario);
    const markets = await insist(() => operator.markets.list({ limit: 20, order: 'id', ascending: true }));
    const tokens = markets.flatMap(({ tokenIds }) => tokenIds);
    for (const trader of traders) await insist(() => trader.auth.credentials());
    const credentials = await insist(() => operator.auth.credentials());
    feeds = new Feeds(played.sandbox.url, tokens, credentials);
    await feeds.caughtUp();
    const conditions = markets.map(({ conditionId }) => conditionId);
    const stage: Stage = { choices, traders, tokens, conditions, orders: [], next: 1 };
    const heads = [`begin ${headOf(played.sandbox)}`];
    for (let left = ACTS_MIN + choices.below(ACTS_MORE); left > 0; left--) {
      const place = choices.below(DIGITS.length);
      const trader = traders[place];
      if (trader === undefined) throw new Error('unreachable');
      const act = pickAct(choices);
      await act.do(stage, trader, DIGITS[place] ?? '').catch((error: unknown) => {
        if (!isFelt(error)) throw error;
      });
      await feeds.caughtUp();
      heads.push(`${act.name} ${headOf(played.sandbox)}`);
    }
    const { exchange, branch } = played.sandbox;
    const end = `${branch} ${headOf(played.sandbox)} ${hashState(exchange.state)}`;
    return { seed, scenario, answers: played.answers.filter(isAsked), frames: feeds.frames, heads, end };
  } finally {
    feeds?.close();
    await played.close();
  }
}

const isFelt = (error: unknown): boolean => FELT.some((kind) => error instanceof kind);

/** Retries, because some scenarios begin with faults. */
async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let left = ATTEMPTS_MAX; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !isFelt(error)) throw error;
    }
  }
}

const headOf = ({ exchange: { head } }: SandboxVenue): string => `${head.sequence} ${head.hash}`;

/** False for time requests, which clients make on their own when their own clock says so. */
const isAsked = (answer: string): boolean => !answer.startsWith('GET /time ');

/** Hashes of answers, frames and end, as one line. */
export function lineOf({ seed, scenario, answers, frames, end }: Rehearsal): string {
  const shown = frames.map((each) => `${each.length} ${hashOf(each)}`).join(' ');
  return `${seed} ${scenario} ${answers.length} ${hashOf(answers)} ${shown} ${end}`;
}

const hashOf = (lines: readonly string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex');
