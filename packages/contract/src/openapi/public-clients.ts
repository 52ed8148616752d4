/** Describes the additional fields of a body in the profile `polymarket`, which its public clients send. */
import type { TSchema } from 'typebox';
import type { Route } from '../routes/route.ts';

/** The parts of JSON Schema that the comparison reads. */
interface Shape {
  readonly description?: string;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** A sentence to follow the body's description; empty if both profiles take the same fields. */
export function publicClientsText({ body, publicClientBody }: Pick<Route, 'body' | 'publicClientBody'>): string {
  if (body === undefined || publicClientBody === undefined) return '';
  const further = furtherFields(body, publicClientBody, '');
  return further.length === 0 ? '' : `. In the profile \`polymarket\` also ${further.join('; ')}`;
}

function furtherFields(shape: TSchema & Shape, wider: TSchema & Shape, path: string): string[] {
  if (shape.items !== undefined && wider.items !== undefined) return furtherFields(shape.items, wider.items, path);
  const known = shape.properties ?? {};
  return Object.entries(wider.properties ?? {}).flatMap(([name, field]) => {
    const narrow = known[name];
    return narrow === undefined
      ? [`\`${path}${name}\` (${field.description})`]
      : furtherFields(narrow, field, `${path}${name}.`);
  });
}
