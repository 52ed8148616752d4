import { expect, test } from 'vitest';
import { bodyOf, type Told } from './template.ts';

const told: Told = {
  ...{ kind: 'result.decided', title: 'A <b> & [link](http://x.test)? Yes', text: '@channel *see*', event: 'a b' },
  ...{ tags: [], timeMs: 0 },
};
const body = (template: Parameters<typeof bodyOf>[0], change: Partial<Told> = {}) =>
  JSON.parse(bodyOf(template, { ...told, ...change }, 'https://venue.test')) as Record<string, unknown>;
const URL = 'https://venue.test/app/event/a%20b';
const MARKED = 'Result: A \\<b\\> & \\[link\\]\\(http://x.test\\)? Yes';

test.each([
  [
    'slack',
    { text: `*Result: A &lt;b&gt; &amp; [link](http://x.test)? Yes*\n@channel *see*\n<${URL}|Open the question>` },
  ],
  ['discord', { content: `**${MARKED}**\n${URL}\n@\u200bchannel \\*see\\*`, allowed_mentions: { parse: [] } }],
  ['mattermost', { text: `**${MARKED}**\n@\u200bchannel \\*see\\*\n${URL}` }],
  [
    'teams',
    {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: MARKED, wrap: true, weight: 'Bolder' },
              { type: 'TextBlock', text: '@\u200bchannel \\*see\\*', wrap: true },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open the question', url: URL }],
          },
        },
      ],
    },
  ],
] as const)('hooks: %s gets what it takes, and texts are no markup there', (template, expected) => {
  expect(body(template)).toEqual(expected);
});

test('hooks: the longest texts fit, and end between characters', () => {
  const long = { title: '*'.repeat(5_000), text: '🙂'.repeat(20_000) };
  const { content } = body('discord', long);
  expect(String(content).length).toBeLessThanOrEqual(2_000);
  expect(String(content).isWellFormed()).toBe(true);
  expect(bodyOf('teams', { ...told, ...long }, URL).length).toBeLessThan(28_000);
});
