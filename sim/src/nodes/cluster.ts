/** Shared parts of the nodes of a simulated venue: the database, the network between nodes, and the cuts in both. */
import type { Dice } from '../dice/dice.ts';
import type { Faults } from '../faults/faults.ts';
import type { LogDisk } from '../log/log-disk.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import { VenueDatabase } from './sim-election.ts';
import { SimNetwork } from './sim-network.ts';

export class Cluster {
  /** Number of nodes. */
  readonly size: number;
  readonly database: VenueDatabase;
  readonly network: SimNetwork;

  constructor(disk: LogDisk, scheduler: Scheduler, dice: Dice, faults: Faults) {
    this.size = dice.weighted([
      [2, 2],
      [3, 3],
    ]);
    this.database = new VenueDatabase(disk, scheduler, dice.fork('database'));
    this.network = new SimNetwork(scheduler, dice.fork('network'), faults);
  }

  /** Time at which every cut is over if nothing else happens. */
  get cutUntilMs(): number {
    return Math.max(this.network.silent.endsMs, this.database.cut.endsMs);
  }

  processEnded(process: SimProcess, power: boolean): void {
    this.network.processEnded(process, power);
    this.database.processEnded(process, power);
  }
}
