/** Sandbox control: time, branches and forks. Needs the client's `adminToken`; other venues answer 404. */
import type { OrderExplanation } from '@bellwether/contract';
import type { BodyOf, CallOptions, Request } from '../request.ts';

type Moment = { readonly sequence: number } | { readonly time: string | number };

export function createSandbox(request: Request) {
  const move = (body: BodyOf<'moveSandboxClock'>, call: CallOptions = {}) =>
    request('moveSandboxClock', { ...call, body });
  return {
    /** The current time, its speed, and the current branch. */
    clock: (call: CallOptions = {}) => request('sandboxClock', { ...call }),
    /**
     * Advances time by milliseconds or by a duration such as `1h30m`; resolves when everything due on the way is done.
     */
    advance: (by: number | string, call: CallOptions = {}) => move({ advance: by }, call),
    /** Advances time to a moment: ISO 8601 or Unix milliseconds. */
    until: (moment: number | string, call: CallOptions = {}) => move({ until: moment }, call),
    /** Lets time run at a multiple of real time. */
    run: (speed = 1, call: CallOptions = {}) => move({ speed }, call),
    /** Stops time. */
    pause: (call: CallOptions = {}) => move({ pause: true }, call),
    branches: (call: CallOptions = {}) => request('sandboxBranches', { ...call }),
    /** Begins a new branch after an earlier entry or moment, of the current branch unless another one is named. */
    rewind: (to: Moment, branch?: string, call: CallOptions = {}) =>
      request('rewindSandbox', { ...call, body: { ...to, ...(branch !== undefined && { branch }) } }),
    /**
     * Starts a separate venue: with the history up to a moment (by default all of it), or a new one with nothing but a
     * scenario, the markets of a tape, a seed or a start.
     */
    fork: (
      from: Moment | Omit<NonNullable<BodyOf<'forkSandbox'>>, 'sequence' | 'time'> = {},
      port = 0,
      call: CallOptions = {},
    ) => request('forkSandbox', { ...call, body: { port, ...from } }),
    /** Forks that have not ended, with their initial state. */
    forks: (call: CallOptions = {}) => request('sandboxForks', { ...call }),
    /** Ends a fork, identified by the port in its address. */
    endFork: (port: number, call: CallOptions = {}) => request('endSandboxFork', { ...call, query: { port } }),
    /** The scenario being played, and the venue's built-in scenarios. */
    scenario: (call: CallOptions = {}) => request('sandboxScenario', { ...call }),
    /** Begins a new branch with nothing but a scenario: a built-in one by its name, or one of your own. */
    play: (scenario: string | NonNullable<BodyOf<'playSandboxScenario'>['scenario']>, call: CallOptions = {}) =>
      request('playSandboxScenario', {
        ...call,
        body: typeof scenario === 'string' ? { name: scenario } : { scenario },
      }),
    /** Begins a new branch with the market of a tape, at the start of the tape; clients trade alongside it. */
    replay: (wish: BodyOf<'startSandboxReplay'>, call: CallOptions = {}) =>
      request('startSandboxReplay', { ...call, body: wish }),
    /** The latest replays and their progress, in the order of their start. */
    replays: (call: CallOptions = {}) => request('sandboxReplays', { ...call }),
    /** The progress of a replay and, once its whole tape was played, its certificate. */
    replayed: (id: string, call: CallOptions = {}) => request('sandboxReplay', { ...call, params: { id } }),
    /** Explains why any account's order was filled, rests or was refused, in the form of `orders.explain`. */
    explain: (orderId: string, call: CallOptions = {}): Promise<OrderExplanation> =>
      request('explainSandboxOrder', { ...call, params: { id: orderId } }),
    /**
     * Sets how long requests, answers and frames are under way, in milliseconds of sandbox time: by point (`order.in`,
     * `order.ack`, `feed.out`, `POST /order.in`), one of `constant`, `uniform`, `lognormal` and `recorded`, each from 0
     * to 60,000. No points: nothing takes time. Without a model, returns the current one and how often each point was
     * drawn. While time stands still, a request that takes time moves it. Throws a 400 that names the point.
     */
    latency: (model?: BodyOf<'setSandboxLatency'>, call: CallOptions = {}) =>
      model === undefined
        ? request('sandboxLatency', { ...call })
        : request('setSandboxLatency', { ...call, body: model }),
    faults: {
      /** Armed rules, and how often each has taken effect. */
      list: (call: CallOptions = {}) => request('sandboxFaults', { ...call }),
      /** Arms a rule that makes something fail on purpose; returns all armed rules. */
      arm: (rule: BodyOf<'armSandboxFault'>, call: CallOptions = {}) =>
        request('armSandboxFault', { ...call, body: rule }),
      /** Disarms a rule, or all of them; returns the remaining rules. */
      disarm: (id?: string, call: CallOptions = {}) =>
        request('disarmSandboxFaults', { ...call, query: id === undefined ? {} : { id } }),
    },
  };
}
