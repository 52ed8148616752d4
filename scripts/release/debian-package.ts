/** The Debian package: the single file, its systemd units, a user and a file of settings. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from '../bundle/program.ts';

const DEPLOY = join(PROJECT, 'deploy');
/** The time of each file inside, in seconds: npm's packages have the same. */
const FIXED_TIME = 499_162_500;
const SCRIPTS = ['postinst', 'prerm', 'postrm'];
const UNITS = 'lib/systemd/system';
const DOCS = 'usr/share/doc/bellwether';

/** Builds `file` from the single file. `program` is the staged npm package, whose licences apply. */
export function buildDebianPackage(file: string, single: string, program: string, version: string, work: string): void {
  const root = join(work, 'debian');
  const put = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
    chmodSync(join(root, path), mode);
  };
  const read = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');
  put('DEBIAN/control', read('debian/control').replace('VERSION', version));
  put('DEBIAN/conffiles', '/etc/bellwether/env\n');
  for (const name of SCRIPTS) put(`DEBIAN/${name}`, read(`debian/${name}`), 0o755);
  put('etc/bellwether/env', read('debian/env'), 0o640);
  const unit = read('systemd/bellwether@.service');
  put(`${UNITS}/bellwether@.service`, unit);
  put(`${UNITS}/bellwether.service`, unnamed(unit));
  put(
    `${DOCS}/copyright`,
    ['LICENSE', 'THIRD-PARTY-LICENSES.txt'].map((name) => readFileSync(join(program, name), 'utf8')).join('\n'),
  );
  put(`${DOCS}/NEWS`, readFileSync(join(program, 'CHANGELOG.md'), 'utf8'));
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  cpSync(single, join(root, 'usr/bin/bellwether'));
  chmodSync(join(root, 'usr/bin/bellwether'), 0o755);
  // Later times are set to this one.
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(FIXED_TIME) };
  utimesSync(root, FIXED_TIME, FIXED_TIME);
  execFileSync('dpkg-deb', ['--build', '--root-owner-group', '-Zzstd', root, file], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The unit of a venue of one node, from that of a named node. */
function unnamed(unit: string): string {
  const [, body = ''] = unit.split(/^(?=\[Unit\])/m);
  return body.replaceAll('/%i.env', '/env').replaceAll('/%i', '').replace(' node %i', '');
}
