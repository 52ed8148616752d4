/**
 * Puts a seeded bug into a process: a synchronous hook of the module loader that replaces the source of one file before
 * its types are stripped. It has to be there before that file is imported, so everything else is imported afterwards,
 * dynamically. Modules are loaded once in a process: one process, one bug.
 */
import { registerHooks } from 'node:module';
import { type Mutant, mutated } from './mutant.ts';

const ROOT = new URL('../../../', import.meta.url);

export interface Injection {
  /** Whether the file with the bug has been loaded. */
  readonly isLoaded: boolean;
}

export function inject(mutant: Mutant): Injection {
  const target = new URL(mutant.file, ROOT).href;
  let isLoaded = false;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== target || loaded.source === undefined || loaded.source === null) return loaded;
      isLoaded = true;
      return { ...loaded, source: mutated(textOf(loaded.source), mutant) };
    },
  });
  return {
    get isLoaded() {
      return isLoaded;
    },
  };
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
