/**
 * Every command of `bellwether`, described once: `bellwether help` prints this table, and `npm run docs:reference` writes
 * docs/reference/commands.md.
 */
import { SETTING_GROUPS } from '@bellwether/venue/config/settings.ts';

export interface Command {
  readonly name: string;
  /** Arguments after the name; empty for none. */
  readonly takes: string;
  /** Effect: starts with a verb, without a full stop. */
  readonly does: string;
  /** Page below `docs/` that says more. */
  readonly see?: string;
}

export const COMMANDS = [
  {
    name: 'serve',
    takes: '[--demo]',
    does: 'run the venue; --demo sets BELLWETHER_DEMO if it is not set',
    see: 'guides/install-and-run.md',
  },
  { name: 'demo', takes: '', does: 'the same as serve --demo', see: 'start/first-venue.md' },
  {
    name: 'sandbox',
    takes: '[--demo] [--seed N] [--start TIME|now] [--scenario NAME|FILE] [--tape FILE]… [--local-files] [--temporary]',
    does: 'run a venue with a manual clock that you can advance, rewind and fork; in ./sandbox unless BELLWETHER_DATA_DIR names another folder; --local-files: forks may name local files; --temporary: it ends with stdin, and removes its folder',
    see: 'start/first-rehearsal.md',
  },
  {
    name: 'invite',
    takes: 'FILE [--send] [--reason TEXT]',
    does: 'invite the people of a CSV file with the columns email, name, group, role to the running venue, and print one link for each; --send mails them',
    see: 'guides/accounts-and-keys.md#people',
  },
  {
    name: 'erase',
    takes: 'PERSON [--reason TEXT]',
    does: 'erase a person of the running venue, named by id, e-mail address or name; the account stays without a name',
    see: 'guides/accounts-and-keys.md#people',
  },
  {
    name: 'import',
    takes: 'FILE…',
    does: 'add recorded catalog payloads (events, markets, listing pages) to the data folder',
    see: 'guides/import-a-catalog.md',
  },
  {
    name: 'backup',
    takes: 'DIR',
    does: 'copy the journal and the keys into a new folder and check the copy, also while the venue runs; --without-keys leaves the keys out',
    see: 'guides/back-up-and-restore.md',
  },
  {
    name: 'restore',
    takes: 'DIR|FILE',
    does: "replace the data folder's journal with a backup's; the old files move to a dated folder beside it",
    see: 'guides/back-up-and-restore.md#restore',
  },
  {
    name: 'journal copy',
    takes: 'FROM TO [--move-texts]',
    does: 'copy a journal and check the copy; each place is a data folder or postgres://user@host:port/database that is not in use. A copy that was killed resumes. With --move-texts, texts of people can be erased',
    see: 'guides/move-a-journal.md',
  },
  {
    name: 'mcp',
    takes: '[--url URL] [--key-file FILE] [--scenario NAME]',
    does: 'let a software agent trade, by the Model Context Protocol on stdin and stdout; on a sandbox of its own unless --url names a venue',
    see: 'guides/bring-your-bot.md',
  },
  {
    name: 'exam',
    takes:
      '--bot URL|COMMAND [--incidents FILE]… [--only INCIDENT]… [--within SECONDS] [--jobs N] [--json] [--junit FILE]',
    does: 'play 13 incidents against a bot and compare what it believes with the ledger; --incidents adds your own, --list names them, --help says what the bot must do. Exit code 1 unless all agree',
    see: 'guides/bring-your-bot.md#examine-it',
  },
  {
    name: 'status',
    takes: '',
    does: 'say whether the venue of the data folder runs and answers; exit code 1 if not',
    see: 'guides/monitor.md',
  },
  {
    name: 'doctor',
    takes: '',
    does: 'check this machine, the settings, the data folder and the database, and say what to do',
    see: 'guides/when-something-goes-wrong.md',
  },
  {
    name: 'verify',
    takes: '',
    does: 'check the journal, its hash chain, every decision, conservation, the read store and texts of people',
    see: 'guides/back-up-and-restore.md#verify',
  },
  {
    name: 'export',
    takes: '[--what LIST] [--format csv|parquet|jsonl] [--from TIME] [--to TIME] [--out FOLDER]',
    does: 'write data sets of one moment to files, also while the venue runs; LIST is some of trades,prices,positions,people,results,comments. Without options: write every journal entry with its chain value to stdout, one JSON line each',
    see: 'guides/back-up-and-restore.md#export',
  },
  {
    name: 'record',
    takes: 'URL --market ID… [--feed URL] [--out FILE]',
    does: "record a venue's market feed onto a tape until Ctrl-C; ./market.tape by default, and an existing tape is continued",
    see: 'guides/record-and-replay.md',
  },
  {
    name: 'tape',
    takes: 'FILE',
    does: 'check a tape and print what it holds; with --from-journal [--market ID…] [--without ADDRESS] write it from the journal',
    see: 'guides/record-and-replay.md',
  },
  {
    name: 'tape from',
    takes: 'FILE… --preset NAME|--time COLUMN… [--out FILE] [--strict]',
    does: 'make a tape of CSV or Parquet files and say what was lost; ./market.tape by default',
    see: 'reference/tape.md#from-files',
  },
  {
    name: 'report',
    takes: '[FOLDER|FILE] [--user ADDRESS] [--out FILE] [--json]',
    does: "write ./report.html about an account of a journal, a replay's certificate or the JSON of an exam; --json prints its document",
    see: 'reference/sandbox.md#report',
  },
  {
    name: 'completion',
    takes: '',
    does: 'print the completion of commands and options for bash: source <(bellwether completion)',
  },
  { name: 'help', takes: '[COMMAND|settings]', does: 'print all commands, one command, or all settings' },
  { name: 'version', takes: '', does: 'print the versions of the program and of its Node' },
] as const satisfies readonly Command[];

