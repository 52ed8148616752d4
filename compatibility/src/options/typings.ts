/**
 * Calls of a client and the options that each takes, read from the typings of its package. TypeScript's own resolver is
 * no part of its compiler any more, so this one knows the forms that the clients' typings are written in, and throws at others.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Comment, parseSync, type TSType, type TSTypeName, Visitor } from 'oxc-parser';

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

/** Types by the parameters of a generic. */
type Scope = ReadonlyMap<string, Shape>;
// biome-ignore lint/suspicious/noExplicitAny: nodes of the syntax tree are read by the names of their parts
type Node = { readonly type: string; readonly [key: string]: any };

const BOOLEAN: Shape = { kind: 'values', values: [true, false] };
const OPTIONAL = ['ZodOptional', 'ZodDefault', 'ZodPrefault'];
const WRAPPERS = [...OPTIONAL, 'ZodNullable', 'ZodReadonly', 'Prettify', 'Readonly', 'NonNullable'];
const BASIC: Readonly<Record<string, Shape>> = {
  ZodString: { kind: 'named', name: 'string' },
  ZodNumber: { kind: 'named', name: 'number' },
  ZodBigInt: { kind: 'named', name: 'bigint' },
  ZodBoolean: BOOLEAN,
};

const lastName = (name: TSTypeName): string =>
  name.type === 'TSQualifiedName' ? name.right.name : name.type === 'Identifier' ? name.name : 'this';
const isOpen = ({ shape }: Field): boolean => shape.kind === 'named' && shape.name === 'any';
const keyOf = ({ key }: Node): string => key.name ?? String(key.value);
const isEmpty = (type: TSType): boolean =>
  ['TSUndefinedKeyword', 'TSNullKeyword'].includes(type.type) ||
  (type.type === 'TSLiteralType' && 'value' in type.literal && type.literal.value === null);

export class Typings {
  readonly #types = new Map<string, Node>();
  readonly #comments = new Map<Node, Comment>();
  readonly #whole: readonly string[];

  /**
   * @param files typings, below the folder of packages; of two types of one name, the first file's counts
   * @param whole names of types whose parts are no options, such as a signed order
   */
  constructor(files: readonly string[], whole: readonly string[] = []) {
    this.#whole = whole;
    for (const file of files) this.#read(file);
  }

  #read(file: string): void {
    const { program, comments, errors } = parseSync(file, readFileSync(join(PACKAGES, file), 'utf8'));
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
    const keep = (node: Node): void => {
      const name = node['id']?.name;
      if (typeof name === 'string' && !this.#types.has(name)) this.#types.set(name, node);
    };
    const methods: Node[] = [];
    new Visitor({
      TSTypeAliasDeclaration: keep,
      TSInterfaceDeclaration: keep,
      TSEnumDeclaration: keep,
      ClassDeclaration: keep,
      VariableDeclarator: keep,
      MethodDefinition: (node) => void methods.push(node),
    }).visit(program);
    for (const method of methods) {
      const before = comments.findLast(({ end }) => end <= method['start']);
      if (before !== undefined && method['start'] - before.end < 40) this.#comments.set(method, before);
    }
  }

  /**
   * Public calls of a type or class: its methods that answer later. Where it leaves a parameter open, that of the same
   * method of `fuller` counts.
   */
  calls(name: string, fuller?: string): Call[] {
    const others = new Map((fuller === undefined ? [] : this.calls(fuller)).map((one) => [one.method, one.parameters]));
    return this.#members(name)
      .filter((node) => /Method/.test(node.type) && node['kind'] === 'method')
      .filter((node) => !['private', 'protected'].includes(node['accessibility']))
      .map((node): [Node, Node] => [node, node['value'] ?? node])
      .filter(([, { returnType }]) => ['Promise', 'Paginated'].includes(returnType?.typeAnnotation.typeName?.name))
      .map(([node, signature]) => {
        const own = [...this.#parameters(node, signature)];
        const known = (one: string, field: Field): Field =>
          isOpen(field) ? (others.get(keyOf(node))?.get(one) ?? field) : field;
        return { method: keyOf(node), parameters: new Map(own.map(([one, field]) => [one, known(one, field)])) };
      });
  }

  #members(name: string): Node[] {
    const node = this.#type(name);
    const of = (type: Node): Node[] => {
      if (type.type === 'TSTypeLiteral') return type['members'];
      if (type.type === 'TSIntersectionType') return type['types'].flatMap(of);
      const target = lastName(type['typeName']);
      return target === 'Prettify' ? of(type['typeArguments'].params[0]) : this.#members(target);
    };
    return node.type === 'TSTypeAliasDeclaration' ? of(node['typeAnnotation']) : node['body'].body;
  }

