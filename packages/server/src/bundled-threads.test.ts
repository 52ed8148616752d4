import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PictureThread } from '@bellwether/venue/threads/pictures/picture-thread.ts';
import { expect, test } from 'vitest';
import { builtProgram } from '../bin/built.js';

test('threads: tests start those of the current build, or the sources if there is none', () => {
  const program = builtProgram();
  const [, entry] = /new URL\(["']([^"']*)/.exec(String(PictureThread)) ?? [];
  const folder = program === null ? '.' : pathToFileURL(dirname(program)).href;
  expect(entry?.slice(0, entry.lastIndexOf('/'))).toBe(folder);
});
