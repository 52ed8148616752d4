/** Arguments of `bellwether invite` and `bellwether erase`. */
import { parseArgs } from 'node:util';
import { readConfig } from '@bellwether/venue/config.ts';
import { WrongUsage } from './wrong-usage.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

export async function inviteCommand(args: string[], environment: Environment, print: Print): Promise<number> {
  const options = { send: { type: 'boolean', default: false }, reason: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new WrongUsage('invite takes one CSV file');
  const { runInvite } = await import('@bellwether/venue/ops/people-commands.ts');
  const { reason, send } = values;
  await runInvite(readConfig(environment, false), { file, send, reason }, print);
  return 0;
}

export async function eraseCommand(args: string[], environment: Environment, print: Print): Promise<number> {
  const { positionals, values } = parseArgs({ args, options: { reason: { type: 'string' } }, allowPositionals: true });
  const [person] = positionals;
  if (person === undefined || positionals.length > 1) throw new WrongUsage('erase takes one person');
  const { runErase } = await import('@bellwether/venue/ops/people-commands.ts');
  await runErase(readConfig(environment, false), person, values.reason, print);
  return 0;
}
