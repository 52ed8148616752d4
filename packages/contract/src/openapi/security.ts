/** Ways to sign in as the API description states them: one scheme for each header, all of a set required together. */

import type { JsonObject } from '../json.ts';
import type { RouteAuth } from '../routes/route.ts';
import { ADMIN_TOKEN_TEXT, L1_HEADER_TEXTS, L2_HEADER_TEXTS } from './text.ts';

const schemeName = (set: 'l1' | 'l2', field: string): string => `${set}_${field.toLowerCase()}`;

/** `components.securitySchemes`. */
export function securitySchemes(prefix: string): JsonObject {
  const ofSet = (set: 'l1' | 'l2', texts: Readonly<Record<string, string>>): [string, JsonObject][] =>
    Object.entries(texts).map(([field, description]) => [
      schemeName(set, field),
      { type: 'apiKey', in: 'header', name: prefix + field, description },
    ]);
  return {
    ...Object.fromEntries([...ofSet('l2', L2_HEADER_TEXTS), ...ofSet('l1', L1_HEADER_TEXTS)]),
    admin: { type: 'http', scheme: 'bearer', description: ADMIN_TOKEN_TEXT },
  };
}

/** `security` of an operation; empty = open to everyone. */
export function securityOf(auth: RouteAuth): JsonObject[] {
  if (auth === 'none') return [];
  if (auth === 'admin') return [{ admin: [] }];
  const texts = auth === 'l1' ? L1_HEADER_TEXTS : L2_HEADER_TEXTS;
  return [Object.fromEntries(Object.keys(texts).map((field) => [schemeName(auth, field), []]))];
}
