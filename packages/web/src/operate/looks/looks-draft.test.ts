import type { Venue } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { configFile, fieldProblem, looksChange } from './looks-draft.ts';

const NOW = { name: 'Tern Bay', currency: '$', accent: '', logo: '/app/logo?v=1', welcome: '', terms: 'Be kind.' };

test('looks draft: the change has the fields that differ, and a refusal belongs to its field', () => {
  expect(looksChange(NOW, { ...NOW, name: ' Tern Bay ' })).toEqual({});
  expect(looksChange(NOW, { ...NOW, logo: '', terms: 'Be kind. ', currency: 'points' })).toEqual({
    logo: '',
    currency: 'points',
  });
  expect(fieldProblem('logo must have at most 32768 bytes')).toEqual({ logo: 'It must have at most 32768 bytes.' });
  expect(fieldProblem('rate limit exceeded')).toBeNull();
});

test('looks draft: the file opens no venue to everyone', () => {
  const venue = { join: 'invite', reads: 'members', startingBalance: '100' } as Venue;
  expect(JSON.parse(configFile({ ...NOW, logo: 'data:image/png;base64,aaaa' }, venue))).toEqual({
    ...{ name: 'Tern Bay', currency: '$', logo: 'data:image/png;base64,aaaa', terms: 'Be kind.' },
    ...{ join: 'invite', reads: 'members', startingBalance: '100' },
  });
});
