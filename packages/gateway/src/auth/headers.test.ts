import { expect, test } from 'vitest';
import { createHeaderReader } from './authenticator.ts';
import { L2_FIELDS } from './header-names.ts';

const read = createHeaderReader(['SERVICE_', 'POLY_'], L2_FIELDS);
const VALUES = { ADDRESS: '0xa', API_KEY: 'k', PASSPHRASE: 'p', TIMESTAMP: '1', SIGNATURE: 's' };

function headers(prefix = 'SERVICE_', spell: (name: string) => string = (name) => name): string[] {
  const five = Object.entries(VALUES).flatMap(([field, value]) => [spell(prefix + field), value]);
  return ['Host', 'localhost', 'Content-Type', 'application/json', ...five, 'Connection', 'keep-alive'];
}

function without(name: string): string[] {
  const raw = headers();
  raw.splice(raw.indexOf(name), 2);
  return raw;
}

test.each([
  ['as documented', headers(), 'SERVICE_'],
  ['in lower case', headers('SERVICE_', (name) => name.toLowerCase()), 'SERVICE_'],
  ['in mixed case', headers('Service_'), 'SERVICE_'],
  ['with the other prefix', headers('POLY_'), 'POLY_'],
  ['with a header that only looks alike', [...headers(), 'SERVICE_OTHER', 'x', 'SERVICE_ADDRESS_', 'y'], 'SERVICE_'],
])('headers: one of each, %s, is read', (_name, raw, prefix) =>
  expect(read(raw)).toEqual({ kind: 'complete', prefix, values: VALUES }),
);

test.each(L2_FIELDS)('headers: a missing %s is named, and an empty one counts as missing', (field) => {
  const header = `SERVICE_${field}`;
  const refused = { kind: 'refused', error: `missing header ${header}`, header };
  expect([read(without(header)), read([...without(header), header, ''])]).toEqual([refused, refused]);
});

test('headers: when none arrived, a hint says that a proxy may have dropped them [A16]', () =>
  expect(read(['Host', 'localhost'])).toMatchObject({
    kind: 'refused',
    error:
      'missing header SERVICE_ADDRESS; no SERVICE_* header arrived: if they were sent, a proxy may strip header names with underscores',
  }));

for (const name of ['X-Forwarded-For', 'x-real-ip', 'Via', 'FORWARDED'])
  test(`headers: when none arrived but ${name} did, the proxy that added it is suspected by name`, () => {
    const hint = `missing header SERVICE_ADDRESS; no SERVICE_* header arrived through the proxy that added ${name.toLowerCase()}: it seems to strip header names with underscores (nginx: set underscores_in_headers on)`;
    expect(read(['Host', 'localhost', name, '10.0.0.1'])).toMatchObject({ kind: 'refused', error: hint });
    // A name in a value means nothing, and if some of the five arrived, no proxy stripped the others.
    expect(read(['Host', name])).not.toMatchObject({ error: hint });
    const answer = read([...without('SERVICE_ADDRESS'), name, '10.0.0.1']);
    expect(answer).toMatchObject({ kind: 'refused', error: 'missing header SERVICE_ADDRESS' });
  });

test.each(L2_FIELDS)('headers: a second %s is refused, whatever its case or value [A16]', (field) => {
  for (const name of [`SERVICE_${field}`, `service_${field.toLowerCase()}`])
    for (const value of [VALUES[field], 'other', ''])
      for (const raw of [
        [...headers(), name, value],
        [name, value, ...headers()],
      ])
        expect(read(raw)).toEqual({
          kind: 'refused',
          error: `header SERVICE_${field} was sent more than once`,
          header: `SERVICE_${field}`,
        });
});

test.each([
  'SERVICE-ADDRESS',
  'service-address',
  'SERVICE-API_KEY',
  'SERVICE_API-KEY',
  'Service-Api-Key',
  'POLY-SIGNATURE',
])('headers: the twin %s is refused, alone or beside the right one', (twin) => {
  const field = twin.toUpperCase().replaceAll('-', '_');
  const error = `header ${twin} is not accepted: it is spelled ${field}`;
  expect(read([...headers(), twin, 'x'])).toMatchObject({ kind: 'refused', error });
  expect(read([twin, 'x', ...headers()])).toMatchObject({ kind: 'refused', error });
  expect(read([twin, 'x'])).toMatchObject({ kind: 'refused', error });
});

test('headers: two prefixes are not mixed', () => {
  const error = 'headers SERVICE_* and POLY_* are mixed: send one set';
  expect(read([...without('SERVICE_SIGNATURE'), 'POLY_SIGNATURE', 's'])).toMatchObject({ kind: 'refused', error });
  expect(read([...headers(), 'POLY_ADDRESS', '0xa'])).toMatchObject({ kind: 'refused', error });
});

test('headers: a prefix that is not configured is not read', () => {
  const only = createHeaderReader(['SERVICE_'], L2_FIELDS);
  expect(only(headers('POLY_'))).toMatchObject({ kind: 'refused' });
  expect(only([...headers(), 'POLY_ADDRESS', 'x'])).toMatchObject({ kind: 'complete' });
});

test.each([
  ['SERVICE_', 'POLY_', 'polymarket'],
  ['POLY_', 'SERVICE_', 'bellwether'],
])('headers: a venue of %s* names the profile of %s* [A21]', (own, other, profile) => {
  const error =
    `missing header ${own}ADDRESS; ${other}* headers arrived, which a venue takes that was started with ` +
    `BELLWETHER_PROFILE=${profile}: this one takes ${own}*`;
  const only = createHeaderReader([own], L2_FIELDS);
  expect(only(headers(other))).toMatchObject({ kind: 'refused', error });
  expect(only([`${other.toLowerCase()}signature`, 'x'])).toMatchObject({ kind: 'refused', error });
  expect(only(['x-note', `${other}ADDRESS`])).not.toMatchObject({ error: expect.stringContaining('PROFILE') });
});

test.each([[[]], [['SERVICE']], [['service_']], [['SERVICE-']], [['_']], [['A B_']]])(
  'headers: prefixes %j are refused at start',
  (prefixes) => expect(() => createHeaderReader(prefixes, L2_FIELDS)).toThrow(RangeError),
);
