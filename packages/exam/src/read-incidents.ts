/** Incidents of a user: from a module, or from JSON with comments. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withoutComments } from '@bellwether/contract';
import { describeInvalid } from '@bellwether/gateway/http/plugins/validation.ts';
import { type TSchema, Type } from 'typebox';
import { Check, Errors } from 'typebox/value';
import type { Incident } from './incident.ts';
import { INCIDENT_FIELDS, misplacedStep, type Written, WrittenSchema, written } from './steps.ts';

const PLAYED = Type.Object(INCIDENT_FIELDS);

/** Reads the incidents of a file, one at least. Throws if they cannot be played: the message names incident, field and rule. */
export async function readIncidents(file: string): Promise<readonly Incident[]> {
  if (!existsSync(file)) throw new Error('there is no such file');
  const isModule = !/^\.jsonc?$/.test(extname(file));
  const list: readonly unknown[] = [isModule ? await load(file) : parse(file)].flat();
  if (list.length === 0) throw new Error('the list has no incident');
  return list.map((value, index) => {
    const problem = problemOf(value, isModule ? PLAYED : WrittenSchema);
    const { name } = (value ?? {}) as Partial<Incident>;
    if (problem !== null) throw new Error(`incident ${typeof name === 'string' ? name : index + 1}: ${problem}`);
    return isModule ? (value as Incident) : written(value as Written);
  });
}

/** Reason why an incident of that form cannot be played; null if it can. */
function problemOf(value: unknown, schema: TSchema): string | null {
  if (!Check(schema, value)) return describeInvalid(schema, Errors(schema, value), value).replace(/^the body/, 'it');
  if (schema !== PLAYED) return misplacedStep((value as Written).steps);
  return typeof (value as Incident).play === 'function' ? null : 'play must be a function of the stage';
}

async function load(file: string): Promise<unknown> {
  const module = (await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw new Error(`the module cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  })) as { readonly default?: unknown };
  if (module.default === undefined) throw new Error('the module has no default export: an incident, or a list of them');
  return module.default;
}

function parse(file: string): unknown {
  try {
    return JSON.parse(withoutComments(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`it is not JSON with comments: ${error instanceof Error ? error.message : String(error)}`);
  }
}
