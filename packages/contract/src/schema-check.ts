/** Says how a value breaks a schema of the contract, for those who hold answers against it. */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Null when the value fits, else the place in it and the rule. */
export type SchemaCheck = (value: unknown) => string | null;

/** Compiles a schema; fields that it does not name are allowed. */
export function createSchemaCheck(schema: TSchema): SchemaCheck {
  const validator = Compile(schema);
  return (value) => {
    if (validator.Check(value)) return null;
    const [problem] = validator.Errors(value);
    return problem === undefined ? 'does not fit' : `${problem.instancePath || 'the body'} ${problem.message}`;
  };
}
