/**
 * The contract as the built page needs it. Its schemas and the words of its documentation are for the venue: the page
 * checks nothing against them. So each module of routes and schemas is loaded here, once, and what it exports is written
 * down as plain data without them. That is tens of kilobytes that no reader has to load.
 */
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const MODULES = /\/packages\/contract\/src\/(?:routes|schemas|data-v2)\/[a-z-]+\.ts$/;
/** Fields of a route that clients read. */
const KEPT = ['method', 'path', 'auth', 'errorShape', 'errors', 'isWrite'] as const;

export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!MODULES.test(id)) return null;
      this.addWatchFile(id);
      const exported = (await import(pathToFileURL(id).href)) as Readonly<Record<string, unknown>>;
      const code = Object.entries(exported).map(([name, value]) => `export const ${name} = ${codeOf(name, value)};`);
      // Nothing but types: still a module.
      return { code: code.length === 0 ? 'export {};' : code.join('\n'), moduleType: 'js', moduleSideEffects: false };
    },
  };
}

/** A function of these modules makes schemas or routes; one that the page calls belongs elsewhere, and says so. */
function codeOf(name: string, value: unknown): string {
  if (typeof value === 'function') return `() => { throw new Error('${name} is not a part of the page'); }`;
  return JSON.stringify(slim(value)) ?? 'undefined';
}

/** A value without schemas: of routes what clients read, of schemas and functions that make some nothing. */
function slim(value: unknown): unknown {
  if (typeof value === 'function') return null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('~kind' in value) return null;
  if (isRoute(value)) return Object.fromEntries(KEPT.map((field) => [field, value[field]]));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, slim(inner)]));
}

function isRoute(value: object): value is Record<(typeof KEPT)[number], unknown> {
  return 'method' in value && 'path' in value && 'errorShape' in value;
}
