/** The processes beside the venue, as the bench holds them: one that attacks, one that answers and does nothing. */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import type { SigningDomain } from '@bellwether/server/ports/signatures.ts';
import type { Trader } from '../../shared/trading-floor.ts';
import type { WorldSize } from '../world.ts';
import type { Answers } from './idle-listener.ts';
import type { AttackPlan, AttackReport, FromAttacker, ToAttacker } from './messages.ts';

const NICE = 10;

export interface Attacker {
  /** `perSecond`: no more than this; null for as much as the other side takes. */
  start(port: number, plan: AttackPlan, perSecond: number | null): void;
  /** Cuts it off, once an answer from status `answered` on has come where one has to, and says what came of it. */
  stop(answered: number | null): Promise<AttackReport>;
  end(): Promise<void>;
}

export async function startAttacker(
  size: WorldSize,
  domain: SigningDomain,
  signers: readonly Trader[],
): Promise<Attacker> {
  const child = fork(new URL('./attacker.ts', import.meta.url));
  standBack(child);
  const tell = (message: ToAttacker): void => void child.send(message);
  tell({ kind: 'setup', size, domain, credentials: signers.map(({ credentials }) => credentials) });
  await heard<FromAttacker>(child);
  return {
    start: (port, plan, perSecond) => tell({ kind: 'start', port, plan, perSecond }),
    async stop(status) {
      const answer = heard<FromAttacker>(child);
      tell({ kind: 'stop', answered: status });
      const message = await answer;
      if (message.kind !== 'stopped') throw new Error(`the attacker said ${message.kind}`);
      return message.report;
    },
    end: () => endOf(child),
  };
}

export interface IdleListener {
  readonly port: number;
  setAnswers(answers: Answers): Promise<void>;
  end(): Promise<void>;
}

export async function startIdleListener(): Promise<IdleListener> {
  const child = fork(new URL('./idle-listener.ts', import.meta.url));
  const port = await heard<number>(child);
  return {
    port,
    async setAnswers(answers) {
      const set = heard<string>(child);
      child.send(answers);
      await set;
    },
    end: () => endOf(child),
  };
}

/**
 * An attacker has a machine of its own: here it takes no core from the venue while that has work. Being nice alone does not
 * make it so: a thread that wakes up waits for the slice of the one that runs, milliseconds, unless that one is idle work.
 */
function standBack({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const { status } = spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(pid)], { stdio: 'ignore' });
  if (status !== 0) setPriority(pid, Math.min(19, getPriority() + NICE));
}

/** The next message; rejects when the process ends instead. */
async function heard<Message>(child: ChildProcess): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  const ended = (code: number | null): void => reject(new Error(`a process of the bench ended with ${code}`));
  child.once('exit', ended);
  child.once('message', (message) => resolve(message as Message));
  return promise.finally(() => child.off('exit', ended));
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}
