/**
 * Scenario files: JSON with comments, checked against the published schema and the rules that a schema cannot express.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Scenario, withoutComments } from '@bellwether/contract';
import { describeInvalid } from '@bellwether/gateway/http/plugins/validation.ts';
import { parseDuration, parseMoment } from '@bellwether/wire/forms/moment.ts';
import { Compile } from 'typebox/compile';
import { SandboxRefused } from '../control.ts';
import { checkLatency } from '../latency/model.ts';

const READY = join(import.meta.dirname, 'ready');
const valid = Compile(Scenario);
/** Value of `start` for the second at which the scenario is begun. */
const NOW = 'now';
/** Shortest interval between two acts of a trader, milliseconds. */
const ACT_MS_MIN = 100;

/** Returns the scenarios that come with the venue, in the order of their names. */
export function readyScenarios(): readonly Scenario[] {
  return readdirSync(READY)
    .filter((file) => file.endsWith('.jsonc'))
    .sort()
    .map((file) => parseScenario(readFileSync(join(READY, file), 'utf8')));
}

/** Returns a ready scenario. Throws `SandboxRefused`. */
export function readyScenario(name: string): Scenario {
  const ready = readyScenarios();
  const found = ready.find((scenario) => scenario.name === name);
  if (found !== undefined) return found;
  throw new SandboxRefused(`no scenario is called ${name}: there are ${ready.map((one) => one.name).join(', ')}`);
}

/** Parses a scenario file. Throws `SandboxRefused`, which names the problem and its place. */
export function parseScenario(text: string): Scenario {
  let value: unknown;
  try {
    value = JSON.parse(withoutComments(text));
  } catch (error) {
    throw new SandboxRefused(`the scenario is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return checkScenario(value);
}

/** Checks a scenario. Throws `SandboxRefused`, which names the problem and its place. */
export function checkScenario(value: unknown): Scenario {
  if (!valid.Check(value)) {
    throw new SandboxRefused(`the scenario is not one: ${describeInvalid(Scenario, valid.Errors(value), value)}`);
  }
  const scenario = value as Scenario;
  const accounts = new Set(scenario.accounts.map(({ name }) => name));
  if (accounts.size < scenario.accounts.length) throw new SandboxRefused('accounts: two of them have one name');
  const keys = scenario.accounts.flatMap(({ key }) => (key === undefined ? [] : [key.toLowerCase()]));
  if (new Set(keys).size < keys.length) throw new SandboxRefused('accounts: two of them have one key');
  known(parseStart(scenario.start, 0), 'start');
  const account = (name: string, place: string): void => {
    if (!accounts.has(name)) throw new SandboxRefused(`${place}: there is no account ${name}`);
  };
  for (const [index, trader] of scenario.traders.entries()) {
    account(trader.account, `traders[${index}].account`);
    const everyMs = known(parseDuration(trader.every), `traders[${index}].every`);
    if (everyMs < ACT_MS_MIN) throw new SandboxRefused(`traders[${index}].every must be ${ACT_MS_MIN} ms at least`);
  }
  for (const [index, { at, do: deed }] of scenario.script.entries()) {
    known(parseDuration(at), `script[${index}].at`);
    if ('account' in deed) account(deed.account, `script[${index}].do.account`);
  }
  if (scenario.latency !== undefined) checkLatency(scenario.latency, 'latency.');
  return scenario;
}

/** Replaces the start `now` by a moment of the machine's clock, Unix milliseconds. */
export function startedAt(scenario: Scenario, nowMs: number): Scenario {
  if (scenario.start !== NOW) return scenario;
  return { ...scenario, start: new Date(parseStart(NOW, nowMs)).toISOString() };
}

/** A moment, or its refusal; `now` is that of the machine's clock, in whole seconds. */
export const parseStart = (start: number | string, machineMs: number): number | string =>
  start === NOW ? Math.floor(machineMs / 1000) * 1000 : parseMoment(start);

/** The moment or duration that a parser has found in `field`. Throws `SandboxRefused` with its refusal. */
export function known(parsed: number | string, field: string): number {
  if (typeof parsed === 'number') return parsed;
  throw new SandboxRefused(`${field} ${parsed}`);
}
