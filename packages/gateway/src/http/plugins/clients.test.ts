import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { answerBroken } from './clients.ts';

const ENDED = Object.assign(new Error('the client has ended'), { code: 'HPE_INVALID_EOF_STATE' });

test('clients: a broken request is answered once, and one whose answer is on its way not again', async () => {
  const fresh = new PassThrough();
  answerBroken(ENDED, fresh);
  expect(await text(fresh)).toMatch(/^HTTP\/1.1 400 /);
  const answering = Object.assign(new PassThrough(), { _httpMessage: { headersSent: true } });
  answering.write('HTTP/1.1 413 Payload Too Large');
  answerBroken(ENDED, answering);
  expect(await text(answering)).toBe('HTTP/1.1 413 Payload Too Large');
});
