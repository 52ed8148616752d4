/** Names of a draft's markets, edited as lines. */
import { expect, test } from 'vitest';
import type { MarketDraft } from './draft-shape.ts';
import { answersOf, withAnswers } from './market-list.ts';

const market = (key: number, label: string, question = ''): MarketDraft => ({
  key,
  question,
  label,
  outcomes: ['Yes', 'No'],
});
const MARKETS = [market(1, 'Lisbon', 'Will Lisbon win?'), market(4, 'Porto')];

test.each<[string, readonly MarketDraft[]]>([
  ['Lisbon\nPorto', MARKETS],
  ['Porto\nLisbon', [market(4, 'Porto'), market(1, 'Lisbon', 'Will Lisbon win?')]],
  ['Lisbon\nPorto\n\n Faro ', [...MARKETS, market(5, 'Faro')]],
  ['Faro\nLisbon\nPorto', [market(5, 'Faro'), ...MARKETS]],
  ['Lisboa\nPorto', [market(1, 'Lisboa', 'Will Lisbon win?'), market(4, 'Porto')]],
  ['Porto', [market(4, 'Porto')]],
  ['Lisbon\nLisbon', [market(1, 'Lisbon', 'Will Lisbon win?'), market(4, 'Lisbon')]],
  ['', [market(1, '', 'Will Lisbon win?')]],
])('answers: %j', (text, markets) => expect(withAnswers(MARKETS, answersOf(text))).toEqual(markets));
