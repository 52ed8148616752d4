/** Commands typed into `npm run cluster`, one per line. */
import type { Cluster } from './cluster.ts';

interface Order {
  /** `x` stands for a node's name. */
  readonly form: string;
  readonly does: string;
  readonly run: (cluster: Cluster, node: string) => Promise<void> | void;
}

export const ORDERS: Readonly<Record<string, Order>> = {
  status: { form: 'status', does: 'who leads, and how each node is', run: () => undefined },
  kill: { form: 'kill x', does: 'kills node x (SIGKILL)', run: (cluster, node) => cluster.kill(node) },
  start: { form: 'start x', does: 'starts it again', run: (cluster, node) => cluster.start(node) },
  pause: {
    form: 'pause x',
    does: 'stops its process where it is (SIGSTOP)',
    run: (cluster, node) => cluster.pause(node),
  },
  resume: { form: 'resume x', does: 'lets it go on', run: (cluster, node) => cluster.resume(node) },
  cut: { form: 'cut x', does: 'nothing passes between x and the database', run: (cluster, node) => cluster.cut(node) },
  heal: { form: 'heal x', does: 'it passes again', run: (cluster, node) => cluster.heal(node) },
  promote: {
    form: 'promote',
    does: 'kills the primary; its standby takes over, and the old one becomes its standby',
    // Without a standby the venue cannot write.
    run: async (cluster) => {
      await cluster.promote();
      await cluster.rejoin();
    },
  },
};

/** Executes a command. Throws a message for invalid ones. `leader` in place of a name means the leading node. */
export async function obey(cluster: Cluster, line: string): Promise<void> {
  const [word = '', name, ...more] = line.trim().split(/\s+/);
  const order = Object.hasOwn(ORDERS, word) ? ORDERS[word] : undefined;
  if (order === undefined || more.length > 0) throw new Error(`"${line.trim()}" is no order here`);
  const takesNode = order.form !== word;
  if (takesNode !== (name !== undefined)) throw new Error(`it is: ${order.form}`);
  await order.run(cluster, name === 'leader' ? (cluster.leader ?? 'leader') : (name ?? ''));
}
