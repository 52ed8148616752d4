/** Routes of a sandbox, which controls its own time. Other venues answer 404. All need the bearer token. */
import { OrderExplanation } from '../schemas/explanation.ts';
import { OrderParams } from '../schemas/order.ts';
import * as sandboxSchemas from '../schemas/sandbox.ts';
import { FaultRemoval, FaultRules, FaultWish } from '../schemas/sandbox-faults.ts';
import { LatencyModel, SandboxLatency } from '../schemas/sandbox-latency.ts';
import { ReplayList, ReplayParams, ReplayWish, SandboxReplay } from '../schemas/sandbox-replay.ts';
import { ScenarioStatus, ScenarioWish } from '../schemas/scenario.ts';
import { type Route, route } from './route.ts';

export const SCENARIO_BYTES_MAX = 4 * 1024 * 1024;

/** Days of a venue take minutes on a busy machine. */
const sandbox = {
  auth: 'admin',
  errorShape: 'plain',
  caps: [],
  isPatient: true,
  errors: ['invalid_payload', 'bad_request'],
} as const;
const read = { ...sandbox, errors: [] } as const;

export const SANDBOX_ROUTES = {
  sandboxClock: route(read, 'GET /sandbox/clock', {
    summary: 'What time it is in the sandbox, how fast it goes, and on which branch',
    response: { 200: sandboxSchemas.SandboxClock },
  }),
  moveSandboxClock: route(sandbox, 'POST /sandbox/clock', {
    summary: 'Move the time of the sandbox, let it run, or have it stand still; answers when all that was due is done',
    body: sandboxSchemas.SandboxClockMove,
    response: { 200: sandboxSchemas.SandboxClock },
  }),
  sandboxBranches: route(read, 'GET /sandbox/branches', {
    summary: 'The courses of events that there are in the sandbox',
    response: { 200: sandboxSchemas.SandboxBranches },
  }),
  rewindSandbox: route(sandbox, 'POST /sandbox/rewind', {
    summary: 'Begin a new branch behind an earlier entry or moment, and have clients trade on it',
    body: sandboxSchemas.SandboxRewind,
    response: { 200: sandboxSchemas.SandboxBranch },
  }),
  forkSandbox: route(sandbox, 'POST /sandbox/fork', {
    summary: 'Start a venue of its own, at another port, with the history up to an entry or moment',
    body: sandboxSchemas.SandboxForkWish,
    bodyBytesMax: SCENARIO_BYTES_MAX,
    response: { 201: sandboxSchemas.SandboxFork },
  }),
  sandboxForks: route(read, 'GET /sandbox/fork', {
    summary: 'The venues that were forked here and have not ended',
    response: { 200: sandboxSchemas.SandboxForks },
  }),
  endSandboxFork: route(sandbox, 'DELETE /sandbox/fork', {
    summary: 'End a venue that was forked here; what it had is gone',
    query: sandboxSchemas.SandboxForkEnd,
    response: { 200: sandboxSchemas.SandboxFork },
  }),
  sandboxScenario: route(read, 'GET /sandbox/scenario', {
    summary: 'Which scenario is played in the sandbox, and which ones come with the venue',
    response: { 200: ScenarioStatus },
  }),
  playSandboxScenario: route(sandbox, 'POST /sandbox/scenario', {
    summary: 'Begin a new branch with nothing but a scenario, at its start, and have clients trade on it',
    body: ScenarioWish,
    bodyBytesMax: SCENARIO_BYTES_MAX,
    response: { 200: sandboxSchemas.SandboxBranch },
  }),
  sandboxReplays: route(read, 'GET /sandbox/replay', {
    summary: 'The latest tapes that were played in the sandbox, and how far; the last one was begun last',
    response: { 200: ReplayList },
  }),
  startSandboxReplay: route(sandbox, 'POST /sandbox/replay', {
    summary: 'Begin a new branch with the market of a tape, at its start, and have clients trade beside it',
    body: ReplayWish,
    response: { 201: SandboxReplay },
  }),
  sandboxReplay: route(read, 'GET /sandbox/replay/:id', {
    summary: 'How far a tape was played, and the certificate of what it came to',
    params: ReplayParams,
    response: { 200: SandboxReplay },
    errors: ['replay_not_found'],
  }),
  explainSandboxOrder: route(read, 'GET /sandbox/explain/:id', {
    summary: 'Why an order of anyone was filled, rests or was refused, as its own account is told it',
    params: OrderParams,
    response: { 200: OrderExplanation },
    errors: ['invalid_order_id', 'order_not_found'],
  }),
  sandboxFaults: route(read, 'GET /sandbox/faults', {
    summary: 'What goes wrong on purpose in the sandbox, and how often it has',
    response: { 200: FaultRules },
  }),
  armSandboxFault: route(sandbox, 'POST /sandbox/faults', {
    summary: 'Have something go wrong on purpose from now on: a rule, or a preset',
    body: FaultWish,
    response: { 201: FaultRules },
  }),
  disarmSandboxFaults: route(sandbox, 'DELETE /sandbox/faults', {
    summary: 'Have a rule, or all of them, do nothing from now on',
    query: FaultRemoval,
    response: { 200: FaultRules },
  }),
  sandboxLatency: route(read, 'GET /sandbox/latency', {
    summary: 'How long requests, answers and frames are under way in the sandbox, and how often that was drawn',
    response: { 200: SandboxLatency },
  }),
  setSandboxLatency: route(sandbox, 'PUT /sandbox/latency', {
    summary: 'Have requests, answers and frames take their time from now on, by the time of the sandbox',
    body: LatencyModel,
    response: { 200: SandboxLatency },
  }),
} as const satisfies Record<string, Route>;
