/** Everything an object holds, private fields included, as the inspector sees it: sizes by path. Tests only. */
import { type Runtime, Session } from 'node:inspector';

/** Fields that link neighbours in a list: the linked objects are in a collection as well. */
const LINKS =
  /^#?(?:previous|next|head|tail|level|first|last|oldest|newest|best|owner|(?:account|key)(?:Previous|Next))$/;
/** Elements of a collection that are looked into: they are alike. */
const SAMPLES = 3;
const NAME = '__walked';

/** Number of elements by path, such as `wallets[].positions`; those of the same path are added up. */
export function collectionsOf(root: object): Map<string, number> {
  const session = new Session();
  session.connect();
  Object.assign(globalThis, { [NAME]: root });
  try {
    const sizes = new Map<string, number>();
    walk(session, evaluated(session), '', sizes);
    return sizes;
  } finally {
    Reflect.deleteProperty(globalThis, NAME);
    session.disconnect();
  }
}

function walk(session: Session, object: Runtime.RemoteObject, path: string, sizes: Map<string, number>): void {
  if (object.objectId === undefined || object.type === 'function') return;
  const size = /^[A-Za-z0-9]+\((\d+)\)/.exec(object.description ?? '')?.[1];
  const isCollection = ['map', 'set', 'array', 'typedarray'].includes(object.subtype ?? '');
  if (isCollection) sizes.set(path, (sizes.get(path) ?? 0) + Number(size ?? 0));
  if (object.subtype === 'typedarray') return;
  const { fields, entries } = propertiesOf(session, object.objectId);
  if (object.subtype === 'array') {
    const elements = fields.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value);
    for (const element of samples(elements)) walk(session, element, `${path}[]`, sizes);
    return;
  }
  for (const entry of samples(entries)) walk(session, entry, `${path}[]`, sizes);
  if (isCollection) return;
  for (const { name, value } of fields) {
    if (LINKS.test(name)) continue;
    walk(session, value, path === '' ? name : `${path}.${name}`, sizes);
  }
}

function samples(all: readonly Runtime.RemoteObject[]): readonly Runtime.RemoteObject[] {
  const held = all.filter(({ objectId }) => objectId !== undefined);
  return held.length <= SAMPLES ? held : [...held.slice(0, SAMPLES - 1), ...held.slice(-1)];
}

function evaluated(session: Session): Runtime.RemoteObject {
  let found: Runtime.RemoteObject = { type: 'undefined' };
  session.post('Runtime.evaluate', { expression: `globalThis.${NAME}` }, (error, answer) => {
    if (error !== null) throw error;
    found = answer.result;
  });
  return found;
}

type Field = { readonly name: string; readonly value: Runtime.RemoteObject };
type Properties = { readonly fields: readonly Field[]; readonly entries: readonly Runtime.RemoteObject[] };

/** Own fields of an object, private ones with their `#`; and the contents of a map or a set. */
function propertiesOf(session: Session, objectId: string): Properties {
  const fields: Field[] = [];
  let list: string | undefined;
  session.post('Runtime.getProperties', { objectId, ownProperties: true }, (error, answer) => {
    if (error !== null) throw error;
    const { privateProperties = [] } = answer as { readonly privateProperties?: readonly Partial<Field>[] };
    for (const { name, value } of [...answer.result, ...privateProperties])
      if (name !== undefined && value !== undefined && name !== '__proto__') fields.push({ name, value });
    list = answer.internalProperties?.find(({ name }) => name === '[[Entries]]')?.value?.objectId;
  });
  if (list === undefined) return { fields, entries: [] };
  // Each entry is an object with a value, and in a map also a key.
  const inList = propertiesOf(session, list).fields.filter(({ name }) => /^\d+$/.test(name));
  const entries = samples(inList.map(({ value }) => value)).map(({ objectId: id }) => {
    const value = id === undefined ? undefined : propertiesOf(session, id).fields.find(({ name }) => name === 'value');
    return value?.value ?? { type: 'undefined' as const };
  });
  return { fields, entries };
}
