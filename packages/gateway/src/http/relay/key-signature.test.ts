import { flipped } from '@bellwether/ledger/files/testing/flipped.ts';
import { keyOrderSignature } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { isKeySized, readKeySignature } from './key-signature.ts';

const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SIGNATURE = `0x${'1e'.repeat(64)}1b`;
const WRAPPED = keyOrderSignature(SIGNATURE, KEY);

test('batch signatures of keys: the form is split into the key and its signature', () => {
  expect([isKeySized(WRAPPED), isKeySized(SIGNATURE)]).toEqual([true, false]);
  expect(readKeySignature(WRAPPED)).toEqual({ key: KEY.toLowerCase(), signature: SIGNATURE });
  expect(readKeySignature(`0x${WRAPPED.slice(2).toUpperCase()}`)).toEqual(readKeySignature(WRAPPED));
});

test('batch signatures of keys: a bit outside of key and signature that differs is no such form', () => {
  const bytes = Buffer.from(WRAPPED.slice(2), 'hex');
  const isFree = (at: number): boolean => (at >= 12 && at < 32) || (at >= 128 && at < 193);
  const read = [...bytes.keys()].filter(
    (at) => readKeySignature(`0x${flipped(bytes, at, 1).toString('hex')}`) !== null,
  );
  expect(read).toEqual([...bytes.keys()].filter(isFree));
  for (const other of [SIGNATURE, `${WRAPPED}00`, WRAPPED.slice(0, -2), '']) expect(readKeySignature(other)).toBeNull();
});
