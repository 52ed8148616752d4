/** Until it is answered: for clients of a venue that may be without a leader for a while. */
import { setTimeout as delay } from 'node:timers/promises';

/** After it what was asked for is as good as lost. */
const PATIENCE_MS = 120_000;

/** Asks again, `retryMs` after each error; throws the last one once it has had no answer for two minutes. */
export async function patiently<Answer>(ask: () => Promise<Answer>, retryMs: number): Promise<Answer> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(retryMs);
    }
  }
}
