/** Runs checks one after the other and collects their outcomes. */
import type { Check } from './check.ts';
import { Mismatch, NotOffered } from './compare.ts';
import type { Stage } from './stage.ts';

export type Outcome =
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail'; readonly what: string; readonly expected: string; readonly got: string }
  | { readonly kind: 'not offered'; readonly why: string };

export interface Result {
  readonly section: string;
  readonly rule: string;
  readonly outcome: Outcome;
}

const WITHOUT: Readonly<Record<NonNullable<Check['needs']>, string>> = {
  wallet: 'needs a wallet with money: --admin-token, or a venue that credits new wallets',
  admin: 'needs --admin-token',
  exclusive: 'needs a venue that no one else uses: --exclusive',
};

export async function runChecks(checks: readonly Check[], stage: Stage): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const check of checks) {
    results.push({ section: check.section, rule: check.rule, outcome: await outcomeOf(check, stage) });
  }
  return results;
}

async function outcomeOf(check: Check, stage: Stage): Promise<Outcome> {
  if (check.needs !== undefined && !stage.has(check.needs)) return { kind: 'not offered', why: WITHOUT[check.needs] };
  try {
    await check.run(stage);
    return { kind: 'pass' };
  } catch (error) {
    if (error instanceof NotOffered) return { kind: 'not offered', why: error.message };
    if (error instanceof Mismatch) {
      return { kind: 'fail', what: error.message, expected: error.expected, got: error.got };
    }
    const got = error instanceof Error ? error.message : String(error);
    return { kind: 'fail', what: 'the check broke off', expected: 'an answer', got };
  }
}
