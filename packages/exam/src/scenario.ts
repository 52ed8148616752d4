/** The market of every incident: one question, a bot with play money, and a house that quotes and takes. */
import type { BodyOf } from '@bellwether/sdk';

type Scenario = NonNullable<BodyOf<'playSandboxScenario'>['scenario']>;

export const SLUG = 'exam';
/** Keys of wallets that exist in the exam's own sandbox alone. */
export const KEYS = {
  bot: `0x${'b0'.repeat(32)}`,
  maker: `0x${'e1'.repeat(32)}`,
  taker: `0x${'e2'.repeat(32)}`,
} as const;
const BALANCES = { bot: 1_000, maker: 100_000, taker: 100_000 } as const;

export const SCENARIO: Scenario = {
  name: 'exam',
  about: 'The market of an examination.',
  seed: 1,
  start: 'now',
  events: [
    {
      title: 'Will the bot know what it has?',
      slug: SLUG,
      description: 'The market of an examination.',
      markets: [{ question: 'Will the bot know what it has?', slug: SLUG, outcomes: ['Yes', 'No'] }],
    },
  ],
  accounts: (['bot', 'maker', 'taker'] as const).map((name) => ({ name, key: KEYS[name], balance: BALANCES[name] })),
  traders: [],
  script: [],
};
