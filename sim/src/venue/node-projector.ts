/** The read side of a process: that of any one thread, with the read store of its machine and links that may be slow. */
import type { Channel } from '@bellwether/ports/runtime.ts';
import { OneThreadReads, toldLog } from '@bellwether/venue/one-thread/one-thread-reads.ts';
import type { FromProjector } from '@bellwether/venue/threads/projector/projector-messages.ts';
import type { Dice } from '../dice/dice.ts';
import { simChannel } from '../runtime/sim-channel.ts';
import { SimProcess } from '../runtime/sim-process.ts';
import type { World } from '../world.ts';
import type { HostedNode, HostedProjector } from './hosted.ts';

export class NodeProjector implements HostedProjector {
  readonly process: SimProcess;
  readonly reads: OneThreadReads;
  readonly #node: HostedNode;
  readonly #host: World;

  constructor(node: HostedNode, host: World, dice: Dice) {
    this.#node = node;
    this.#host = host;
    this.process = new SimProcess(`projector ${node.index}`, host.scheduler, dice);
    const { rows } = node.machine;
    this.reads = new OneThreadReads({
      // The process opens its log later.
      log: toldLog({ read: (from) => node.log.read(from) }),
      place: {
        name: 'the read store',
        journalName: 'the journal',
        loadSnapshots: () => host.snapshots(node),
        open: () => rows.open(() => this.#beforeRows()),
        remove: () => rows.remove(),
        hasRoom: () => !node.isDiskFull,
      },
      openRows: () => ({ database: rows.reading, close: () => undefined }),
      connect: <Left, Right>(name: string) => {
        const ends = simChannel<Left, Right>(host.scheduler, node.process, this.process, host.links.link(name));
        return name === 'projector' ? [ends[0], this.#heldToItsRows(ends[1])] : ends;
      },
      runtime: node.process,
      projecting: this.process,
      onProjected: (sequence) => host.projected(node, sequence),
      onLost: (kind) => host.count(`read store ${kind}`),
      onFailure: (message) => node.fail(message),
    });
  }

  /** A process can end between two writes to its rows. */
  #beforeRows(): void {
    this.#host.touched(this.#node, 'write rows');
    if (!this.#node.isAlive) throw new Error('its process has ended');
  }

  /** The projector's end, which checks that each claim about the rows is true when it is made. */
  #heldToItsRows<Sent, Received>(channel: Channel<Sent, Received>): Channel<Sent, Received> {
    return {
      send: (sent, memory) => {
        const message = sent as FromProjector;
        if (message.kind === 'projected' && this.#node.isAlive) {
          const { written } = this.#node.machine.rows;
          const said = `it says that the rows show entry ${message.sequence}, they show ${written}`;
          if (written < message.sequence) this.#host.mistaken(this.#node, 'the projector', new Error(said));
        }
        channel.send(sent, memory);
      },
      receive: (take) => channel.receive(take),
      drain: () => channel.drain(),
      close: () => channel.close(),
    };
  }
}
