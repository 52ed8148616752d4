/**
 * Reads the imports of a source file: static, re-exported, dynamic and `import('…')` in types. Parses the file, never
 * guesses.
 */
import { parseSync, Visitor } from 'oxc-parser';

export interface Import {
  /** The specifier in the source; null if a dynamic import's argument is not a plain string. */
  readonly specifier: string | null;
  /** Line of the specifier, from 1. */
  readonly line: number;
  /** True if the import has no effect at run time. */
  readonly typeOnly: boolean;
  /** Names imported as values; `*` for a namespace or a re-export of everything. */
  readonly values: readonly string[];
}

/** All imports of `source`, in the order of the text. Throws if it does not parse. */
export function readImports(path: string, source: string): readonly Import[] {
  const { program, module, errors } = parseSync(path, source);
  const failure = errors.find((error) => error.severity === 'Error');
  if (failure !== undefined) throw new Error(`${path}: ${failure.message}`);
  const lineOf = lineFinder(source);
  const found: (Import & { readonly at: number })[] = [];
  const add = (at: number, specifier: string | null, typeOnly: boolean, values: readonly string[]): void => {
    found.push({ at, specifier, line: lineOf(at), typeOnly, values });
  };

  for (const { moduleRequest, entries } of module.staticImports) {
    const values = entries.filter((entry) => !entry.isType).map((entry) => entry.importName.name ?? '*');
    add(moduleRequest.start, moduleRequest.value, entries.length > 0 && values.length === 0, values);
  }
  for (const entry of module.staticExports.flatMap((statement) => statement.entries)) {
    const request = entry.moduleRequest;
    if (request !== null) {
      add(request.start, request.value, entry.isType, entry.isType ? [] : [entry.importName.name ?? '*']);
    }
  }
  new Visitor({
    ImportExpression(node) {
      const argument = node.source;
      const literal = argument.type === 'Literal' && typeof argument.value === 'string' ? argument.value : null;
      add(argument.start, literal, false, ['*']);
    },
    TSImportType(node) {
      add(node.source.start, node.source.value, true, []);
    },
  }).visit(program);

  return found.sort((a, b) => a.at - b.at).map(({ at: _, ...rest }) => rest);
}

function lineFinder(source: string): (offset: number) => number {
  return (offset) => source.slice(0, offset).split('\n').length;
}
