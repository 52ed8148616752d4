/** Explains how a value violates a schema of the contract, for code that checks answers. */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Null if the value fits, else its location and the violated rule. */
export type SchemaCheck = (value: unknown) => string | null;

/** Compiles a schema; unknown fields are allowed. */
export function createSchemaCheck(schema: TSchema): SchemaCheck {
  const validator = Compile(schema);
  return (value) => {
    if (validator.Check(value)) return null;
    const [problem] = validator.Errors(value);
    return problem === undefined ? 'does not fit' : `${problem.instancePath || 'the body'} ${problem.message}`;
  };
}
