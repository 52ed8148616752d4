import { expect, test } from 'vitest';
import { originOf, readAddress } from './client-address.ts';

test.each<[string | undefined, string | null]>([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['2001:DB8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
  ['', null],
  [undefined, null],
  ['unknown', null],
  ['203.0.113', null],
  ['203.0.113.7.9:80', null],
  ['1e100.net', null],
  ['[::1', null],
  ['_hidden', null],
])('address: %j is read as %j', (text, address) => expect(readAddress(text)).toBe(address));

test.each<[string | null, string]>([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::5:6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::8', '1:0:0:0::/64'],
  ['2001:db8:1::3:4:5:6', '2001:db8:1:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::/64'],
  [null, 'unknown'],
])('address: %j is counted as %j', (address, group) => expect(originOf(address).address).toBe(group));

test('address: a network is what one owner has many addresses of, kin share a count when there is no room', () => {
  expect(originOf('2001:db8:1:2::9')).toMatchObject({ network: '2001:db8:1::/48', kin: '2001:db8::/32' });
  expect(originOf('::1')).toMatchObject({ network: '0:0:0::/48', kin: '0:0::/32' });
  expect(originOf('203.0.113.7')).toMatchObject({ network: null, kin: '203.0.0.0/16' });
});
