import { expect, test } from 'vitest';
import { EMPTY_SET_UP, type SetUpDraft, setUpProblems, setUpRequest } from './set-up-draft.ts';

const FULL: SetUpDraft = {
  ...EMPTY_SET_UP,
  name: ' Club ',
  title: 'Who wins?',
  description: 'As the board says.',
  resolutionSource: 'The board',
  endLocal: '2030-12-31T12:00',
};
const NOW_MS = Date.parse('2026-01-01');
const problems = (draft: Partial<SetUpDraft>) => Object.keys(setUpProblems({ ...FULL, ...draft }, NOW_MS)).sort();
const markets = (draft: Partial<SetUpDraft>) =>
  (setUpRequest({ ...FULL, ...draft }).event as { markets: { question: string; outcomes: string[] }[] }).markets;

test('set-up draft: each template asks for what its event needs', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ title: '', description: '', resolutionSource: '', endLocal: '' })).toEqual([
    'description',
    'endLocal',
    'resolutionSource',
    'title',
  ]);
  expect(problems({ endLocal: '2020-01-01T12:00' })).toEqual(['endLocal']);
  for (const answers of ['', 'One', 'One\nOne'])
    expect(problems({ template: 'several', answers })).toEqual(['answers']);
  expect(problems({ template: 'several', answers: 'One\n\n Two ' })).toEqual([]);
  expect(problems({ template: 'none', title: '', name: '', currency: ' ', startingBalance: '1e400' })).toEqual([
    'currency',
    'name',
    'startingBalance',
  ]);
  // A form without a field for the address must not fail by it.
  expect(problems({ title: '誰が勝つ?' })).toEqual([]);
});

test('set-up draft: the request has the amount exactly, and the event of its template', () => {
  expect(setUpRequest({ ...FULL, template: 'none', startingBalance: '1,000.000001' })).toEqual({
    name: 'Club',
    currency: '$',
    join: 'open',
    startingBalance: '1000.000001',
  });
  expect(setUpRequest({ ...FULL, reads: 'members' })).not.toHaveProperty('reads');
  expect(setUpRequest({ ...FULL, join: 'invite', reads: 'members' })).toMatchObject({
    join: 'invite',
    reads: 'members',
  });
  const provider = { oidcGroupsClaim: ' groups ', oidcRoles: 'desk=editor', oidcScopes: 'openid groups' };
  expect(setUpRequest({ ...FULL, ...provider, join: 'oidc' })).toMatchObject({
    ...provider,
    oidcGroupsClaim: 'groups',
  });
  expect(markets({}).map(({ question, outcomes }) => [question, outcomes])).toEqual([['Who wins?', ['Yes', 'No']]]);
  const several = setUpRequest({ ...FULL, template: 'several', answers: 'Heron\nOsprey' });
  expect(several.event).toMatchObject({
    negRisk: true,
    slug: 'who-wins',
    markets: [{ question: 'Who wins? Heron', groupItemTitle: 'Heron' }, { groupItemTitle: 'Osprey' }],
  });
});
