/** Prints the sandbox's log, after a job that failed. */
import { readFileSync } from 'node:fs';

const { STATE_log: log } = process.env;
if (log !== undefined)
  process.stdout.write(`::group::Bellwether sandbox\n${readFileSync(log, 'utf8')}\n::endgroup::\n`);
