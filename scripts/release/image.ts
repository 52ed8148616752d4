/** The image of a release, built and run without Docker: buildah makes it, runc runs it. Needs root and a mirror of Debian. */
import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../bundle/program.ts';

const TOOLS = ['mmdebstrap', 'buildah', 'umoci', 'runc'];
/** User of the image. */
const USER = 10_001;
const QUIET: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'] };

/** True if this machine has the tools, and this process their rights. */
export const canRunImages = (): boolean =>
  TOOLS.every((tool) => spawnSync(tool, ['--version']).error === undefined) && process.getuid?.() === 0;

/** Writes the root of a bare Debian into the archive `file`. */
export function packDebian(file: string): void {
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', 'bookworm', file], { stdio: 'inherit' });
}

/** Builds the image of the release in `out`, on the Debian in `archive`; returns the folder that runc runs. */
export function buildImage(out: string, archive: string, work: string): string {
  const at = (name: string): string => join(work, name);
  const buildah = (...words: readonly string[]): void => {
    const store = ['--storage-driver', 'vfs', '--root', at('store'), '--runroot', at('store.run')];
    execFileSync('buildah', [...store, ...words], QUIET);
  };
  mkdirSync(at('base'), { recursive: true });
  cpSync(archive, at('base/bare.tar'));
  writeFileSync(at('base/Dockerfile'), 'FROM scratch\nADD bare.tar /\n');
  const build = ['build', '--isolation', 'chroot', '--format', 'docker'];
  buildah(...build, '-t', 'bare', at('base'));
  const file = join(PROJECT, 'deploy/Dockerfile');
  buildah(...build, '--build-arg', 'DEBIAN=localhost/bare', '-f', file, '-t', 'venue', out);
  buildah('push', 'venue', `oci:${at('oci')}:venue`);
  execFileSync('umoci', ['unpack', '--image', `${at('oci')}:venue`, at('bundle')], QUIET);
  return at('bundle');
}

/** Creates the volume `data`, and returns the words that run the image on it with the given arguments. */
export function runImage(bundle: string, data: string, args?: readonly string[]): readonly string[] {
  mkdirSync(data, { recursive: true });
  chownSync(data, USER, USER);
  chmodSync(data, 0o700);
  confine(join(bundle, 'config.json'), data, args);
  return ['runc', '--root', join(bundle, '../runc'), 'run', '-b', bundle, 'venue'];
}

/** What `docker run --read-only --cap-drop ALL --tmpfs /tmp -v DATA:/data` would ask for, on the network of this machine. */
function confine(path: string, data: string, args?: readonly string[]): void {
  const config = JSON.parse(readFileSync(path, 'utf8')) as {
    root: object;
    process: { env: string[]; args: string[] };
    mounts: { destination: string }[];
    linux: { namespaces: { type: string }[] };
  };
  const capabilities = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };
  const { namespaces } = config.linux;
  const own = ['BELLWETHER_PORT=0', 'BELLWETHER_HOST=127.0.0.1'];
  const confined = {
    ...config,
    root: { ...config.root, readonly: true },
    process: {
      ...config.process,
      ...(args !== undefined && { args: ['bellwether', ...args] }),
      terminal: false,
      noNewPrivileges: true,
      capabilities,
      env: [...config.process.env.filter((line) => !own.includes(line)), ...own],
    },
    mounts: [
      ...config.mounts.filter(({ destination }) => !['/data', '/tmp', '/sys', '/sys/fs/cgroup'].includes(destination)),
      { destination: '/data', type: 'bind', source: data, options: ['bind', 'rw'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
    ],
    linux: { namespaces: namespaces.filter(({ type }) => type !== 'network') },
  };
  writeFileSync(path, JSON.stringify(confined));
}
