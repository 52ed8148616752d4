/** Example requests and answers of a sandbox. */
import type { RouteExamples } from './example.ts';
import { EXPLANATION } from './explanation.ts';
import { SAMPLE } from './sample.ts';

const AT = { time: '2026-01-01T13:30:00.000Z', time_ms: 1_767_274_200_000 };
const CLOCK = { ...AT, speed: 0, branch: 'main', sequence: 1_482 };
const MAIN = { id: 'main', parent: null, from: 0, sequence: 1_482, ...AT, scenario: null, current: false };
const BRANCH = {
  id: '1',
  parent: 'main',
  from: 912,
  sequence: 912,
  time: '2026-01-01T12:00:00.000Z',
  time_ms: 1_767_268_800_000,
  scenario: null,
  current: true,
};

const RULE = {
  id: '1',
  preset: 'timed-out-yet-filled',
  match: { route: 'POST /order', times: 1 },
  do: { kind: 'drop', when: 'after' },
  matched: 3,
  injected: 1,
};

const PROGRESS = {
  id: '1',
  state: 'running',
  failure: null,
  branch: '1',
  tape: 'market.tape',
  queue: 'pessimistic',
  step_ms: 1_000,
  from_ms: 1_767_268_800_000,
  to_ms: 1_767_355_200_000,
  messages: 0,
  lines: 103_486,
};

const REPLAY = { ...PROGRESS, certificate: null };

const DIGEST = '702bb50ed63a56a87a4305b084cdd58111ec067fc3e1f8661f58c053209f7f8a';

const CERTIFICATE = {
  rules: 2,
  tape: {
    sha256: DIGEST,
    source: 'https://venue.example',
    markets: ['0xf3c9ebfd2b30f05c70710a2ebd22e0b2ca16810c0b4193639d9a84fe34bc5ca6'],
    from_ms: 1_767_268_800_000,
    to_ms: 1_767_355_200_000,
    messages: 103_482,
    unknown_messages: 0,
    changes: 101_990,
    gaps: 2,
    torn_bytes: 0,
  },
  seed: 1,
  queue: 'pessimistic',
  step_ms: 1_000,
  latency: 'none',
  requests: { count: 1, sha256: DIGEST },
  fills: { count: 1, sha256: DIGEST },
  orders: {
    count: 1,
    listed: [
      {
        order: 1,
        market: 0,
        side: 'bid',
        price: '0.41',
        size: '100',
        ahead_at_first: '350',
        filled_by_clients: '0',
        filled: '60',
        pessimistic: '60',
        optimistic: '100',
      },
    ],
  },
  bends: { taken: '0', given: '60', short_trades: 0, short: '0' },
  profit: { pessimistic: '0.9', optimistic: '1.5', marks: ['0.425'] },
  sha256: DIGEST,
  state: { sequence: 4_211, journal_sha256: DIGEST, state_hash: '58b1c0d2a4e6f708' },
};

export const SANDBOX_EXAMPLES: RouteExamples = {
  'GET /sandbox/clock': { responses: { 'it stands still': CLOCK } },
  'POST /sandbox/clock': {
    request: { advance: '1h30m' },
    responses: { 'all that was due is done': CLOCK },
  },
  'GET /sandbox/fork': {
    responses: { 'one of them': [{ url: 'http://127.0.0.1:40313', sequence: 1_482, ...AT }] },
  },
  'DELETE /sandbox/fork': {
    parameters: { port: 40_313 },
    responses: { 'it is gone': { url: 'http://127.0.0.1:40313', sequence: 1_482, ...AT } },
  },
  'GET /sandbox/scenario': {
    responses: {
      'a quiet market': {
        running: { name: 'quiet-market', about: 'Prices wander a little.', start: '2026-01-05T09:00:00Z' },
        ready: [{ name: 'quiet-market', about: 'Prices wander a little.' }],
      },
    },
  },
  'POST /sandbox/scenario': {
    request: { name: 'news-shock' },
    responses: {
      'a branch with nothing before it': { ...BRANCH, parent: null, from: 0, sequence: 14, scenario: 'news-shock' },
    },
  },
  'GET /sandbox/replay': { responses: { 'one, which is played': [{ ...PROGRESS, messages: 51_200 }] } },
  'POST /sandbox/replay': {
    request: { tape: 'market.tape', queue: 'pessimistic', step: 1_000, speed: 'max' },
    responses: { 'it has begun': REPLAY },
  },
  'GET /sandbox/replay/:id': {
    parameters: { id: '1' },
    responses: {
      'it is played': { ...REPLAY, messages: 51_200 },
      'all of it was played': { ...REPLAY, state: 'done', messages: 103_482, certificate: CERTIFICATE },
    },
  },
  'GET /sandbox/explain/:id': {
    parameters: { id: SAMPLE.orderId },
    responses: { 'an order of someone’s, partly filled': EXPLANATION },
  },
  'GET /sandbox/faults': { responses: { 'one rule, which has met three requests': [RULE] } },
  'POST /sandbox/faults': {
    request: { preset: 'timed-out-yet-filled', match: { times: 1 } },
    responses: { 'the rules of the preset': [RULE] },
  },
  'DELETE /sandbox/faults': { responses: { 'what is left': [] } },
  'GET /sandbox/branches': { responses: { 'rewound once': [MAIN, BRANCH] } },
  'POST /sandbox/rewind': {
    request: { time: '2026-01-01T12:00:00Z' },
    responses: { 'a new branch': BRANCH },
  },
  'POST /sandbox/fork': {
    request: {},
    responses: { 'a venue of its own': { url: 'http://127.0.0.1:40313', sequence: 1_482, ...AT } },
  },
};
