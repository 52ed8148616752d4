/** Arguments of `bellwether exam`, and its help. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Incident } from './incident.ts';
import { INCIDENTS } from './incidents.ts';
import { readIncidents } from './read-incidents.ts';

/** Values of the command line's options. */
export interface ExamValues {
  readonly bot?: string | undefined;
  readonly incidents?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly patience?: string | undefined;
  readonly within?: string | undefined;
  readonly jobs?: string | undefined;
  readonly junit?: string | undefined;
}

export interface ExamPlan {
  /** Address or command of the bot. */
  readonly bot: string;
  readonly incidents: readonly Incident[];
  /** Longest wait for each thing that the bot has to do. */
  readonly patienceMs: number;
  /** Time in which the bot has to agree after an incident. */
  readonly withinMs: number;
  /** Incidents that are played at a time. */
  readonly jobs: number;
  /** File for the report as JUnit XML; null for none. */
  readonly junit: string | null;
}

const WAIT_S = '20';
const WAIT_S_MAX = 3_600;
const JOBS_MAX = 8;

/** The incidents that come with the exam, then those of the files. Returns a sentence about the first wrong file. */
export async function allIncidents(files: readonly string[] = []): Promise<readonly Incident[] | string> {
  const all = [...INCIDENTS];
  for (const file of files) {
    const own = await readIncidents(file).catch(({ message }: Error) => message);
    if (typeof own === 'string') return `--incidents ${file}: ${own}`;
    for (const incident of own) {
      if (all.some(({ name }) => name === incident.name))
        return `--incidents ${file}: incident ${incident.name}: name must be one that no other incident has`;
      all.push(incident);
    }
  }
  return all;
}

/** Reads the options. Returns a sentence about the first wrong one. */
export async function readPlan(values: ExamValues): Promise<ExamPlan | string> {
  const { bot, only, patience = WAIT_S, within = WAIT_S, jobs = '1', junit = null } = values;
  if (bot === undefined || bot.trim() === '') return '--bot must be the address of a bot or a command that starts it';
  if (isAddress(bot) && !URL.canParse(bot)) return `--bot ${bot} is no address`;
  for (const [option, seconds] of Object.entries({ patience, within })) {
    if (!/^[0-9]{1,9}$/.test(seconds) || Number(seconds) < 1 || Number(seconds) > WAIT_S_MAX)
      return `--${option} must be an integer from 1 to ${WAIT_S_MAX}, not "${seconds}"`;
  }
  if (!/^[1-9]$/.test(jobs) || Number(jobs) > JOBS_MAX)
    return `--jobs must be an integer from 1 to ${JOBS_MAX}, not "${jobs}"`;
  if (isAddress(bot) && jobs !== '1') return '--jobs needs a command: a bot at an address is one bot';
  if (junit !== null && !isWritable(junit)) return `--junit ${junit} must be a file in a folder that can be written to`;
  const all = await allIncidents(values.incidents);
  if (typeof all === 'string') return all;
  const unknown = only?.find((one) => !all.some(({ name }) => name === one));
  if (unknown !== undefined)
    return `--only ${unknown} is no incident: there are ${all.map(({ name }) => name).join(', ')}`;
  const incidents = all.filter(({ name }) => only === undefined || only.includes(name));
  const [patienceMs, withinMs] = [Number(patience) * 1_000, Number(within) * 1_000];
  return { bot, incidents, patienceMs, withinMs, jobs: Number(jobs), junit };
}

function isWritable(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK);
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    return false;
  }
}

/** True for the address of a bot, false for a command. */
export const isAddress = (bot: string): boolean => /^https?:\/\//.test(bot);

export function incidentsText(incidents: readonly Incident[]): string {
  const width = Math.max(...incidents.map(({ name }) => name.length)) + 2;
  return incidents.map(({ name, about }) => `${name.padEnd(width)}${about}`).join('\n');
}

export const EXAM_HELP = `Usage: bellwether exam --bot URL|COMMAND [--incidents FILE]… [--only INCIDENT]… [--within SECONDS]
                       [--patience SECONDS] [--jobs N] [--json] [--junit FILE]
       bellwether exam [--incidents FILE]… --list

Plays ${INCIDENTS.length} incidents against a bot, each on a new sandbox. After each, the bot's beliefs are compared with the
ledger, and the report has the evidence. The verdict is one of

  agrees      bot and ledger agree
  disagrees   they do not, on the points that are listed
  not played  the bot never did what the incident happens to
  broken      the bot ended, or its beliefs cannot be read

The exit code is 0 if they agree every time, else 1.

  --bot       a command, which is started once for each incident, or the address of a bot that runs
  --incidents adds those of a file, a module or JSON with comments; may be repeated
  --only      this incident; may be repeated
  --within    time in which the bot has to agree after an incident, ${WAIT_S} s by default
  --patience  longest wait for each thing that the bot has to do before, such as its first order, ${WAIT_S} s by default
  --jobs      incidents played at a time, each with a bot of its own: 1 by default, at most ${JOBS_MAX}; for commands
  --json      one JSON document instead of words
  --junit     also writes JUnit XML to FILE: all but "agrees" are failures, with the evidence
  --list      prints the incidents

The bot is given
  VENUE       base address of the venue; settings such as BELLWETHER_PROFILE=polymarket hold for it
  BOT_KEY     private key of its wallet, which holds 1000 of play money (signature type 0)
  MARKET      condition id of the market to quote
  TOKEN       token id of the market's first outcome
  BELIEFS     file that it writes its beliefs to
A command finds them in its environment; its output is shown if it ends. A bot at an address gets POST with
{ "venue", "key", "market", "token" }: it forgets everything and begins again there.

The bot
- keeps an order of five shares or more resting in the market, also after a fill, a refusal or an error;
- cancels and replaces it when the best prices move;
- states its beliefs whenever they change. A command replaces the file, a bot at an address answers GET:

  {
    "openOrders": [{ "id": "0x…", "remaining": "20" }],
    "positions": { "TOKEN": "20" },
    "cash": "990"
  }

"remaining" are the shares left, "positions" the shares of each token id, "cash" the collateral: both include whatever
open orders hold. Amounts are decimal text, or numbers.

A file of --incidents has one { "name", "about", "steps" }, or a list of them. A step is { "kind": …, "note": a line of the report },
with the fields that follow the kind here:

  start                    the bot is started
  rest                     an order of it rests
  fill part order          its next order, or with "order": "rested" that of rest, is filled: "part" is "all" or "half"
  fault rule               a rule as of POST /sandbox/faults is armed, for the bot's account unless it names another or a feed
  hit what                 the last fault has acted; "what" completes "the bot did not …"
  meet                     the last fault acts twice more, or two seconds pass
  disarm                   no fault is armed any more
  cutOff, reconnect        the bot's signed requests fail and its feeds end; all works again
  cutOver                  open orders are wiped, and a migration refuses new ones
  move                     the price moves by five ticks
  deposit, withdraw amount the bot gets or loses collateral
  resolve winner           the market is resolved: to "first", "second", or "filled", the outcome that the bot has bought
  mode mode                the venue's mode changes, such as to "post_only"
  advance by               the venue's time goes on, such as by "1h"
  rewind                   the venue goes back to before the bot's last order
  wait ms                  milliseconds of real time pass

A module exports an incident or a list of them as its default: { name, about, play(stage) }.`;
