/**
 * Authentication schemes of the API description: one scheme for each header; all headers of a set are required
 * together.
 */

import type { JsonObject } from '../json.ts';
import type { RouteAuth } from '../routes/route.ts';
import { ADMIN_TOKEN_TEXT, BUILDER_HEADER_TEXTS, L1_HEADER_TEXTS, L2_HEADER_TEXTS } from './text.ts';

type HeaderSet = 'l1' | 'l2' | 'builder';

const TEXTS: Readonly<Record<HeaderSet, Readonly<Record<string, string>>>> = {
  l2: L2_HEADER_TEXTS,
  l1: L1_HEADER_TEXTS,
  builder: BUILDER_HEADER_TEXTS,
};

const schemeName = (set: HeaderSet, field: string): string => `${set}_${field.toLowerCase()}`;

/** `components.securitySchemes`. */
export function securitySchemes(prefix: string): JsonObject {
  const ofSet = (set: HeaderSet): [string, JsonObject][] =>
    Object.entries(TEXTS[set]).map(([field, description]) => [
      schemeName(set, field),
      { type: 'apiKey', in: 'header', name: prefix + field, description },
    ]);
  return {
    ...Object.fromEntries([...ofSet('l2'), ...ofSet('l1'), ...ofSet('builder')]),
    admin: { type: 'http', scheme: 'bearer', description: ADMIN_TOKEN_TEXT },
  };
}

/** `security` of an operation; empty = open to everyone. */
export function securityOf(auth: RouteAuth): JsonObject[] {
  if (auth === 'none') return [];
  if (auth === 'admin') return [{ admin: [] }];
  return [Object.fromEntries(Object.keys(TEXTS[auth]).map((field) => [schemeName(auth, field), []]))];
}
