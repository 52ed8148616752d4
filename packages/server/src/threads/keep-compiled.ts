/**
 * Saves the code that this thread has compiled, for the next start: a killed process saves nothing at its end. Only
 * code that is new since the previous start is written. Call it at a moment when nothing is waiting.
 *
 * The command gives Node a folder for the code (`bin/bellwether.js`); elsewhere this does nothing.
 */
import { flushCompileCache } from 'node:module';

export function keepCompiled(): void {
  flushCompileCache();
}
