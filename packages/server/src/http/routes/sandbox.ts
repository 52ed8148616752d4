/** Controls of a sandbox: its clock, branches, forks, scenarios and faults. No other venue has these routes. */
import {
  FAULT_RULES_MAX,
  type FaultRemoval,
  FaultWish,
  SANDBOX_ROUTES,
  type SandboxBranch,
  type SandboxClock,
  SandboxClockMove,
  type SandboxFork,
  type SandboxForkEnd,
  SandboxForkWish,
  SandboxRewind,
  ScenarioWish,
} from '@bellwether/contract';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import {
  type Branch,
  type Fork,
  type Moment,
  type NamedScenario,
  type Sandbox,
  SandboxRefused,
} from '../../ports/sandbox.ts';
import { badRequest, invalidPayload } from '../../wire/failure.ts';
import { parseDuration, parseMoment } from '../../wire/forms/moment.ts';
import type { AppDependencies } from '../dependencies.ts';
import { ruleOf, rulesOf } from '../faults/arm.ts';
import { mountOperator } from '../mount.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { OPERATOR_BODY } from '../plugins/json.ts';
import { createRouteQueryReader } from '../plugins/query.ts';
import { orRefused } from './or-refused.ts';
import { registerReplayRoutes } from './sandbox-replay.ts';

export function registerSandboxRoutes(
  app: FastifyInstance,
  { faults: edge, sandbox, view }: AppDependencies,
  mayEnter: onRequestHookHandler,
): void {
  if (sandbox === undefined || edge === undefined) return;
  const { rules: faults } = edge;
  const onRequest = patiently(mayEnter);
  const readMove = createBodyReader(SandboxClockMove, invalidPayload);
  const readRewind = createBodyReader(SandboxRewind, invalidPayload);
  const readFork = createBodyReader(SandboxForkWish, invalidPayload, OPERATOR_BODY);

  const clock = (): SandboxClock => ({
    ...timeOf(sandbox.time.nowMs),
    speed: sandbox.time.speed,
    branch: sandbox.branch,
    sequence: view.state.sequence,
  });
  mountOperator(app, SANDBOX_ROUTES.sandboxClock, onRequest, clock);
  mountOperator(app, SANDBOX_ROUTES.moveSandboxClock, onRequest, async (request) => {
    const body = readMove(bodyBytes(request));
    return body.kind === 'failure' ? body : orRefused(() => move(sandbox, body.value).then(clock));
  });
  mountOperator(app, SANDBOX_ROUTES.sandboxBranches, onRequest, () => sandbox.branches().map(branchOf));
  mountOperator(app, SANDBOX_ROUTES.rewindSandbox, onRequest, async (request: FastifyRequest) => {
    const body = readRewind(bodyBytes(request));
    if (body.kind === 'failure') return body;
    return orRefused(async () => {
      const to = momentOf(body.value);
      if (to === null) throw new SandboxRefused('one of sequence and time says how far back');
      return branchOf(await sandbox.rewind(to, body.value.branch));
    });
  });
  mountOperator(
    app,
    SANDBOX_ROUTES.forkSandbox,
    onRequest,
    async (request) => {
      const bytes = bodyBytes(request);
      // Without a body, the fork gets the whole history.
      const body = readFork(bytes.length === 0 ? EMPTY : bytes);
      if (body.kind === 'failure') return body;
      return orRefused(async () => forkOf(await sandbox.fork(contentsOf(body.value), body.value.port ?? 0)));
    },
    201,
  );
  mountOperator(app, SANDBOX_ROUTES.sandboxForks, onRequest, () => sandbox.forks().map(forkOf));
  const readEnd = createRouteQueryReader<SandboxForkEnd>(SANDBOX_ROUTES.endSandboxFork);
  mountOperator(app, SANDBOX_ROUTES.endSandboxFork, onRequest, (request) => {
    const query = readEnd(request.query);
    if (query.kind === 'failure') return query;
    return orRefused(async () => forkOf(await sandbox.endFork(query.value.port)));
  });

  const readScenario = createBodyReader(ScenarioWish, invalidPayload, OPERATOR_BODY);
  mountOperator(app, SANDBOX_ROUTES.sandboxScenario, onRequest, () => ({
    running: sandbox.scenario === null ? null : named(sandbox.scenario),
    ready: sandbox.readyScenarios().map(({ name, about }) => ({ name, about })),
  }));
  mountOperator(app, SANDBOX_ROUTES.playSandboxScenario, onRequest, async (request) => {
    const body = readScenario(bodyBytes(request));
    return body.kind === 'failure' ? body : orRefused(async () => branchOf(await sandbox.play(body.value)));
  });

  registerReplayRoutes(app, sandbox, onRequest);

  const readWish = createBodyReader(FaultWish, invalidPayload);
  const readRemoval = createRouteQueryReader<FaultRemoval>(SANDBOX_ROUTES.disarmSandboxFaults);
  mountOperator(app, SANDBOX_ROUTES.sandboxFaults, onRequest, () => faults.rules.map(ruleOf));
  mountOperator(
    app,
    SANDBOX_ROUTES.armSandboxFault,
    onRequest,
    (request) => {
      const body = readWish(bodyBytes(request));
      if (body.kind === 'failure') return body;
      return orRefused(async () => {
        const rules = rulesOf(body.value, view, sandbox.seed);
        if (faults.size + rules.length > FAULT_RULES_MAX)
          throw new SandboxRefused(`there are ${faults.size} rules already, of at most ${FAULT_RULES_MAX}`);
        const armed = new Set(rules.map((rule) => faults.arm(rule)));
        return faults.rules.filter(({ id }) => armed.has(id)).map(ruleOf);
      });
    },
    201,
  );
  mountOperator(app, SANDBOX_ROUTES.disarmSandboxFaults, onRequest, (request) => {
    const query = readRemoval(request.query);
    if (query.kind === 'failure') return query;
    const { id } = query.value;
    if (id === undefined) faults.disarmAll();
    else if (!faults.disarm(id)) return badRequest(`there is no rule ${id}`);
    return faults.rules.map(ruleOf);
  });
}

/** Removes the idle timeout of the connection, because days of a venue take minutes on a busy machine. */
function patiently(mayEnter: onRequestHookHandler): onRequestHookHandler {
  return function (request, reply, done) {
    request.raw.socket.setTimeout(0);
    return mayEnter.call(this, request, reply, done);
  };
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

/** Initial contents of a fork; null: the whole history. */
function contentsOf(wish: SandboxForkWish): Moment | null | { readonly scenario: unknown } {
  const moment = momentOf(wish);
  const { scenario } = wish;
  if (scenario === undefined) return moment;
  if (moment !== null) throw new SandboxRefused('scenario does not go with sequence or time: it begins with nothing');
  return { scenario };
}

function known(parsed: number | string, field: string): number {
  if (typeof parsed === 'number') return parsed;
  throw new SandboxRefused(`${field} ${parsed}`);
}

const timeOf = (timeMs: number) => ({ time: new Date(timeMs).toISOString(), time_ms: timeMs });

const named = ({ name, about, start }: NamedScenario): NamedScenario => ({ name, about, start });

const branchOf = ({ id, parent, from, sequence, timeMs, scenario, isCurrent }: Branch): SandboxBranch => ({
  id,
  parent,
  from,
  sequence,
  ...timeOf(timeMs),
  scenario,
  current: isCurrent,
});

const forkOf = ({ url, sequence, timeMs }: Fork): SandboxFork => ({ url, sequence, ...timeOf(timeMs) });