  #type(name: string): Node {
    const node = this.#types.get(name);
    if (node === undefined) throw new Error(`the typings have no ${name}`);
    return node;
  }

  #parameters(node: Node, { params, typeParameters }: Node): Fields {
    const scope: Scope = new Map(
      (typeParameters?.params ?? []).map((each: Node) => [
        each['name'].name,
        this.#shape(each['constraint'], new Map()),
      ]),
    );
    const documented = this.#documented(node);
    return new Map(
      (params as Node[]).map((each) => {
        const own = documented.get(each['name']);
        const shape = own ?? this.#shape(each['typeAnnotation'].typeAnnotation, scope);
        return [each['name'], { shape, optional: each['optional'] === true }];
      }),
    );
  }

  /** Objects whose fields only the comment of a method names: `@param {string} [params.sort] 'volume' or 'newest'`. */
  #documented(node: Node): ReadonlyMap<string, Shape> {
    const fields = new Map<string, Map<string, Field>>();
    const lines = (this.#comments.get(node)?.value ?? '').matchAll(/@param \{(.+?)\} \[(\w+)\.(\w+)\] (.*)/g);
    for (const [, type = '', object = '', name = '', words = ''] of lines) {
      const values = [...words.matchAll(/'([^']+)'/g)].map(([, value]) => value);
      const of: Shape =
        values.length > 1
          ? { kind: 'values', values }
          : type.startsWith('bool')
            ? BOOLEAN
            : { kind: 'named', name: type.replace('[]', '') };
      const shape: Shape = type.endsWith('[]') ? { kind: 'list', of } : of;
      fields.set(object, (fields.get(object) ?? new Map()).set(name, { shape, optional: true }));
    }
    return new Map([...fields].map(([object, own]) => [object, { kind: 'fields', fields: own }]));
  }

  #shape(type: Node, scope: Scope): Shape {
    switch (type.type) {
      case 'TSStringKeyword':
        return { kind: 'named', name: 'string' };
      case 'TSNumberKeyword':
        return { kind: 'named', name: 'number' };
      case 'TSBigIntKeyword':
        return { kind: 'named', name: 'bigint' };
      case 'TSAnyKeyword':
      case 'TSUnknownKeyword':
        return { kind: 'named', name: 'any' };
      case 'TSFunctionType':
        return { kind: 'named', name: 'function' };
      case 'TSBooleanKeyword':
        return BOOLEAN;
      case 'TSLiteralType':
        return { kind: 'values', values: [type['literal'].value] };
      case 'TSArrayType':
        return { kind: 'list', of: this.#shape(type['elementType'], scope) };
      case 'TSTypeOperator':
      case 'TSParenthesizedType':
        return this.#shape(type['typeAnnotation'], scope);
      case 'TSUnionType':
        return this.#choice(type['types'], scope);
      case 'TSTupleType':
        return this.#choice(type['elementTypes'], scope);
      case 'TSIntersectionType': {
        const parts: Shape[] = type['types'].map((each: Node) => this.#shape(each, scope));
        // A text with a tag is a text.
        const tagged = parts.find(({ kind }) => kind === 'named');
        return tagged ?? { kind: 'fields', fields: new Map(parts.flatMap((part) => [...fieldsOf(part)])) };
      }
      case 'TSTypeLiteral':
        return { kind: 'fields', fields: this.#fields(type['members'], scope) };
      case 'TSTypeQuery':
        return this.#named(lastName(type['exprName']), [], scope);
      case 'TSTypeReference':
        return this.#reference(type, scope);
      default:
        return { kind: 'named', name: type.type };
    }
  }

  #choice(types: readonly TSType[], scope: Scope): Shape {
    const of = types.filter((each) => !isEmpty(each)).map((each) => this.#shape(each, scope));
    const values = of.flatMap((each) => (each.kind === 'values' ? each.values : []));
    const others = of.filter((each) => each.kind !== 'values');
    const all: Shape[] = values.length > 0 ? [...others, { kind: 'values', values }] : others;
    return all.length === 1 && all[0] !== undefined ? all[0] : { kind: 'choice', of: all };
  }

  #fields(members: readonly Node[], scope: Scope): Fields {
    const properties = members.filter(({ type }) => type === 'TSPropertySignature' || type === 'PropertyDefinition');
    return new Map(
      properties.map((each) => {
        const type: Node = each['typeAnnotation'].typeAnnotation;
        const name = type.type === 'TSTypeReference' ? lastName(type['typeName']) : '';
        const optional = each['optional'] === true || OPTIONAL.includes(name) || type.type === 'TSNeverKeyword';
        if (type.type === 'TSNeverKeyword' || type.type === 'TSUndefinedKeyword') return [keyOf(each), NEVER];
        return [keyOf(each), { shape: this.#shape(type, scope), optional }];
      }),
    );
  }

  #reference({ typeName, typeArguments }: Node, scope: Scope): Shape {
    const name = lastName(typeName);
    const left = typeName.type === 'TSQualifiedName' ? this.#types.get(lastName(typeName.left)) : undefined;
    if (left?.type === 'TSEnumDeclaration')
      return {
        kind: 'values',
        values: enumValues(left)
          .filter(([key]) => key === name)
          .map(([, value]) => value),
      };
    return this.#named(name, typeArguments?.params ?? [], scope);
  }

  #named(name: string, given: readonly Node[], scope: Scope): Shape {
    const bound = scope.get(name) ?? BASIC[name];
    if (bound !== undefined) return bound;
    const [first, second] = given;
    const inner = (type: Node | undefined): Shape => {
      if (type === undefined) throw new Error(`${name} has no type in it`);
      return this.#shape(type, scope);
    };
    if (this.#whole.includes(name)) return { kind: 'named', name };
    if (WRAPPERS.includes(name) || name === 'input' || name === 'infer' || name === 'ZodLiteral') return inner(first);
    if (name === 'ZodArray' || name === 'Array' || name === 'ReadonlyArray') return { kind: 'list', of: inner(first) };
    if (name === 'ZodPipe') return lastName(first?.['typeName']) === 'ZodTransform' ? inner(second) : inner(first);
    if (name === 'ZodUnion' || name === 'ZodObject' || name === 'ZodCustom') return inner(first);
    if (name === 'ZodType') return inner(second ?? first);
    if (name === 'ZodEnum') {
      const keys = inner(first);
      if (keys.kind !== 'fields') return keys;
      const values = [...keys.fields.values()].flatMap(({ shape }) => (shape.kind === 'values' ? shape.values : []));
      return { kind: 'values', values };
    }
    if (name === 'Partial')
      return {
        kind: 'fields',
        fields: new Map([...fieldsOf(inner(first))].map(([key, field]) => [key, { ...field, optional: true }])),
      };
    if (name === 'Omit') {
      const out = inner(second);
      const left = out.kind === 'values' ? out.values : [];
      return { kind: 'fields', fields: new Map([...fieldsOf(inner(first))].filter(([key]) => !left.includes(key))) };
    }
    const node = this.#types.get(name);
    if (node === undefined) return { kind: 'named', name };
    if (node.type === 'TSEnumDeclaration')
      return { kind: 'values', values: enumValues(node).map(([, value]) => value) };
    const names: Node[] = node['typeParameters']?.params ?? [];
    const within: Scope = new Map(names.map((each, at) => [each['name'].name, inner(given[at] ?? each['default'])]));
    if (node.type === 'TSTypeAliasDeclaration') return this.#shape(node['typeAnnotation'], within);
    if (node.type === 'VariableDeclarator') return this.#shape(node['id'].typeAnnotation.typeAnnotation, within);
    const from = (node['extends'] ?? []).flatMap((each: Node) => [
      ...fieldsOf(this.#named(each['expression'].name, [], scope)),
    ]);
    return { kind: 'fields', fields: new Map([...from, ...this.#fields(node['body'].body, within)]) };
  }
}

const NEVER: Field = { shape: { kind: 'choice', of: [] }, optional: true };

const enumValues = ({ body }: Node): [string, unknown][] =>
  body.members.map(({ id, initializer }: Node) => [id.name ?? id.value, initializer?.value]);

function fieldsOf(shape: Shape): Fields {
  if (shape.kind === 'fields') return shape.fields;
  if (shape.kind === 'choice') return new Map(shape.of.flatMap((each) => [...fieldsOf(each)]));
  throw new Error(`a type of fields was expected, not ${shape.kind}`);
}
