/** Every task of a page's main thread while it is logged, as the browser's own trace has it: also those that are short. */
import type { CDPSession } from '../../../packages/web/browser/chromium.ts';

export interface Task {
  readonly durationMs: number;
  /** Of it on a processor: what other programs of the machine do not change. */
  readonly cpuMs: number;
}

/** Of Chromium's trace events; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const TASK = 'ThreadControllerImpl::RunTask';
const MAIN_THREAD = 'CrRendererMain';

/** Begins to log; the function that it answers ends that. */
export async function startTaskLog(session: CDPSession): Promise<() => Promise<readonly Task[]>> {
  const events: TraceEvent[] = [];
  const keep = ({ value }: { readonly value: readonly object[] }): void => {
    // The cast is the parse boundary.
    for (const event of value as readonly TraceEvent[])
      if (event.name === TASK || event.name === 'thread_name') events.push(event);
  };
  session.on('Tracing.dataCollected', keep);
  const traceConfig = { includedCategories: ['toplevel', '__metadata'], excludedCategories: ['*'] };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  return async () => {
    const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await isComplete;
    session.off('Tracing.dataCollected', keep);
    return busiestMainThread(events);
  };
}

/** The browser keeps idle pages beside the one that is watched. */
function busiestMainThread(events: readonly TraceEvent[]): readonly Task[] {
  const threads = new Map<string, Task[]>();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;
  for (const event of events)
    if (event.name === 'thread_name' && event.args.name === MAIN_THREAD) threads.set(threadOf(event), []);
  for (const event of events) {
    if (event.name !== TASK) continue;
    threads.get(threadOf(event))?.push({ durationMs: (event.dur ?? 0) / 1_000, cpuMs: (event.tdur ?? 0) / 1_000 });
  }
  return [...threads.values()].sort((left, right) => right.length - left.length)[0] ?? [];
}
