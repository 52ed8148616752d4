/** Explains the effects of changed market terms. Pure. */
import type { TermEffect } from '@bellwether/contract';

const TERMS: Readonly<Record<TermEffect['term'], string>> = {
  minimum_tick_size: 'Tick',
  minimum_order_size: 'Smallest order',
  taker_base_fee: 'Fee rate (in ten-thousandths)',
};

/** Returns the explanation; '' if no term was changed. */
export function effectsText(effects: readonly TermEffect[]): string {
  return effects.map(effectText).join(' ');
}

function effectText({ term, from, to, resting_orders: resting, outside }: TermEffect): string {
  const change = `${TERMS[term]} ${from} → ${to}, for what is placed and traded from now on.`;
  if (resting === 0) return change;
  const orders = resting === 1 ? 'The resting order stays' : `The ${resting} resting orders stay`;
  if (outside === 0) return `${change} ${orders}.`;
  return `${change} ${orders}, ${outside} of them outside the new term.`;
}
