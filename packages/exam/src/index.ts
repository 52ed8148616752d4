/** `bellwether exam`: plays incidents against a bot and compares what it believes with the ledger. */
import { type ExamPlan, isAddress } from './arguments.ts';
import type { Bot } from './bots/bot.ts';
import { CommandBot } from './bots/command-bot.ts';
import { UrlBot } from './bots/url-bot.ts';
import { clientOf } from './client.ts';
import { examine, type Finding } from './examine.ts';
import type { Incident } from './incident.ts';
import { writeJunit } from './junit.ts';
import { findingLines, summaryLine } from './report.ts';

export { allIncidents, EXAM_HELP, type ExamPlan, type ExamValues, incidentsText, readPlan } from './arguments.ts';

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
export async function runExam(options: ExamOptions): Promise<boolean> {
  const { plan, isJson, print } = options;
  const { incidents } = plan;
  const found = new Map<Incident, Finding>();
  let printed = 0;
  /** Prints findings in the order of the incidents. */
  const printNext = (): void => {
    for (const incident of incidents.slice(printed)) {
      const finding = found.get(incident);
      if (finding === undefined) return;
      printed += 1;
      if (!isJson) for (const line of findingLines(finding)) print(line);
    }
  };
  await examineAll(options, (incident, finding) => {
    found.set(incident, finding);
    printNext();
  });
  const findings = incidents.flatMap((incident) => found.get(incident) ?? []);
  if (!isJson) for (const finding of findings.slice(printed)) for (const line of findingLines(finding)) print(line);
  const summary = summaryLine(findings);
  const isInterrupted = findings.length < incidents.length;
  const said = isInterrupted
    ? `interrupted after ${findings.length} of ${incidents.length} incidents: ${summary}`
    : summary;
  print(isJson ? JSON.stringify({ bot: plan.bot, summary: said, incidents: findings }, null, 2) : said);
  if (plan.junit !== null) writeJunit(plan.junit, incidents, findings);
  return !isInterrupted && findings.every(({ verdict }) => verdict === 'agrees');
}

/** Examines the bot in `plan.jobs` incidents at a time, until all are done or a stop is asked for. */
async function examineAll(
  { plan, url, adminToken, stopped }: ExamOptions,
  note: (incident: Incident, finding: Finding) => void,
): Promise<void> {
  const { patienceMs, withinMs } = plan;
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const sandbox = clientOf(url, { adminToken });
  const left = [...plan.incidents];
  const work = async (): Promise<void> => {
    const bot = botOf(plan);
    for (let incident = left.shift(); incident !== undefined && !stop.signal.aborted; incident = left.shift()) {
      try {
        note(incident, await examine(incident, { sandbox, adminToken, bot, patienceMs, withinMs, stop: stop.signal }));
      } catch (error) {
        if (stop.signal.aborted) return;
        stop.abort();
        throw error;
      }
    }
  };
  const works = await Promise.allSettled(Array.from({ length: plan.jobs }, work));
  for (const done of works) if (done.status === 'rejected') throw done.reason;
}

const botOf = ({ bot, patienceMs }: ExamPlan): Bot =>
  isAddress(bot) ? new UrlBot(bot, patienceMs) : new CommandBot(bot);
