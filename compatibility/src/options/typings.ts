/** Calls of a client and the options that each takes, as TypeScript's checker reads them from the typings of its package. */
import { join } from 'node:path';
import ts from 'typescript';

const PACKAGES = join(import.meta.dirname, '../../node_modules');

export type Shape =
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  /** A type without parts of its own, such as `string`, or one that the table of values has by name. */
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'choice'; readonly of: readonly Shape[] }
  | { readonly kind: 'fields'; readonly fields: Fields };
export interface Field {
  readonly shape: Shape;
  readonly optional: boolean;
}
export type Fields = ReadonlyMap<string, Field>;

export interface Call {
  readonly method: string;
  /** Parameters in order. */
  readonly parameters: Fields;
}

const { TypeFlags } = ts;
const NAMES: readonly (readonly [ts.TypeFlags, string])[] = [
  [TypeFlags.Any | TypeFlags.Unknown, 'any'],
  [TypeFlags.String | TypeFlags.TemplateLiteral, 'string'],
  [TypeFlags.Number, 'number'],
  [TypeFlags.BigInt, 'bigint'],
];
const NOTHING = TypeFlags.Undefined | TypeFlags.Null | TypeFlags.Void | TypeFlags.Never;
const isOpen = ({ shape }: Field): boolean => shape.kind === 'named' && shape.name === 'any';

export class Typings {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #whole: readonly string[];

