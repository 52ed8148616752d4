import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { completionText } from './commands.ts';

test.each([
  ['a beginning', ['bellwether', 'ba'], ['backup']],
  ['two words', ['bellwether', 'jou'], ['journal']],
  ['an option', ['bellwether', 'backup', '--w'], ['--without-keys']],
  ['several', ['bellwether', 'sandbox', '--s'], ['--scenario', '--seed', '--start']],
  ['nothing', ['bellwether', 'verify', '--'], []],
])('completion: %s is completed', (_what, words, expected) => {
  const script = `${completionText()}
COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _bellwether; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect([status, stdout.split(/\n+/).filter(Boolean).sort()]).toEqual([0, expected]);
});
