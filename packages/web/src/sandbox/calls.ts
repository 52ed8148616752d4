/** Text of a scenario, a fault rule or a replay: presets of it, the call that it makes, and that call as code. Pure. */
import { FAULT_PRESETS, type FaultPreset, withoutComments } from '@bellwether/contract';
import type { BodyOf } from '@bellwether/sdk';
import { problem, type Read } from './time-fields.ts';

/** The calls by what they begin: the route's id, its path and the SDK's method. */
const CALLS = {
  scenario: ['playSandboxScenario', '/sandbox/scenario', 'play'],
  fault: ['armSandboxFault', '/sandbox/faults', 'faults.arm'],
  replay: ['startSandboxReplay', '/sandbox/replay', 'replay'],
} as const;

export type CallKind = keyof typeof CALLS;

export interface Call {
  readonly kind: CallKind;
  readonly id: (typeof CALLS)[CallKind][0];
  readonly path: string;
  /** The venue checks the contents. */
  readonly body: BodyOf<(typeof CALLS)[CallKind][0]>;
}

/** Reads JSON with comments. A scenario is given whole, or as the body that names a ready one. */
export function readCall(kind: CallKind, text: string): Read<Call> {
  const [id, path] = CALLS[kind];
  let value: unknown;
  try {
    value = JSON.parse(withoutComments(text));
  } catch (error) {
    return problem(`This is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return problem('It must be an object.');
  const isBody = kind !== 'scenario' || Object.keys(value).every((name) => name === 'name' || name === 'scenario');
  return { value: { kind, id, path, body: (isBody ? value : { scenario: value }) as Call['body'] }, problem: null };
}

/** Returns the call for a shell that has the admin token in `TOKEN`. */
export function curlOf({ path, body }: Call, url: string): string {
  const json = JSON.stringify(body).replaceAll("'", `'\\''`);
  return `curl -s ${url}${path} -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '${json}'`;
}

/** Returns the call for a client of the SDK that has the admin token. */
export function sdkOf({ kind, body }: Call): string {
  const { name, scenario = name } = body as { readonly name?: unknown; readonly scenario?: unknown };
  return `await client.sandbox.${CALLS[kind][2]}(${JSON.stringify(kind === 'scenario' ? scenario : body, null, 2)});`;
}

type Preset = { readonly name: string; readonly about: string; readonly text: string };

export const readyPresets = (ready: readonly Pick<Preset, 'name' | 'about'>[]): readonly Preset[] =>
  ready.map(({ name, about }) => ({ name, about, text: textOf({ name }) }));

const textOf = (body: object): string => JSON.stringify(body, null, 2);

export const NEW_REPLAY = textOf({ tape: 'market.tape', queue: 'pessimistic', step: 0, speed: 0 });

const ABOUT: Readonly<Record<FaultPreset, string>> = {
  'engine-restart': 'Orders and cancels are answered 425, as while an engine restarts. Nothing is done.',
  'timed-out-yet-filled': 'An order’s answer never comes, and the order was placed all the same.',
  'lost-before-it-was-done': 'An order’s answer never comes, and nothing was done.',
  'silent-market-feed': 'The market feed stays open and says nothing more.',
  'silent-user-feed': 'The feed of each account stays open and says nothing more.',
  'gaps-in-the-feed': 'One of seven frames of the market feed is not sent.',
  'doubled-frames': 'One of three frames of every feed is sent twice.',
  'frames-out-of-order': 'One of five frames of the market feed comes behind the next one.',
  'dropped-connections': 'Feeds break off at one of twenty frames.',
  'proxy-refuses': 'Three of ten requests are answered 403 in HTML, as proxies do.',
  'rate-limit-storm': 'Half of all requests are answered 429.',
  overloaded: 'Three of ten requests are answered 503.',
  'slow-answers': 'Every request waits for a second and a half.',
  'cut-off-answers': 'One of five answers to reads breaks off in the middle.',
  'clock-ahead': 'The time that answers tell is two minutes ahead.',
  'settles-later': 'Trades are shown as matched, then mined, and are confirmed seconds later.',
  'settles-at-the-second-try': 'Trades are shown as being tried again before they are confirmed.',
  'matched-yet-failed': 'Trades are shown as matched and fail in the end; the ledger has settled them all the same.',
  'delayed-orders': 'An order that would trade at once is answered as delayed, and comes to the book seconds later.',
  'fills-without-hashes': 'Answers and trades have no transaction hash until the trade is mined.',
  'matched-not-broadcasted': 'Trades are shown as matched and not broadcast for five seconds before they settle.',
  'unmatched-orders': 'An order that would trade at once is answered as delayed, and ends as unmatched seconds later.',
  cutover: 'All open orders are cancelled, and markets of version 1 take no further orders.',
};

export const FAULT_TEXTS: readonly Preset[] = FAULT_PRESETS.map((preset) => ({
  name: preset,
  about: ABOUT[preset],
  text: textOf({ preset, match: {} }),
}));
