/** Startup writes of a node, which wait until some node leads, however long that takes. Nothing needs them earlier. */
import { ExchangeUnavailable, OutcomeUnknown } from '@bellwether/ports/exchange.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';

const AGAIN_MS = 500;

/** Repeats the idempotent `work` until the exchange has accepted it. Throws every other error of `work`. */
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
