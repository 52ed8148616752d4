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

/** A file whose incidents cannot be played. The message names file, incident, field and rule. */
export class IncidentsProblem extends Error {
  override readonly name = 'IncidentsProblem';
}

const PLAYED = Type.Object(INCIDENT_FIELDS);

/** Reads the incidents of a file, one at least. Throws `IncidentsProblem`. */
export async function readIncidents(file: string): Promise<readonly Incident[]> {
  const wrong = (what: string): IncidentsProblem => new IncidentsProblem(`--incidents ${file}: ${what}`);
  if (!existsSync(file)) throw wrong('there is no such file');
  const isModule = !/^\.jsonc?$/.test(extname(file));
  const content = await (isModule ? load(file) : parse(file)).catch((error: unknown) => {
    throw wrong(error instanceof Error ? error.message : String(error));
  });
  const list: readonly unknown[] = Array.isArray(content) ? content : [content];
  if (list.length === 0) throw wrong('the list has no incident');
  return list.map((value, index) => {
    const { name, play } = (value ?? {}) as Partial<Incident>;
    const place = `incident ${typeof name === 'string' ? name : index + 1}: `;
    const schema: TSchema = isModule ? PLAYED : WrittenSchema;
    if (!Check(schema, value))
      throw wrong(place + describeInvalid(schema, Errors(schema, value), value).replace(/^the body/, 'it'));
    if (isModule) {
      if (typeof play !== 'function') throw wrong(`${place}play must be a function of the stage`);
      return value as Incident;
    }
    const misplaced = misplacedStep((value as Written).steps);
    if (misplaced !== null) throw wrong(place + misplaced);
    return written(value as Written);
  });
}

async function load(file: string): Promise<unknown> {
  const module = (await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw new Error(`the module cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  })) as { readonly default?: unknown };
  if (module.default === undefined) throw new Error('the module has no default export: an incident, or a list of them');
  return module.default;
}

async function parse(file: string): Promise<unknown> {
  try {
    return JSON.parse(withoutComments(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`it is not JSON with comments: ${error instanceof Error ? error.message : String(error)}`);
  }
}
