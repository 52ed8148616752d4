/**
 * Ends a venue started by npm when npm ends. npm forwards a signal at most to the shell in between, and that shell does
 * not forward it. Without this, `npm start &` and a signal to npm would leave an unnoticed venue that holds the port. A
 * venue started in any other way is not watched.
 */
import { readFileSync } from 'node:fs';

/** Maximum number of processes between npm and the venue: a shell, and a Node that handed over. */
const ANCESTORS_MAX = 4;

export interface ProcessTable {
  parent(): number;
  /** Parent of a process; null if it does not exist or cannot be determined. */
  parentOf(pid: number): number | null;
  /** True if the process runs an npm script; null as above. */
  isNpmScript(pid: number): boolean | null;
}

/** This process and its ancestors up to npm, as pairs of process and parent. */
type Lineage = readonly (readonly [pid: number | null, parent: number])[];

/** Detects whether npm, or a process between npm and this one, has ended. */
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

/** Builds the lineage. If only the own parent is known, only the parent is watched. */
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

/** Process table from /proc, where it exists. */
const PROCESSES: ProcessTable = {
  parent: () => process.ppid,
  parentOf: (pid) => {
    // The name is in parentheses and may contain anything; state and parent follow the last one.
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
