/**
 * Ends a venue that npm started when npm ends. npm hands a signal to the shell between the two at most, and that shell
 * does not hand it on: without this, `npm start &` and a signal to npm would leave a venue that no one knows of and that
 * holds the port. Nothing is watched when the venue was started in any other way.
 */
import { readFileSync } from 'node:fs';

/** Processes between npm and the venue at most: a shell, and a Node that handed over. */
const ANCESTORS_MAX = 4;

export interface ProcessTable {
  /** Parent of this process now. */
  parent(): number;
  /** Parent of a process; null when there is no such process, or no way to tell. */
  parentOf(pid: number): number | null;
  /** Whether npm runs a script in this process; null as above. */
  isNpmScript(pid: number): boolean | null;
}

/** The process and its ancestors up to npm, as pairs of a process and its parent. */
type Lineage = readonly (readonly [pid: number | null, parent: number])[];

/** Tells once whether npm, or a process between npm and this one, has ended. */
export class NpmWatch {
  readonly #processes: ProcessTable;
  readonly #lineage: Lineage;

  constructor(environment: Readonly<Record<string, string | undefined>>, processes: ProcessTable = PROCESSES) {
    this.#processes = processes;
    this.#lineage = environment['npm_lifecycle_event'] === undefined ? [] : lineage(processes);
  }

  get watches(): boolean {
    return this.#lineage.length > 0;
  }

  hasEnded(): boolean {
    return this.#lineage.some(
      ([pid, parent]) => (pid === null ? this.#processes.parent() : this.#processes.parentOf(pid)) !== parent,
    );
  }
}

/** Where only the own parent can be told, that is watched alone. */
function lineage(processes: ProcessTable): Lineage {
  const parent = processes.parent();
  const found: [number | null, number][] = [[null, parent]];
  let pid = parent;
  while (found.length < ANCESTORS_MAX && processes.isNpmScript(pid) === true) {
    const next = processes.parentOf(pid);
    if (next === null) break;
    found.push([pid, next]);
    pid = next;
  }
  return found;
}

/** From /proc where there is one. */
const PROCESSES: ProcessTable = {
  parent: () => process.ppid,
  parentOf: (pid) => {
    // The name stands in parentheses and may hold anything; state and parent follow the last one.
    const after = read(`/proc/${pid}/stat`)?.split(')').at(-1)?.trim().split(' ')[1];
    return after === undefined ? null : Number(after);
  },
  isNpmScript: (pid) => {
    const variables = read(`/proc/${pid}/environ`);
    return variables === null ? null : variables.split('\0').some((one) => one.startsWith('npm_lifecycle_event='));
  },
};

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
