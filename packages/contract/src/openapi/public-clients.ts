/** Says which fields of a body the profile `polymarket` takes besides: those that its public clients send. */
import type { TSchema } from 'typebox';
import type { Route } from '../routes/route.ts';

/** What of JSON Schema the difference is read from. */
interface Shape {
  readonly description?: string;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** A sentence that follows the body's description; empty where the profiles take the same. */
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
