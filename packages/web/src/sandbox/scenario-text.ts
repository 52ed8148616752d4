/** Which scenario the operator means: a ready one by its name, or one of their own as they have written it. Pure. */
import { SCENARIO_BYTES_MAX, type Scenario, withoutComments } from '@bellwether/contract';
import { isApiError } from '@bellwether/sdk';
import { jsonFault } from './json-fault.ts';
import { lineOf, offsetOf } from './json-place.ts';
import { refusalWords } from './refusal-words.ts';

export interface ScenarioText {
  readonly by: 'ready' | 'own';
  /** Of a ready one; empty: the first. */
  readonly name: string;
  /** JSON, with comments. */
  readonly json: string;
}

export const NO_SCENARIO: ScenarioText = { by: 'ready', name: '', json: '' };

/** As `client.sandbox.play` takes it. */
export type ScenarioChoice = string | Scenario;

/** Why a scenario will not do. */
export interface ScenarioRefusal {
  readonly words: string;
  /** Where in the text it is, as far as anyone says so; null: nowhere. */
  readonly at: { readonly offset: number; readonly line: number } | null;
}

export type ReadScenario =
  | { readonly value: ScenarioChoice; readonly refusal: null }
  | { readonly value: null; readonly refusal: ScenarioRefusal };

export function readScenario({ by, name, json }: ScenarioText, ready: readonly string[]): ReadScenario {
  if (by === 'own') return readOwn(json);
  const value = ready.find((each) => each === name) ?? ready[0];
  return value === undefined ? refused('The venue has no ready one.') : { value, refusal: null };
}

export const TOO_LARGE = `A scenario has at most ${SCENARIO_BYTES_MAX / 2 ** 20} MiB.`;

/** What kind of thing it is the venue looks at. */
function readOwn(json: string): ReadScenario {
  if (json.trim() === '') return refused('Choose a file, or paste the scenario here.');
  const bare = withoutComments(json);
  const fault = jsonFault(bare);
  if (fault !== null) {
    const at = placed(json, fault.offset);
    return refused(`Line ${at.line}: this is not JSON, where ${fault.wanted} belongs.`, at);
  }
  const value = JSON.parse(bare) as Scenario;
  const { size } = new Blob([JSON.stringify({ scenario: value })]);
  return size > SCENARIO_BYTES_MAX ? refused(TOO_LARGE) : { value, refusal: null };
}

const refused = (words: string, at: ScenarioRefusal['at'] = null): ReadScenario => ({
  value: null,
  refusal: { words, at },
});

const placed = (text: string, offset: number) => ({ offset, line: lineOf(text, offset) });

/** What a scenario calls itself, for who is asked about it. */
export function titleOf(choice: ScenarioChoice): string {
  if (typeof choice === 'string') return choice;
  const { name } = (choice ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' ? name : 'this scenario';
}

/** The venue's refusal of the scenario that was written as `json`: its place and rule, and the line of that. */
export function refusedScenario(json: string, error: unknown): ScenarioRefusal {
  const words = refusalWords(error);
  const offset = isApiError(error) ? offsetOf(withoutComments(json), placeOf(error.error)) : null;
  if (offset === null) return { words, at: null };
  const at = placed(json, offset);
  // The venue's names are as they are in the text.
  return { words: `Line ${at.line}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`, at };
}

/** `Invalid payload: scenario.traders[0].levels must be …`: `traders`, `0`, `levels`. */
function placeOf(refusal: string): string[] {
  const place = /^(?:Invalid payload: )?(?:unknown field ")?(?:scenario\.)?([\w$.[\]]+)/.exec(refusal)?.[1] ?? '';
  return place.match(/[\w$]+/g) ?? [];
}
