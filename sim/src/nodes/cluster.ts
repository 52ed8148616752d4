/** Shared parts of the nodes of a simulated venue: the database, the network between nodes, and the cuts in both. */
import type { Dice } from '../dice/dice.ts';
import type { Faults } from '../faults/faults.ts';
import type { LogDisk } from '../log/log-disk.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import { Paths } from './paths.ts';
import { VenueDatabase } from './sim-election.ts';
import { SimNetwork } from './sim-network.ts';

export interface ClusterOptions {
  readonly disk: LogDisk;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly faults: Faults;
}

export class Cluster {
  /** Number of nodes. */
  readonly size: number;
  readonly paths: Paths;
  readonly database: VenueDatabase;
  readonly network: SimNetwork;

  constructor({ disk, scheduler, dice, faults }: ClusterOptions) {
    this.size = dice.weighted([
      [2, 2],
      [3, 3],
    ]);
    this.paths = new Paths(() => scheduler.nowMs);
    this.database = new VenueDatabase(disk, scheduler, this.paths, dice.fork('database'));
    this.network = new SimNetwork(scheduler, this.paths, dice.fork('network'), faults);
  }

  processEnded(process: SimProcess, power: boolean): void {
    this.network.processEnded(process, power);
    this.database.processEnded(process, power);
  }
}
