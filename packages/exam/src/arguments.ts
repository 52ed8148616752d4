/** Arguments of `bellwether exam`, and its help. */

import type { Incident } from './incident.ts';
import { INCIDENTS } from './incidents.ts';

/** Values of the command line's options. */
export interface ExamValues {
  readonly bot?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly patience?: string | undefined;
  readonly within?: string | undefined;
  readonly jobs?: string | undefined;
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
}

const WAIT_S = '20';
const WAIT_S_MAX = 3_600;
const JOBS_MAX = 8;

/** Reads the options. Returns a sentence about the first wrong one. */
export function readPlan({ bot, only, patience = WAIT_S, within = WAIT_S, jobs = '1' }: ExamValues): ExamPlan | string {
  if (bot === undefined || bot.trim() === '') return '--bot must be the address of a bot or a command that starts it';
  if (isAddress(bot) && !URL.canParse(bot)) return `--bot ${bot} is no address`;
  const names = INCIDENTS.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) return `--only ${unknown} is no incident: there are ${names.join(', ')}`;
  for (const [option, seconds] of Object.entries({ patience, within })) {
    if (!/^[0-9]{1,9}$/.test(seconds) || Number(seconds) < 1 || Number(seconds) > WAIT_S_MAX)
      return `--${option} must be an integer from 1 to ${WAIT_S_MAX}, not "${seconds}"`;
  }
  if (!/^[1-9]$/.test(jobs) || Number(jobs) > JOBS_MAX)
    return `--jobs must be an integer from 1 to ${JOBS_MAX}, not "${jobs}"`;
  if (isAddress(bot) && jobs !== '1') return '--jobs needs a command: a bot at an address is one bot';
  const incidents = INCIDENTS.filter(({ name }) => only === undefined || only.includes(name));
  return { bot, incidents, patienceMs: Number(patience) * 1_000, withinMs: Number(within) * 1_000, jobs: Number(jobs) };
}

/** True for the address of a bot, false for a command. */
export const isAddress = (bot: string): boolean => /^https?:\/\//.test(bot);

export function incidentsText(): string {
  const width = Math.max(...INCIDENTS.map(({ name }) => name.length)) + 2;
  return INCIDENTS.map(({ name, about }) => `${name.padEnd(width)}${about}`).join('\n');
}

export const EXAM_HELP = `Usage: bellwether exam --bot URL|COMMAND [--only INCIDENT]… [--within SECONDS] [--patience SECONDS]
                       [--jobs N] [--json]
       bellwether exam --list

Plays ${INCIDENTS.length} incidents against a bot, each on a new sandbox. After each, the bot's beliefs are compared with the
ledger, and the report has the evidence. The verdict is one of

  agrees      bot and ledger agree
  disagrees   they do not, on the points that are listed
  not played  the bot never did what the incident happens to
  broken      the bot ended, or its beliefs cannot be read

The exit code is 0 if they agree every time, else 1.

  --bot       a command, which is started once for each incident, or the address of a bot that runs
  --only      this incident; may be repeated
  --within    time in which the bot has to agree after an incident, ${WAIT_S} s by default
  --patience  longest wait for each thing that the bot has to do before, such as its first order, ${WAIT_S} s by default
  --jobs      incidents played at a time, each with a bot of its own: 1 by default, at most ${JOBS_MAX}; for commands
  --json      one JSON document instead of words
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
open orders hold. Amounts are decimal text, or numbers.`;
