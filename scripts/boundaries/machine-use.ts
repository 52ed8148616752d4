/** Finds where a source file takes time, timers or randomness from the process itself. Parses, never guesses. */
import { parseSync, Visitor } from 'oxc-parser';
import type { Import } from './read-imports.ts';

export interface MachineUse {
  readonly line: number;
  /** As it is called. */
  readonly what: string;
}

/** By the name of a global, its members that give them. */
const MEMBERS: Readonly<Record<string, RegExp>> = {
  AbortSignal: /^timeout$/,
  Date: /^now$/,
  Math: /^random$/,
  crypto: /^(?:random\w+|getRandomValues)$/,
  globalThis: /^(?:Date|crypto|performance|(?:set|clear)(?:Timeout|Interval|Immediate)|queueMicrotask)$/,
  performance: /./,
  process: /^(?:hrtime|uptime)$/,
};
const GLOBALS = /^(?:(?:set|clear)(?:Timeout|Interval|Immediate)|queueMicrotask|scheduler)$/;
/** By the name of a module of Node, what of it gives them. `randomFill` makes bytes for a file, not ids. */
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
  /** Where a name is that of a member or a field, and not of a global. */
  const fields = new Set<number>();
  const names: { readonly name: string; readonly at: number }[] = [];
  const isField = ({ key, computed }: { key: { start: number }; computed?: boolean }): void => {
    if (computed !== true) fields.add(key.start);
  };
  new Visitor({
    MemberExpression(node) {
      const { object, property, computed } = node;
      if (!computed) fields.add(property.start);
      const member =
        property.type === 'Identifier' && !computed
          ? property.name
          : property.type === 'Literal'
            ? String(property.value)
            : null;
      if (object.type !== 'Identifier' || member === null) return;
      if (Object.hasOwn(MEMBERS, object.name) && MEMBERS[object.name]?.test(member) === true) {
        add(node.start, `${object.name}.${member}`);
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
  // One on a line says enough.
  return [...new Map(uses.map((use) => [use.line, { line: use.line, what: use.what }])).values()];
}
