import { deserialize } from 'node:v8';
import { expect, test } from 'vitest';
import { MessageBytes } from './message-bytes.ts';

test('message bytes: of the same message for several nodes they are made once, and of another one with the same words again', () => {
  const bytes = new MessageBytes();
  const message = { kind: 'batch', record: { payload: new Uint8Array([1, 2]) } };
  const first = bytes.of(message);
  expect(bytes.of(message)).toBe(first);
  expect(bytes.of({ ...message })).not.toBe(first);
  expect([deserialize(first), deserialize(bytes.of({ kind: 'lease' }))]).toEqual([message, { kind: 'lease' }]);
});
