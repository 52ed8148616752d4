/**
 * Checks that the files of `deploy/` agree with one another and with the sources: settings, hosts, ports, paths, times.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTING_NAMES } from '../packages/venue/src/config/settings.ts';

const ROOT = join(import.meta.dirname, '..');
const DEPLOY = join(ROOT, 'deploy');
const read = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');
const FILES = globSync('**/*', { cwd: DEPLOY, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(DEPLOY.length + 1))
  // Files that an operator adds.
  .filter((path) => !/\.(?:env|pem)$/.test(path));

interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly networks: Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<
    Record<string, { readonly ipam: { readonly config: readonly [{ readonly subnet: string }] } }>
  >;
  readonly volumes: Readonly<Record<string, null>>;
}

const compose = parse(read('compose/compose.yaml'), { merge: true }) as Compose;
const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith('node-'));
const addressOf = (service: Service | undefined): string => service?.networks['venue']?.ipv4_address ?? '';
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** The values of a setting of the systemd unit, in their order. */
const unit = (name: string): string[] => all(read('systemd/bellwether@.service'), new RegExp(`^${name}=(.*)$`, 'gm'));
const stopSeconds = (): number => {
  const source = readFileSync(join(ROOT, 'packages/venue/src/ops/shutdown.ts'), 'utf8');
  return Number(/STOP_LIMIT_MS = ([\d_]+);/.exec(source)?.[1]?.replaceAll('_', '')) / 1000;
};

test('deploy: every setting that a file names is one of the server', () => {
  const used = FILES.flatMap((path) => all(read(path), /(BELLWETHER_[A-Z]+(?:_[A-Z0-9]+)*)/g));
  expect(new Set(used).size).toBeGreaterThan(5);
  expect(used.filter((name) => !SETTING_NAMES.has(name))).toEqual([]);
});

test('deploy: README says of every file what it is', () => {
  const readme = read('README.md');
  expect(FILES.filter((path) => path !== 'README.md' && !readme.includes(`\`${path}\``))).toEqual([]);
});

test('deploy: both balancers have the nodes of the compose file, at their port', () => {
  // All nodes are alike except for their cluster address.
  const settings = nodes.map(([, { environment }]) => ({ ...environment, BELLWETHER_CLUSTER_ADDRESS: '' }));
  expect(new Set(settings.map((each) => JSON.stringify(each))).size).toBe(1);
  const places = nodes.map(([, node]) => `${addressOf(node)}:${nodes[0]?.[1].environment?.['BELLWETHER_PORT']}`);
  expect(places).toHaveLength(3);
  const links = nodes.map(([, { environment }]) => environment?.['BELLWETHER_CLUSTER_ADDRESS']);
  expect(links).toEqual(nodes.map(([, node]) => `${addressOf(node)}:7700`));
  expect(all(read('haproxy.cfg'), /^ {4}server \w+ (\S+)$/gm)).toEqual(places);
  expect(all(read('nginx.conf'), /^ {4}server (\S+) max_fails/gm)).toEqual(places);
  expect(read('systemd/node.env.example')).toContain(`BELLWETHER_HOST=${addressOf(nodes[0]?.[1])}\n`);
});

test('deploy: the nodes of the compose file trust its balancer, and all have addresses of its network', () => {
  const balancer = compose.services['balancer'];
  expect(nodes[0]?.[1].environment?.['BELLWETHER_TRUST_PROXY']).toBe(`${addressOf(balancer)}/32`);
  expect(balancer?.ports).toEqual(all(read('haproxy.cfg'), /^ {4}bind :(\d+) /gm).map((port) => `${port}:${port}`));
  const network = compose.networks['venue']?.ipam.config[0].subnet.replace(/0\/24$/, '') ?? '';
  expect(network).toMatch(/^\d+\.\d+\.\d+\.$/);
  for (const service of [balancer, ...nodes.map(([, node]) => node)]) expect(addressOf(service)).toContain(network);
  expect(all(read('compose/primary.sh'), / (\d+\.\d+\.\d+\.)0\/24 scram/g)).toEqual([network, network]);
});

test('deploy: databases, their names as standbys, users and passwords agree', () => {
  const journal = nodes[0]?.[1].environment?.['BELLWETHER_JOURNAL'] ?? '';
  const [, user, hosts = '', database] = /^postgres:\/\/(\w+):[^@]+@([^/]+)\/(\w+)$/.exec(journal) ?? [];
  const names = hosts.split(',').map((host) => host.replace(/:5432$/, ''));
  expect(names).toEqual(['db-a', 'db-b']);
  expect(names.filter((name) => compose.services[name] === undefined)).toEqual([]);
  const primary = read('compose/primary.sh');
  expect(all(primary, /ANY 1 \(([^)]+)\)/g)).toEqual([names.map((name) => `"${name}"`).join(', ')]);
  expect(primary).toContain(`CREATE DATABASE ${database} OWNER ${user}`);
  expect(compose.services['db-a']?.command).toContain(`cluster_name=${names[0]}`);
  expect(read('compose/standby.sh')).toContain(`cluster_name=${names[1]}`);
  expect(compose.services['db-b']?.environment?.['PRIMARY']).toBe(names[0]);
});

test('deploy: what the compose file mounts is there, its volumes are named, its programs exist', () => {
  for (const { volumes = [] } of Object.values(compose.services))
    for (const [from = ''] of volumes.map((volume) => volume.split(':')))
      if (!from.startsWith('.')) expect(Object.keys(compose.volumes)).toContain(from);
      else if (basename(from) !== 'certificate.pem')
        expect([from, existsSync(join(DEPLOY, 'compose', from))]).toEqual([from, true]);
  expect(nodes.map(([name, { volumes }]) => [name, volumes])).toEqual(nodes.map(([name]) => [name, [`${name}:/data`]]));
  // The image runs as the user of the compose file's tmpfs and volume, with the settings that it states.
  expect(nodes[0]?.[1].environment?.['BELLWETHER_DATA_DIR']).toBe(/DATA_DIR=(\S+)/.exec(read('Dockerfile'))?.[1]);
});

test('deploy: a node has longer to stop than it takes', () => {
  expect(stopSeconds()).toBeGreaterThan(0);
  expect(Number(unit('TimeoutStopSec')[0])).toBeGreaterThan(stopSeconds());
  for (const [, { stop_grace_period }] of nodes)
    expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(stopSeconds());
});

test('deploy: systemd finds nothing wrong with the unit, and calls it well protected', ({ skip }) => {
  if (spawnSync('systemd-analyze', ['--version']).error !== undefined) skip('systemd is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  try {
    // With a program of this machine.
    const here = read('systemd/bellwether@.service').replace('/usr/bin/bellwether', process.execPath);
    const path = join(folder, 'bellwether@.service');
    writeFileSync(path, here);
    const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    const said = (stdout + stderr).split('\n').filter((line) => line.includes('bellwether'));
    expect({ status, said }).toEqual({ status: 0, said: [] });
    const security = ['security', '--offline=true', '--threshold=20', path];
    expect(spawnSync('systemd-analyze', security, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
