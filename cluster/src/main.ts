/**
 * `npm run cluster`: a PostgreSQL primary with its synchronous standby, three nodes and a balancer on this machine.
 * Prints their addresses and the leader, and takes commands from the keyboard. Removes everything at the end.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { POSTGRES_MISSING, postgresBinaries } from '@bellwether/postgres-process/binaries';
import { type Cluster, startCluster } from './cluster.ts';
import { ORDERS, obey } from './keyboard.ts';

const HELP = `npm run cluster [-- --nodes N] [--port N] [--demo]

  --nodes N   1 to 9 nodes (3)
  --port N    where the balancer listens (8080; 0 = any that is free)
  --demo      with the demo catalog and its house traders
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) return 2;
  if (postgresBinaries() === null) {
    process.stderr.write(`${POSTGRES_MISSING}\n`);
    return 1;
  }
  const { nodes, port, demo } = options;
  print('Starting a PostgreSQL primary, its synchronous standby and the nodes …');
  const settings: Record<string, string> = { BELLWETHER_DEMO: demo ? 'on' : 'off' };
  const cluster = await startCluster({ nodes, port, settings, onNews: (line) => print(`  ${line}`) });
  printStatus(cluster);
  for (const { form, does } of Object.values(ORDERS)) print(`  ${form.padEnd(10)} ${does}`);
  print('  quit       ends everything (so does Ctrl-C)\n');
  await takeOrders(cluster);
  print('Stopping …');
  await cluster.stop();
  return 0;
}

/** Null if the options are invalid or help was requested; the message has been printed. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        nodes: { type: 'string', default: '3' },
        port: { type: 'string', default: '8080' },
        demo: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) throw new Error('');
    const { nodes, port, demo } = values;
    if (!/^[1-9]$/.test(nodes)) throw new Error('--nodes is a number from 1 to 9');
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error('--port is a number from 0 to 65535');
    return { nodes: Number(nodes), port: Number(port), demo };
  } catch (error) {
    const { message } = error as Error;
    process.stderr.write(`${message === '' ? '' : `${message}\n\n`}${HELP}`);
    return null;
  }
}

function printStatus(cluster: Cluster): void {
  const { pair, nodes, leader, url } = cluster;
  print('');
  print(`  balancer   ${url}   ${leader === null ? 'no node leads' : `node ${leader} leads`}`);
  for (const node of nodes) {
    const at = node.port === 0 ? '' : `   http://127.0.0.1:${node.port}`;
    print(
      `  node ${node.name}     ${node.state}${node.isCut ? ', cut off' : ''}${at}   ${cluster.dataDirOf(node.name)}`,
    );
  }
  print(`  primary    127.0.0.1:${pair.primary.port}`);
  print(`  standby    ${pair.standby === null ? 'none' : `127.0.0.1:${pair.standby.port}`}`);
  print('');
}

/** Resolves at `quit`, at the end of the input, or on a signal. */
async function takeOrders(cluster: Cluster): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' });
  const close = (): void => lines.close();
  process.once('SIGINT', close).once('SIGTERM', close);
  lines.once('SIGINT', close);
  lines.prompt();
  for await (const line of lines) {
    if (/^\s*(?:quit|exit)\s*$/.test(line)) break;
    if (line.trim() !== '') await take(cluster, line);
    lines.prompt();
  }
  lines.close();
}

async function take(cluster: Cluster, line: string): Promise<void> {
  try {
    await obey(cluster, line);
    printStatus(cluster);
  } catch (error) {
    print(`  ${(error as Error).message}`);
  }
}
