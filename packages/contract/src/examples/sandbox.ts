/** What a sandbox is asked, and what it answers. */
import type { RouteExamples } from './example.ts';

const AT = { time: '2026-01-01T13:30:00.000Z', time_ms: 1_767_274_200_000 };
const CLOCK = { ...AT, speed: 0, branch: 'main', sequence: 1_482 };
const MAIN = { id: 'main', parent: null, from: 0, sequence: 1_482, ...AT, current: false };
const BRANCH = {
  id: '1',
  parent: 'main',
  from: 912,
  sequence: 912,
  time: '2026-01-01T12:00:00.000Z',
  time_ms: 1_767_268_800_000,
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

export const SANDBOX_EXAMPLES: RouteExamples = {
  'GET /sandbox/clock': { responses: { 'it stands still': CLOCK } },
  'POST /sandbox/clock': {
    request: { advance: '1h30m' },
    responses: { 'all that was due is done': CLOCK },
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
    responses: { 'a branch with nothing before it': { ...BRANCH, parent: null, from: 0, sequence: 14 } },
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
