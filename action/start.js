/** Starts a sandbox that outlives this step; the runner ends it with the job. */
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const {
  INPUT_SCENARIO: scenario,
  INPUT_VERSION: version,
  INPUT_PORT: port,
  RUNNER_TEMP,
  GITHUB_OUTPUT,
  GITHUB_STATE,
} = process.env;
/** For a test of this action: the command of another build. */
const [program = 'npx', ...words] = process.env.BELLWETHER?.split(' ') ?? [
  'npx',
  '--yes',
  `bellwether@${version || 'latest'}`,
];

const folder = mkdtempSync(join(RUNNER_TEMP, 'bellwether-'));
const log = join(folder, 'sandbox.log');
appendFileSync(GITHUB_STATE, `log=${log}\n`);
const output = openSync(log, 'a');
const env = { ...process.env, BELLWETHER_PORT: port || '8080', BELLWETHER_DATA_DIR: join(folder, 'data') };
delete env.BELLWETHER;
const child = spawn(program, [...words, 'sandbox', ...(scenario ? ['--scenario', scenario] : [])], {
  env,
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
