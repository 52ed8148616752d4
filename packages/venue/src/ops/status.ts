/** `bellwether status`: says whether the venue of a data folder runs and answers, for people and for health checks. */

import { isDataFolderInUse, readHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';

/** Time after which a venue that does not answer counts as hanging. */
const ANSWER_MS_MAX = 10_000;

/** Prints one line. Returns true if the venue answers. */
export async function runStatus(dataDir: string, timers: Timers, print: (line: string) => void): Promise<boolean> {
  const holder = isDataFolderInUse(dataDir) ? readHolder(dataDir) : null;
  if (holder === null) {
    print(`no venue runs on ${dataDir}`);
    return false;
  }
  const { pid, url } = holder;
  if (url === null) {
    print(`process ${pid} runs on ${dataDir} and does not listen yet`);
    return false;
  }
  const patience = new AbortController();
  const cancel = timers.after(ANSWER_MS_MAX, () => patience.abort(`within ${ANSWER_MS_MAX / 1000} s`));
  try {
    const answer = await fetch(`${url}/venue`, { signal: patience.signal });
    const { version, mode } = (await answer.json()) as { readonly version?: string; readonly mode?: string };
    print(`process ${pid} runs on ${dataDir} and answers at ${url}: Bellwether ${version}, ${mode}`);
    return answer.ok;
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    print(`process ${pid} runs on ${dataDir}, and ${url} does not answer: ${String(reason)}`);
    return false;
  } finally {
    cancel();
  }
}
