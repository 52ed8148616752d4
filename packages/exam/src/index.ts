/** `bellwether exam`: plays incidents against a bot and compares what it believes with the ledger. */
import { createClient } from '@bellwether/sdk';
import { type ExamPlan, isAddress } from './arguments.ts';
import type { Bot } from './bots/bot.ts';
import { CommandBot } from './bots/command-bot.ts';
import { UrlBot } from './bots/url-bot.ts';
import { examine, type Finding } from './examine.ts';
import { findingLines, summaryLine } from './report.ts';

export { EXAM_HELP, type ExamPlan, type ExamValues, incidentsText, readPlan } from './arguments.ts';

export interface ExamOptions {
  readonly plan: ExamPlan;
  /** Address and token of the sandbox that incidents fork their venues from. */
  readonly url: string;
  readonly adminToken: string;
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
  /** True for one JSON document instead of words. */
  readonly isJson: boolean;
  readonly print: (line: string) => void;
}

/** Runs an examination. Resolves to true if the bot agreed with the ledger after every incident. */
export async function runExam({ plan, url, adminToken, stopped, isJson, print }: ExamOptions): Promise<boolean> {
  const { incidents, patienceMs, withinMs } = plan;
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const sandbox = createClient({ baseUrl: url, adminToken });
  const bot = botOf(plan);
  const findings: Finding[] = [];
  for (const incident of incidents) {
    if (stop.signal.aborted) break;
    const finding = await examine(incident, {
      sandbox,
      adminToken,
      bot,
      patienceMs,
      withinMs,
      stop: stop.signal,
    }).catch((error: unknown) => {
      if (stop.signal.aborted) return null;
      throw error;
    });
    if (finding === null) break;
    findings.push(finding);
    if (!isJson) for (const line of findingLines(finding)) print(line);
  }
  const summary = summaryLine(findings);
  const isInterrupted = findings.length < incidents.length;
  const said = isInterrupted
    ? `interrupted after ${findings.length} of ${incidents.length} incidents: ${summary}`
    : summary;
  print(isJson ? JSON.stringify({ bot: plan.bot, summary: said, incidents: findings }, null, 2) : said);
  return !isInterrupted && findings.every(({ verdict }) => verdict === 'agrees');
}

const botOf = ({ bot, patienceMs }: ExamPlan): Bot =>
  isAddress(bot) ? new UrlBot(bot, patienceMs) : new CommandBot(bot);
