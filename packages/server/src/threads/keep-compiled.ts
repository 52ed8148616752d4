/**
 * Writes down what this thread has compiled, for the next start: a process that is killed writes nothing at its end. Only what
 * is new since the start before is written. For a moment in which no one waits.
 *
 * The command gives Node a folder for it (`bin/bellwether.js`); elsewhere it does nothing.
 */
import { flushCompileCache } from 'node:module';

export function keepCompiled(): void {
  flushCompileCache();
}