  /**
   * @param files typings, below the folder of packages
   * @param whole names of types whose parts are no options, such as a signed order
   */
  constructor(files: readonly string[], whole: readonly string[] = []) {
    const { ESNext } = ts.ScriptTarget;
    const options = {
      target: ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      types: [],
      lib: ['lib.esnext.d.ts'],
    };
    this.#program = ts.createProgram(
      files.map((file) => join(PACKAGES, file)),
      { ...options, module: ts.ModuleKind.ESNext },
    );
    this.#checker = this.#program.getTypeChecker();
    this.#whole = whole;
  }

  /**
   * Public calls that a type or class of the files declares: its methods that answer later. Where it leaves a parameter
   * open, that of the same method of `fuller` counts.
   */
  calls(name: string, fuller?: string): Call[] {
    const others = new Map((fuller === undefined ? [] : this.calls(fuller)).map((one) => [one.method, one.parameters]));
    const files = this.#program.getRootFileNames().map((path) => this.#program.getSourceFile(path) as ts.SourceFile);
    const [file, type] = files.flatMap((file): [ts.SourceFile, ts.Type][] => {
      const symbols = this.#checker.getSymbolsInScope(file, ts.SymbolFlags.Type);
      const own = symbols.find((one) => one.name === name && one.declarations?.[0]?.getSourceFile() === file);
      return own === undefined
        ? []
        : [[file, this.#checker.getDeclaredTypeOfSymbol(this.#checker.getExportSymbolOfSymbol(own))]];
    })[0] ?? [undefined, undefined];
    if (type === undefined) throw new Error(`the typings have no ${name}`);
    return this.#checker.getPropertiesOfType(type).flatMap((member) => {
      const nodes = member.declarations?.filter((node) => node.getSourceFile() === file && isPublicMethod(node)) ?? [];
      if (nodes.length === 0) return [];
      const signatures = this.#checker.getTypeOfSymbol(member).getCallSignatures();
      return signatures.filter(answersLater).map((signature) => {
        const known = ([one, field]: [string, Field]): [string, Field] => [
          one,
          isOpen(field) ? (others.get(member.name)?.get(one) ?? field) : field,
        ];
        return { method: member.name, parameters: new Map([...this.#parameters(signature)].map(known)) };
      });
    });
  }

  #parameters(signature: ts.Signature): Fields {
    const documented = documentedIn(signature.getDeclaration().getFullText());
    return new Map(
      signature.parameters.map((one) => {
        const optional = (one.valueDeclaration as ts.ParameterDeclaration).questionToken !== undefined;
        const shape = documented.get(one.name) ?? this.#shape(this.#checker.getTypeOfSymbol(one));
        return [one.name, { shape, optional }];
      }),
    );
  }

  #shape(type: ts.Type): Shape {
    const name = (type.aliasSymbol ?? type.getSymbol())?.name ?? '';
    if (this.#whole.includes(name)) return { kind: 'named', name };
    if (type.flags & TypeFlags.TypeParameter) return this.#shape(this.#checker.getBaseConstraintOfType(type) ?? type);
    const basic = NAMES.find(([flags]) => type.flags & flags);
    if (basic !== undefined) return { kind: 'named', name: basic[1] };
    if (type.flags & TypeFlags.BooleanLiteral)
      return { kind: 'values', values: [this.#checker.typeToString(type) === 'true'] };
    if (type.isLiteral()) return { kind: 'values', values: [type.value] };
    if (type.flags & NOTHING) return { kind: 'choice', of: [] };
    if (type.isUnion()) return this.#choice(type.types);
    if (type.isIntersection()) {
      // A text with a tag is a text.
      const tagged = type.types.find((one) => NAMES.some(([flags]) => one.flags & flags));
      if (tagged !== undefined) return this.#shape(tagged);
    }
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type))
      return { kind: 'list', of: this.#choice(this.#checker.getTypeArguments(type as ts.TypeReference)) };
    if (type.getCallSignatures().length > 0) return { kind: 'named', name: 'function' };
    const from = type.getSymbol()?.declarations?.[0]?.getSourceFile();
    const isMapped = type.aliasSymbol !== undefined || name.startsWith('__');
    if (!isMapped && from !== undefined && this.#program.isSourceFileDefaultLibrary(from))
      return { kind: 'named', name };
    const fields = this.#checker.getPropertiesOfType(type).filter(({ flags }) => flags & ts.SymbolFlags.Property);
    return {
      kind: 'fields',
      fields: new Map(
        fields.map((one) => {
          const shape = this.#shape(this.#checker.getTypeOfSymbol(one));
          return [one.name, { shape, optional: (one.flags & ts.SymbolFlags.Optional) !== 0 }];
        }),
      ),
    };
  }

  #choice(types: readonly ts.Type[]): Shape {
    const of = types.filter(({ flags }) => !(flags & NOTHING)).map((one) => this.#shape(one));
    const values = of.flatMap((one) => (one.kind === 'values' ? one.values : []));
    const others = of.filter(({ kind }) => kind !== 'values');
    // True before false: a field that is required gets the first value.
    const all: Shape[] =
      values.length > 0
        ? [...others, { kind: 'values', values: values.toSorted((a, b) => Number(b === true) - Number(a === true)) }]
        : others;
    return all.length === 1 && all[0] !== undefined ? all[0] : { kind: 'choice', of: all };
  }
}

const isPublicMethod = (node: ts.Declaration): boolean =>
  (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) &&
  (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.NonPublicAccessibilityModifier) === 0;

const answersLater = (signature: ts.Signature): boolean => {
  const type = signature.getReturnType();
  return ['Promise', 'Paginated'].includes((type.aliasSymbol ?? type.getSymbol())?.name ?? '');
};

/** Objects whose fields only the comment of a method names: `@param {string} [params.sort] 'volume' or 'newest'`. */
function documentedIn(text: string): ReadonlyMap<string, Shape> {
  const fields = new Map<string, Map<string, Field>>();
  for (const [, type = '', object = '', name = '', words = ''] of text.matchAll(
    /@param \{(.+?)\} \[(\w+)\.(\w+)\] (.*)/g,
  )) {
    const values = [...words.matchAll(/'([^']+)'/g)].map(([, value]) => value);
    const of: Shape =
      values.length > 1
        ? { kind: 'values', values }
        : type.startsWith('bool')
          ? { kind: 'values', values: [true, false] }
          : { kind: 'named', name: type.replace('[]', '') };
    const shape: Shape = type.endsWith('[]') ? { kind: 'list', of } : of;
    fields.set(object, (fields.get(object) ?? new Map()).set(name, { shape, optional: true }));
  }
  return new Map([...fields].map(([object, own]) => [object, { kind: 'fields', fields: own }]));
}
