/** The image of a release, built and run without Docker: buildah makes it, runc runs it. Needs root and a mirror of Debian. */
import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../bundle/program.ts';

const TOOLS = ['mmdebstrap', 'buildah', 'umoci', 'runc'];
const BUILD = ['build', '--isolation', 'chroot', '--format', 'docker'];
const USER = 10_001;
const QUIET: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'] };

/** True if this machine has the tools, and this process their rights. */
export const canRunImages = (): boolean =>
  TOOLS.every((tool) => spawnSync(tool, ['--version']).error === undefined) && process.getuid?.() === 0;

/** Writes the root of a bare Debian into an archive in the folder `work`, and returns its path. */
export function packDebian(work: string): string {
  const archive = join(work, 'bare.tar');
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', 'bookworm', archive], { stdio: 'inherit' });
  return archive;
}

/** Makes an image of the Debian in `archive`, which no registry has here. `work` holds all images. */
export function buildBase(archive: string, work: string): void {
  const base = join(work, 'base');
  mkdirSync(base);
  cpSync(archive, join(base, 'bare.tar'));
  writeFileSync(join(base, 'Dockerfile'), 'FROM scratch\nADD bare.tar /\n');
  buildah(work, ...BUILD, '-t', 'bare', base);
}

/** Builds the image of the release in `out` on that Debian; returns the folder that runc runs. */
export function buildImage(out: string, work: string): string {
  const [oci, bundle] = [join(work, 'oci'), join(work, 'bundle')];
  const file = join(PROJECT, 'deploy/Dockerfile');
  buildah(work, ...BUILD, '--build-arg', 'DEBIAN=localhost/bare', '-f', file, '-t', 'venue', out);
  buildah(work, 'push', 'venue', `oci:${oci}:venue`);
  execFileSync('umoci', ['unpack', '--image', `${oci}:venue`, bundle], QUIET);
  return bundle;
}

function buildah(work: string, ...words: readonly string[]): void {
  const store = ['--storage-driver', 'vfs', '--root', join(work, 'store'), '--runroot', join(work, 'store.run')];
  execFileSync('buildah', [...store, ...words], QUIET);
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