type FirstWord<Name> = Name extends `${infer Word} ${string}` ? Word : Name;
export type CommandName = FirstWord<(typeof COMMANDS)[number]['name']>;

const INDENT = 19;
const WIDTH = 120;

/** Text of `bellwether help`, or of `bellwether help COMMAND`. */
export function usageText(command?: string): string {
  const shown = COMMANDS.filter(({ name }) => command === undefined || name.split(' ')[0] === command);
  const rows = shown.map(({ name, takes, does }) => {
    const call = `  ${name} ${takes}`.trimEnd();
    const lines = wrap(does, WIDTH - INDENT).join(`\n${' '.repeat(INDENT)}`);
    return call.length < INDENT - 1 ? call.padEnd(INDENT) + lines : `${call}\n${' '.repeat(INDENT)}${lines}`;
  });
  return [
    'Usage: bellwether COMMAND',
    '',
    ...rows,
    '',
    'Settings are environment variables: bellwether help settings.',
  ].join('\n');
}

/** Script of `bellwether completion`, for bash: command names, then the options of the command, else files. */
export function completionText(): string {
  const names = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0]))];
  const options = names.map((name) => {
    const words = new Set(usageText(name).match(/--[a-z-]+/g));
    return `    ${name}) words='${[...words].join(' ')}' ;;`;
  });
  return `_bellwether() {
  local words=''
  if [ "$COMP_CWORD" -eq 1 ]; then words='${names.join(' ')}'
  else case "\${COMP_WORDS[1]}" in
${options.join('\n')}
  esac; fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _bellwether bellwether`;
}

/** Text of `bellwether help settings`. */
export function settingsText(): string {
  const groups = SETTING_GROUPS.map(({ title, settings }) => {
    const rows = settings.map(({ name, fallback, meaning }) => {
      const lines = wrap(`${meaning} Default: ${fallback}.`.replaceAll('`', ''), WIDTH - 4).join('\n    ');
      return `  ${name}\n    ${lines}`;
    });
    return [`${title}:`, ...rows].join('\n');
  });
  return groups.join('\n\n');
}

/** Breaks `text` at spaces into lines of at most `width` characters. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
