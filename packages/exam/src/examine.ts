/** Examines a bot in one incident: plays it, then compares what the bot believes with the ledger. */
import type { ExamResult } from '@bellwether/contract';
import { isApiError } from '@bellwether/sdk';
import { type Holdings, readBeliefs } from './beliefs.ts';
import { type Bot, BotProblem } from './bots/bot.ts';
import type { Incident } from './incident.ts';
import { type Difference, differencesOf, isSame, readLedger, shownHoldings } from './ledger.ts';
import { NotPlayed, Stage, type StageOptions } from './stage.ts';

/** `not played`: the bot never did what the incident happens to. `broken`: the bot ended, or its beliefs cannot be read. */
export type Verdict = 'agrees' | 'disagrees' | 'not played' | 'broken';

export interface Finding extends Readonly<ExamResult['incidents'][number]> {
  readonly verdict: Verdict;
  /** Time that the incident took in all. */
  readonly seconds: number;
  /** Points of disagreement; for an order that the ledger does not have open, its `status` there. */
  readonly differences: readonly (Difference & { readonly status?: string })[];
}

/** A bot may still act on the incident: its first beliefs afterwards do not count. */
const SETTLE_MS = 1_000;
/** Beliefs agree once they do so for this long. */
const STEADY_MS = 500;
const COMPARE_MS = 100;

export interface ExamineOptions extends StageOptions {
  /** Time in which the bot has to agree after an incident, in milliseconds. */
  readonly withinMs: number;
}

export async function examine(incident: Incident, options: ExamineOptions): Promise<Finding> {
  const startedMs = performance.now();
  const stage = await Stage.open(options);
  try {
    const judged = await judge(incident, stage, options).catch((error: unknown): Judged => {
      if (error instanceof NotPlayed) return { verdict: 'not played', problem: error.message };
      if (error instanceof BotProblem) return { verdict: 'broken', problem: error.message };
      if (options.stop.aborted) throw error;
      // Such as a withdrawal from a wallet whose orders hold everything.
      const how = isApiError(error) ? 'the venue refused it to the exam' : 'playing it failed';
      return { verdict: 'not played', problem: `${how}: ${error instanceof Error ? error.message : String(error)}` };
    });
    const { verdict, problem = null, compared = null } = judged;
    const { tokens, outcomes } = stage.market;
    return {
      incident: incident.name,
      about: incident.about,
      verdict,
      problem,
      seconds: Math.round((performance.now() - startedMs) / 100) / 10,
      steps: stage.steps,
      bot: compared === null ? null : shownHoldings(compared.bot),
      ledger: compared === null ? null : shownHoldings(compared.ledger),
      differences: compared === null ? [] : await withStatus(differencesOf(compared.bot, compared.ledger), stage),
      labels: { [tokens[0]]: outcomes[0], [tokens[1]]: outcomes[1] },
    };
  } finally {
    await options.bot.stop();
    await stage.close();
  }
}

type Compared = { readonly bot: Holdings; readonly ledger: Holdings };
type Judged = { readonly verdict: Verdict; readonly problem?: string; readonly compared?: Compared };

async function judge({ play }: Incident, stage: Stage, { bot, withinMs }: ExamineOptions): Promise<Judged> {
  await play(stage);
  await stage.pause(SETTLE_MS);
  const endMs = performance.now() + withinMs;
  let agreesSinceMs: number | null = null;
  let last: Judged = { verdict: 'broken', problem: 'its account never stood still for long enough to compare' };
  for (;;) {
    const compared = await compare(bot, stage);
    const nowMs = performance.now();
    if (compared !== null && 'ledger' in compared && isSame(compared.bot, compared.ledger)) {
      agreesSinceMs ??= nowMs;
      if (nowMs - agreesSinceMs >= STEADY_MS) return { verdict: 'agrees', compared };
    } else {
      if (compared !== null) {
        agreesSinceMs = null;
        last = 'ledger' in compared ? { verdict: 'disagrees', compared } : { verdict: 'broken', ...compared };
      }
      if (nowMs > endMs) return last;
    }
    await stage.pause(COMPARE_MS);
  }
}

/** Beliefs and ledger of one moment, or why the beliefs cannot be read; null if the ledger changed meanwhile. */
async function compare(bot: Bot, { account }: Stage): Promise<Compared | { readonly problem: string } | null> {
  const before = await readLedger(account);
  try {
    const said = readBeliefs(await bot.beliefs());
    const after = await readLedger(account);
    return before !== null && after !== null && isSame(before, after) ? { bot: said, ledger: after } : null;
  } catch (error) {
    if (error instanceof BotProblem) return { problem: error.message };
    throw error;
  }
}

/** Adds what became of the orders that only the bot has open. */
async function withStatus(differences: readonly Difference[], { operator }: Stage): Promise<Finding['differences']> {
  return Promise.all(
    differences.map(async (difference) => {
      if (difference.of !== 'order' || difference.ledger !== null) return difference;
      const explained = await operator.sandbox.explain(difference.id).catch(() => null);
      return { ...difference, status: explained?.status ?? 'unknown to the venue' };
    }),
  );
}
