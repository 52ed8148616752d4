/** Starts a sandbox that outlives this step; the runner ends it with the job. */
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const { INPUT_PROGRAM: given, INPUT_SCENARIO: scenario, INPUT_PORT: port, ...env } = process.env;
const { RUNNER_TEMP, GITHUB_OUTPUT, GITHUB_STATE } = env;
if (!given) {
  process.stdout.write('::error::input program is missing: the path of bellwether-VERSION.tgz or of the executable\n');
  process.exit(1);
}
const program = resolve(given);
/** Never by the name of a package, which may be a stranger's. */
const [command, ...words] = program.endsWith('.tgz') ? ['npx', '--yes', '--package', program, 'bellwether'] : [program];

const folder = mkdtempSync(join(RUNNER_TEMP, 'bellwether-'));
const log = join(folder, 'sandbox.log');
appendFileSync(GITHUB_STATE, `log=${log}\n`);
const output = openSync(log, 'a');
const child = spawn(command, [...words, 'sandbox', ...(scenario ? ['--scenario', scenario] : [])], {
  env: { ...env, BELLWETHER_PORT: port || '8080', BELLWETHER_DATA_DIR: join(folder, 'data') },
  detached: true,
  stdio: ['ignore', output, output],
});
closeSync(output);
child.on('error', (error) => fail(error.message));
child.on('exit', (code) => fail(`the sandbox ended with code ${code}`));
child.unref();

const timer = setInterval(() => {
  const ready = /ready at (\S+)/.exec(readFileSync(log, 'utf8'));
  if (ready === null) return;
  clearInterval(timer);
  child.removeAllListeners();
  const token = readFileSync(join(folder, 'data/admin-token'), 'utf8').trim();
  process.stdout.write(`::add-mask::${token}\nBellwether sandbox at ${ready[1]}\n`);
  appendFileSync(GITHUB_OUTPUT, `url=${ready[1]}\nadmin-token=${token}\n`);
}, 100);

function fail(reason) {
  process.stdout.write(`${readFileSync(log, 'utf8')}::error::${reason}\n`);
  process.exit(1);
}
