/** An order that a rule holds back, or held back, in explanations. Pure functions. */
import type { ExplainedHoldBack, FaultPreset, OrderExplanation } from '@bellwether/contract';
import type { OrderAccepted } from '@bellwether/engine';
import { type BestPrices, oppositeText } from './best-prices.ts';

type Step = OrderExplanation['steps'][number];

export interface HeldBackOrder extends BestPrices {
  readonly id: string;
  /** Acceptance that the exchange would have given at once. */
  readonly accepted: OrderAccepted;
  readonly rule: string;
  readonly preset: FaultPreset | null;
  /** Unix milliseconds. */
  readonly sinceMs: number;
  readonly untilMs: number;
  /** True if it ends at `untilMs` instead of reaching the exchange. Older versions did not store this. */
  readonly isUnmatched?: boolean;
  /** Terms of the market when the order arrived. */
  readonly tick: number;
  readonly minimumMicros: number;
}

export function explainedHoldBack(order: HeldBackOrder): ExplainedHoldBack {
  const { accepted, rule, preset, sinceMs, untilMs } = order;
  return { rule, preset, since: String(sinceMs), until: String(untilMs), best_opposite: oppositeText(accepted, order) };
}

export function heldBackStep({ rule, preset, since, until, best_opposite }: ExplainedHoldBack): Step {
  const best = best_opposite === null ? '' : `, at ${best_opposite},`;
  return {
    kind: 'held',
    timestamp: since,
    sequence: null,
    words: `It would have traded at once${best} but rule ${rule}${presetWords(preset)} held it back until ${timeText(until)}.`,
  };
}

export const presetWords = (preset: string | null): string => (preset === null ? '' : ` (${preset})`);
export const timeText = (ms: string): string => new Date(Number(ms)).toISOString();

/** Sorts steps by time, earliest first. */
export const inOrder = (steps: readonly Step[]): Step[] =>
  [...steps].sort((a, b) => Number(a.timestamp) - Number(b.timestamp));
