/** Controls of a sandbox: its clock, branches, forks, scenarios and faults. No other venue has these routes. */
import {
  FAULT_RULES_MAX,
  type FaultRemoval,
  FaultWish,
  LatencyModel,
  type ReplayCertificate,
  type ReplayProgress,
  ReplayWish,
  type Route,
  SANDBOX_ROUTES,
  type SandboxBranch,
  type SandboxClock,
  SandboxClockMove,
  type SandboxFork,
  type SandboxForkEnd,
  SandboxForkWish,
  type SandboxReplay,
  SandboxRewind,
  ScenarioWish,
} from '@bellwether/contract';
import { bodyBytes, createBodyReader, OPERATOR_BODY, withBody } from '@bellwether/gateway/http/plugins/body.ts';
import { createRouteQueryReader } from '@bellwether/gateway/http/plugins/query.ts';
import type { VenueView } from '@bellwether/ports/venue-view.ts';
import { badRequest, type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import { parseDuration, parseMoment } from '@bellwether/wire/forms/moment.ts';
import type { FastifyRequest } from 'fastify';
import {
  type Branch,
  type Fork,
  type ForkWish,
  type Moment,
  type NamedScenario,
  type ReplayStart,
  type ReplayStatus,
  type Sandbox,
  SandboxRefused,
} from '../control.ts';
import { ruleOf, rulesOf } from '../faults/arm.ts';
import type { RuleBook } from '../faults/rule-book.ts';
import type { Latency } from '../latency/latency.ts';
import { checkLatency } from '../latency/model.ts';
import { known } from '../scenario/read-scenario.ts';

/** Mounts a route of the sandbox; its handler returns a value of the response schema, or a refusal. */
export type MountOwn = (
  route: Route,
  handle: (request: FastifyRequest) => object | Promise<object>,
  status?: number,
) => void;

/** Parts that the routes control or show. */
export interface Controlled {
  readonly sandbox: Sandbox;
  readonly faults: RuleBook;
  readonly latency: Latency;
  readonly view: VenueView;
}

export function registerSandboxRoutes({ sandbox, faults, latency, view }: Controlled, mountOwn: MountOwn): void {
  const mount: MountOwn = (route, handle, status) =>
    mountOwn(route, (request) => orRefused(async () => handle(request)), status);
  registerReplayRoutes(sandbox, mount);

  const clock = (): SandboxClock => {
    const { nowMs, speed } = sandbox.time;
    return { ...timeOf(nowMs), speed, branch: sandbox.branch, sequence: view.state.sequence };
  };
  mount(SANDBOX_ROUTES.sandboxClock, clock);
  const moved = withBody(SandboxClockMove, (wish) => move(sandbox, wish).then(clock));
  mount(SANDBOX_ROUTES.moveSandboxClock, moved);
  mount(SANDBOX_ROUTES.sandboxBranches, () => sandbox.branches().map(branchOf));
  const rewound = withBody(SandboxRewind, async (wish) => {
    const to = momentOf(wish);
    if (to === null) throw new SandboxRefused('one of sequence and time says how far back');
    return branchOf(await sandbox.rewind(to, wish.branch));
  });
  mount(SANDBOX_ROUTES.rewindSandbox, rewound);

  const readFork = createBodyReader(SandboxForkWish, invalidPayload, OPERATOR_BODY);
  const forked = async (request: FastifyRequest): Promise<object> => {
    const bytes = bodyBytes(request);
    // Without a body, the fork gets the whole history.
    const body = readFork(bytes.length === 0 ? EMPTY : bytes);
    if (body.kind === 'failure') return body;
    return forkOf(await sandbox.fork(forkWishOf(body.value)));
  };
  mount(SANDBOX_ROUTES.forkSandbox, forked, 201);
  mount(SANDBOX_ROUTES.sandboxForks, () => sandbox.forks().map(forkOf));
  const readEnd = createRouteQueryReader<SandboxForkEnd>(SANDBOX_ROUTES.endSandboxFork);
  mount(SANDBOX_ROUTES.endSandboxFork, async (request) => {
    const query = readEnd(request.query);
    return query.kind === 'failure' ? query : forkOf(await sandbox.endFork(query.value.port));
  });

  mount(SANDBOX_ROUTES.sandboxScenario, () => ({
    running: sandbox.scenario === null ? null : named(sandbox.scenario),
    ready: sandbox.readyScenarios().map(({ name, about }) => ({ name, about })),
  }));
  const played = withBody(ScenarioWish, async (wish) => branchOf(await sandbox.play(wish)), OPERATOR_BODY);
  mount(SANDBOX_ROUTES.playSandboxScenario, played);
  registerFaultRoutes({ sandbox, faults, latency, view }, mount);
  mount(SANDBOX_ROUTES.sandboxLatency, () => latency.status);
  const latencySet = withBody(LatencyModel, (model) => latency.setByHand(checkLatency(model, '')), OPERATOR_BODY);
  mount(SANDBOX_ROUTES.setSandboxLatency, latencySet);
}

function registerFaultRoutes({ sandbox, faults, view }: Controlled, mount: MountOwn): void {
  mount(SANDBOX_ROUTES.sandboxFaults, () => faults.rules.map(ruleOf));
  const armed = withBody(FaultWish, async (wish) => {
    const rules = rulesOf(wish, view, sandbox.seed);
    if (faults.size + rules.length > FAULT_RULES_MAX)
      throw new SandboxRefused(`there are ${faults.size} rules already, of at most ${FAULT_RULES_MAX}`);
    const added = new Set(rules.map((rule) => faults.arm(rule)));
    // Wipes that are due happen before the answer.
    if (rules.some((rule) => rule.do.kind === 'wipe')) await sandbox.move({ byMs: 0 });
    return faults.rules.filter(({ id }) => added.has(id)).map(ruleOf);
  });
  mount(SANDBOX_ROUTES.armSandboxFault, armed, 201);
  const readRemoval = createRouteQueryReader<FaultRemoval>(SANDBOX_ROUTES.disarmSandboxFaults);
  mount(SANDBOX_ROUTES.disarmSandboxFaults, (request) => {
    const query = readRemoval(request.query);
    if (query.kind === 'failure') return query;
    const { id } = query.value;
    if (id === undefined) faults.disarmAll();
    else if (!faults.disarm(id)) return badRequest(`there is no rule ${id}`);
    return faults.rules.map(ruleOf);
  });
}

const EMPTY = Buffer.from('{}');

/** Moves the clock. Also throws `SandboxRefused` for requests without a clear meaning. */
async function move(sandbox: Sandbox, { advance, until, speed, pause }: SandboxClockMove): Promise<void> {
  if (advance !== undefined && until !== undefined)
    throw new SandboxRefused('advance and until say the same: give one');
  if (speed !== undefined && pause !== undefined) throw new SandboxRefused('speed and pause say the same: give one');
  if ([advance, until, speed, pause].every((part) => part === undefined))
    throw new SandboxRefused('one of advance, until, speed and pause says what to do');
  const byMs = advance === undefined ? undefined : known(parseDuration(advance), 'advance');
  const untilMs = until === undefined ? undefined : known(parseMoment(until), 'until');
  const runs = pause === true ? 0 : speed;
  await sandbox.move({
    ...(byMs !== undefined && { byMs }),
    ...(untilMs !== undefined && { untilMs }),
    ...(runs !== undefined && { speed: runs }),
  });
}

/** The moment that a request names; null if it names none. */
function momentOf({ sequence, time }: Pick<SandboxRewind, 'sequence' | 'time'>): Moment | null {
  if (sequence !== undefined && time !== undefined)
    throw new SandboxRefused('sequence and time say the same: give one');
  if (time !== undefined) return { timeMs: known(parseMoment(time), 'time') };
  return sequence === undefined ? null : { sequence };
}

function forkWishOf(wish: SandboxForkWish): ForkWish {
  const { scenario, tape, seed, start, port = 0, data_dir: dataDir = null } = wish;
  const moment = momentOf(wish);
  const [own] = Object.entries({ scenario, tape, seed, start }).find(([, value]) => value !== undefined) ?? [];
  if (own === undefined) return { from: moment, port, dataDir };
  if (moment !== null) throw new SandboxRefused(`${own} does not go with sequence or time: it begins with nothing`);
  if (tape === undefined) return { from: { scenario, seed, start }, port, dataDir };
  if (scenario !== undefined) throw new SandboxRefused('scenario and tape say the same: give one');
  if (start !== undefined) throw new SandboxRefused('start does not go with tape: the tape says when it begins');
  return { from: { replay: startOf(typeof tape === 'string' ? { tape } : tape), seed }, port, dataDir };
}

const timeOf = (timeMs: number) => ({ time: new Date(timeMs).toISOString(), time_ms: timeMs });

const named = ({ name, about, start }: NamedScenario): NamedScenario => ({ name, about, start });

const branchOf = ({ id, parent, from, sequence, timeMs, scenario, isCurrent }: Branch): SandboxBranch => {
  return { id, parent, from, sequence, ...timeOf(timeMs), scenario, current: isCurrent };
};

const forkOf = ({ url, sequence, timeMs, replay }: Fork): SandboxFork => ({ url, sequence, ...timeOf(timeMs), replay });

/** Throws `SandboxRefused`. */
function startOf(wish: ReplayWish): ReplayStart {
  const { tape, accounts = [], queue = 'pessimistic', step = 0, latency = null, speed = 0 } = wish;
  if (latency !== null) checkLatency(latency, 'latency.');
  return { tape, accounts, queue, stepMs: step, latency, speed };
}

function registerReplayRoutes(sandbox: Sandbox, mount: MountOwn): void {
  const started = withBody(ReplayWish, async (wish) => replayOf(await sandbox.replay(startOf(wish))));
  mount(SANDBOX_ROUTES.startSandboxReplay, started, 201);
  mount(SANDBOX_ROUTES.sandboxReplays, () => sandbox.replays().map(progressOf));
  mount(SANDBOX_ROUTES.sandboxReplay, (request) => {
    const { id } = request.params as { readonly id: string };
    const replay = sandbox.replayOf(id);
    return replay === null ? failure('replay_not_found', { id }) : replayOf(replay);
  });
}

function progressOf(replay: ReplayStatus): ReplayProgress {
  const { id, state, failure, branch, tape, queue, stepMs, messages, facts } = replay;
  const { firstMs, lastMs, lines } = facts;
  return { id, state, failure, branch, tape, queue, step_ms: stepMs, from_ms: firstMs, to_ms: lastMs, messages, lines };
}

const replayOf = (replay: ReplayStatus): SandboxReplay => ({
  ...progressOf(replay),
  certificate: replay.certificate as ReplayCertificate | null,
});

/** Runs `work`. A refusal by the sandbox becomes a bad request, because it is the client's mistake. */
async function orRefused<T extends object>(work: () => Promise<T>): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SandboxRefused) return badRequest(error.message);
    throw error;
  }
}
