/** What a node writes as it starts waits for a node that leads, however long none does: it is of no use to anyone before. */
import { ExchangeUnavailable, OutcomeUnknown } from '../ports/exchange.ts';
import type { Timers } from '../ports/runtime.ts';

const AGAIN_MS = 500;

/** Does `work`, which may be done twice, again and again until the exchange has taken it. Throws what else it throws. */
export async function onceLed(timers: Timers, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable || error instanceof OutcomeUnknown)) throw error;
    }
    await new Promise<void>((resolve) => timers.after(AGAIN_MS, resolve));
  }
}
