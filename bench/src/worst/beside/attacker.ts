/** The process that attacks, one attack after another as it is told, from an address of its own. */
import { createWalletFactory } from '../../shared/bench-wallet.ts';
import type { Trader } from '../../shared/trading-floor.ts';
import type { WorldSize } from '../world.ts';
import { AttackRun } from './attack-run.ts';
import type { FromAttacker, ToAttacker } from './messages.ts';
import { attackWithRequests, requestsOf } from './request-attack.ts';
import { SOCKET_ATTACKS } from './socket-attacks.ts';

let signers: readonly Trader[] = [];
let size: WorldSize | null = null;
let run: AttackRun | null = null;

process.on('message', (message: ToAttacker) => void obey(message));
process.on('disconnect', () => process.exit());

async function obey(message: ToAttacker): Promise<void> {
  switch (message.kind) {
    case 'setup': {
      const factory = await createWalletFactory(message.domain);
      signers = message.credentials.map((credentials, index) => ({ wallet: factory.wallet(index), credentials }));
      size = message.size;
      return say({ kind: 'ready' });
    }
    case 'start': {
      const { plan, port, perSecond } = message;
      if (size === null) throw new Error('it is not set up');
      run = new AttackRun(port, perSecond ?? (plan.kind === 'requests' ? plan.perSecond : Number.POSITIVE_INFINITY));
      if (plan.kind === 'requests') attackWithRequests(run, requestsOf(plan, size, signers));
      else SOCKET_ATTACKS[plan.name].begin(run);
      return;
    }
    case 'stop':
      if (message.answered !== null) await run?.answered(message.answered);
      if (run !== null) say({ kind: 'stopped', report: run.end() });
      run = null;
  }
}

function say(message: FromAttacker): void {
  process.send?.(message);
}
