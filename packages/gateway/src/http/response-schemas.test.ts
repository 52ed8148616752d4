import { ALL_ROUTES_BY_NAME } from '@bellwether/contract';
import fastJson, { type AnySchema } from 'fast-json-stringify';
import { expect, test } from 'vitest';

// A server compiles each schema on the first answer that needs it, which is too late to find out that it fails.
test.each(Object.entries(ALL_ROUTES_BY_NAME))('response schemas: %s can be answered by', (_, { response }) => {
  for (const [status, schema] of Object.entries(response))
    expect(() => fastJson(schema as AnySchema), status).not.toThrow();
});
