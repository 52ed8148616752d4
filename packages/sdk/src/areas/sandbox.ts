/** A sandbox: its time, its branches, its forks. Needs the client's `adminToken`; other venues answer 404. */
import type { OrderExplanation } from '@bellwether/contract';
import type { BodyOf, CallOptions, Request } from '../request.ts';

type Moment = { readonly sequence: number } | { readonly time: string | number };

export function createSandbox(request: Request) {
  const move = (body: BodyOf<'moveSandboxClock'>, call: CallOptions = {}) =>
    request('moveSandboxClock', { ...call, body });
  return {
    /** What time it is, how fast it goes, and on which branch. */
    clock: (call: CallOptions = {}) => request('sandboxClock', { ...call }),
    /** Moves time on by milliseconds or by a length as `1h30m`; resolves when all that was due on the way is done. */
    advance: (by: number | string, call: CallOptions = {}) => move({ advance: by }, call),
    /** Moves time on to a moment: ISO 8601 or Unix milliseconds. */
    until: (moment: number | string, call: CallOptions = {}) => move({ until: moment }, call),
    /** Lets time run at so many times the machine's. */
    run: (speed = 1, call: CallOptions = {}) => move({ speed }, call),
    /** Has it stand still. */
    pause: (call: CallOptions = {}) => move({ pause: true }, call),
    branches: (call: CallOptions = {}) => request('sandboxBranches', { ...call }),
    /** Begins a new branch behind an earlier entry or moment, of the current branch unless another one is named. */
    rewind: (to: Moment, branch?: string, call: CallOptions = {}) =>
      request('rewindSandbox', { ...call, body: { ...to, ...(branch !== undefined && { branch }) } }),
    /** Starts a venue of its own: with the history up to a moment, by default all of it, or with nothing but a scenario. */
    fork: (from: Moment | Pick<BodyOf<'forkSandbox'>, 'scenario'> = {}, port = 0, call: CallOptions = {}) =>
      request('forkSandbox', { ...call, body: { ...from, port } }),
    /** Those that have not ended, as they began. */
    forks: (call: CallOptions = {}) => request('sandboxForks', { ...call }),
    /** Ends a fork, by the port of its address. */
    endFork: (port: number, call: CallOptions = {}) => request('endSandboxFork', { ...call, query: { port } }),
    /** What is played, and the scenarios that come with the venue. */
    scenario: (call: CallOptions = {}) => request('sandboxScenario', { ...call }),
    /** Begins a new branch with nothing but a scenario: a ready one by its name, or one of your own. */
    play: (scenario: string | NonNullable<BodyOf<'playSandboxScenario'>['scenario']>, call: CallOptions = {}) =>
      request('playSandboxScenario', {
        ...call,
        body: typeof scenario === 'string' ? { name: scenario } : { scenario },
      }),
    /** Begins a new branch with the market of a tape, at its start; clients trade beside it. */
    replay: (wish: BodyOf<'startSandboxReplay'>, call: CallOptions = {}) =>
      request('startSandboxReplay', { ...call, body: wish }),
    /** The latest replays, and how far each is; the last one was begun last. */
    replays: (call: CallOptions = {}) => request('sandboxReplays', { ...call }),
    /** How far a replay is, and, once all of its tape was played, its certificate. */
    replayed: (id: string, call: CallOptions = {}) => request('sandboxReplay', { ...call, params: { id } }),
    /** Why an order of anyone was filled, rests or was refused, as `orders.explain` tells it to its own account. */
    explain: (orderId: string, call: CallOptions = {}): Promise<OrderExplanation> =>
      request('explainSandboxOrder', { ...call, params: { id: orderId } }),
    faults: {
      /** What is armed, and how often each rule has done something. */
      list: (call: CallOptions = {}) => request('sandboxFaults', { ...call }),
      /** Has something go wrong on purpose from now on; answers the rules that were armed. */
      arm: (rule: BodyOf<'armSandboxFault'>, call: CallOptions = {}) =>
        request('armSandboxFault', { ...call, body: rule }),
      /** Has a rule do nothing from now on, or all of them; answers what is left. */
      disarm: (id?: string, call: CallOptions = {}) =>
        request('disarmSandboxFaults', { ...call, query: id === undefined ? {} : { id } }),
    },
  };
}
