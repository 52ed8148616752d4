/** The operator's choice of a scenario: a built-in one by name, or their own as JSON text. Pure. */
import { SCENARIO_BYTES_MAX, type Scenario, withoutComments } from '@bellwether/contract';
import { isApiError } from '@bellwether/sdk';
import { jsonFault, lineOf, offsetOf } from './json.ts';
import { refusalWords } from './refusals.ts';

export interface ScenarioText {
  readonly by: 'ready' | 'own';
  /** Name of a built-in scenario; empty for the first one. */
  readonly name: string;
  /** JSON with comments. */
  readonly json: string;
}

export const NO_SCENARIO: ScenarioText = { by: 'ready', name: '', json: '' };

/** The format that `client.sandbox.play` accepts. */
export type ScenarioChoice = string | Scenario;

export interface ScenarioRefusal {
  readonly words: string;
  /** Position in the text; null if it is not known. */
  readonly at: { readonly offset: number; readonly line: number } | null;
}

type ReadScenario =
  | { readonly value: ScenarioChoice; readonly refusal: null }
  | { readonly value: null; readonly refusal: ScenarioRefusal };

export function readScenario({ by, name, json }: ScenarioText, ready: readonly string[]): ReadScenario {
  if (by === 'own') return readOwn(json);
  const value = ready.find((each) => each === name) ?? ready[0];
  return value === undefined ? refused('The venue has no ready one.') : { value, refusal: null };
}

export const TOO_LARGE = `A scenario has at most ${SCENARIO_BYTES_MAX / 2 ** 20} MiB.`;

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

export function titleOf(choice: ScenarioChoice): string {
  if (typeof choice === 'string') return choice;
  const { name } = (choice ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' ? name : 'this scenario';
}

/** Locates the venue's refusal in `json`. Returns the line and the violated rule. */
export function refusedScenario(json: string, error: unknown): ScenarioRefusal {
  const words = refusalWords(error);
  const offset = isApiError(error) ? offsetOf(withoutComments(json), placeOf(error.error)) : null;
  if (offset === null) return { words, at: null };
  const at = placed(json, offset);
  // The venue's field names match the text, so they keep their case.
  return { words: `Line ${at.line}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`, at };
}

/** Parses `Invalid payload: scenario.traders[0].levels must be …` to `traders`, `0`, `levels`. */
function placeOf(refusal: string): string[] {
  const place = /^(?:Invalid payload: )?(?:unknown field ")?(?:scenario\.)?([\w$.[\]]+)/.exec(refusal)?.[1] ?? '';
  return place.match(/[\w$]+/g) ?? [];
}
