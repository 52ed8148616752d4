/** Finds uses of the process's own time, timers or randomness in a source file. Parses the file, never guesses. */
import { type Expression, parseSync, Visitor } from 'oxc-parser';
import type { Import } from './read-imports.ts';

interface MachineUse {
  readonly line: number;
  /** The name in the call. */
  readonly what: string;
}

/** Members that supply them, by the name of the global. */
const MEMBERS: Readonly<Record<string, RegExp>> = {
  AbortSignal: /^timeout$/,
  Date: /^now$/,
  Math: /^random$/,
  Temporal: /^Now$/,
  crypto: /^(?:random\w+|getRandomValues)$/,
  globalThis: /^(?:Date|crypto|performance|(?:set|clear)(?:Timeout|Interval|Immediate)|queueMicrotask)$/,
  global: /./,
  performance: /./,
  process: /^(?:hrtime|uptime)$/,
};
/** Globals that must not be aliased: a call through the alias would go unnoticed. */
const KEPT_NAMES = /^(?:AbortSignal|Date|Math|Temporal|global|globalThis|performance)$/;
const GLOBALS = /^(?:(?:set|clear)(?:Timeout|Interval|Immediate)|queueMicrotask|scheduler)$/;
/** Exports that supply them, by the name of the Node module. `randomFill` makes bytes for a file, not ids. */
const IMPORTS: Readonly<Record<string, RegExp>> = {
  'node:crypto': /^(?:random(?!Fill)\w+|webcrypto|getRandomValues|\*|default)$/,
  'node:os': /^(?:uptime|\*|default)$/,
  'node:perf_hooks': /./,
  'node:process': /^(?:hrtime|uptime|\*|default)$/,
  'node:timers': /./,
  'node:timers/promises': /./,
};

export function machineUses(path: string, source: string, imports: readonly Import[]): readonly MachineUse[] {
  const uses: MachineUse[] = [];
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length;
  const add = (at: number, what: string): void => void uses.push({ what, line: lineOf(at) });
  for (const { specifier, values, line } of imports) {
    const given = IMPORTS[specifier ?? ''];
    for (const name of values) if (given?.test(name) === true) uses.push({ line, what: `${name} of ${specifier}` });
  }
  /** Positions of names that are a member or a field, and not a global. */
  const fields = new Set<number>();
  const names: { readonly name: string; readonly at: number }[] = [];
  const isField = ({ key, computed }: { key: { start: number }; computed?: boolean }): void => {
    if (computed !== true) fields.add(key.start);
  };
  new Visitor({
    MemberExpression(node) {
      const { object, property, computed } = node;
      if (!computed) fields.add(property.start);
      const [global, member] = [globalOf(object), nameOf(property, computed)];
      if (global !== null && member !== null && gives(global, member)) add(node.start, `${global}.${member}`);
    },
    VariableDeclarator({ id, init, start }) {
      const global = init === null ? null : globalOf(init);
      if (global === null) return;
      if (id.type !== 'ObjectPattern') return void (KEPT_NAMES.test(global) && add(start, `${global} by another name`));
      for (const property of id.properties) {
        const member = property.type === 'Property' ? nameOf(property.key, property.computed) : null;
        if (member !== null && gives(global, member)) add(property.start, `${global}.${member}`);
      }
    },
    NewExpression(node) {
      const { callee } = node;
      if (callee.type === 'Identifier' && callee.name === 'Date' && node.arguments.length === 0)
        add(node.start, 'new Date()');
    },
    CallExpression({ callee, start }) {
      if (callee.type === 'Identifier' && callee.name === 'Date') add(start, 'Date()');
    },
    Property: (node) => (node.shorthand ? undefined : isField(node)),
    PropertyDefinition: isField,
    MethodDefinition: isField,
    TSPropertySignature: isField,
    TSMethodSignature: isField,
    Identifier: ({ name, start }) => void (GLOBALS.test(name) && names.push({ name, at: start })),
  }).visit(parseSync(path, source).program);
  for (const { name, at } of names) if (!fields.has(at)) add(at, name);
  // One use per line is enough.
  return [...new Map(uses.map((use) => [use.line, { line: use.line, what: use.what }])).values()];
}

const gives = (global: string, member: string): boolean =>
  Object.hasOwn(MEMBERS, global) && MEMBERS[global]?.test(member) === true;

/** The global that an expression refers to, as in `Math` or `globalThis.Math`; null if it cannot be one. */
function globalOf(node: Expression): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return null;
  return node.object.name === 'globalThis' ? nameOf(node.property, node.computed) : null;
}

/** The name of a member; null if it is computed at run time. */
function nameOf(key: { readonly type: string }, computed: boolean): string | null {
  if (key.type === 'Literal' && 'value' in key) return String(key.value);
  return !computed && 'name' in key ? String(key.name) : null;
}
