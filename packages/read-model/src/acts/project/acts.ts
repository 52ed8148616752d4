/** Projection of the administrators' log: who did what, before and after, and why. */
import { type Command, type Event, NO_LOOKS } from '@bellwether/engine';
import type { Projection, ProjectionContext } from '../../projection.ts';
import { Statements } from '../../statements.ts';
import { createTables } from '../../table.ts';
import { ACT_TABLES } from '../tables.ts';

type State = Pick<ProjectionContext['state'], 'accounts' | 'wallets' | 'markets'>;
type Fields = Readonly<Record<string, unknown>>;

/** Commands whose fields replace earlier ones. */
const SETTINGS: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  ...(['SetMode', 'SetRole', 'SetModerator', 'SuspendAccount', 'ResumeAccount'] as const),
  ...(['UpdateMarket', 'UpdateCatalogEvent', 'SetStandingGrant', 'SetLooks'] as const),
]);
/** Values that need no act to be known. */
const FIRST: Fields = {
  ...{ mode: 'open', role: 'trader', moderator: false, suspended: false },
  ...NO_LOOKS,
};
/** Fields that say what a command is about, or that the row has elsewhere. A token's hash is of no use to a reader. */
const OMITTED: ReadonlySet<string> = new Set([
  ...['kind', 'act', 'request', 'account', 'wallet', 'wallets', 'address', 'market', 'catalogEvent', 'scope', 'hash'],
  ...['comment', 'suggestion', 'by', 'note', 'reason', 'changes', 'tags', 'series', 'events', 'markets'],
]);
const VALUE_LENGTH_MAX = 200;

export const actsProjection: Projection = {
  name: 'acts',
  version: 2,
  tables: Object.keys(ACT_TABLES),
  ignoresTrading: true,
  schema: `
    ${createTables(ACT_TABLES)}
    CREATE INDEX acts_by_actor ON acts (actor, sequence);
    CREATE INDEX acts_by_kind ON acts (kind, sequence);
  `,

  open(store) {
    const statements = new Statements(store);
    const find = statements.prepare('SELECT value FROM act_facts WHERE subject = ? AND field = ?');
    const keep = statements.prepare('INSERT OR REPLACE INTO act_facts (subject, field, value) VALUES (?, ?, ?)');
    const learn = (subject: string, fields: Fields): void => {
      for (const [field, value] of Object.entries(fields)) keep.run(subject, field, JSON.stringify(value));
    };
    const beforeOf = (subject: string, fields: Fields): Fields => {
      const known = Object.keys(fields).map((field): [string, unknown] => {
        const value = find.get(subject, field)?.['value'];
        return [field, value === undefined ? FIRST[field] : JSON.parse(String(value))];
      });
      return Object.fromEntries(known.filter(([, value]) => value !== undefined));
    };
    return {
      write(entries, { state }) {
        for (const { sequence, timeMs, command, events } of entries) {
          const { act } = command;
          const subject = act === undefined ? '' : subjectOf(command, state);
          const after = act === undefined ? {} : fieldsOf(command);
          const isSetting = act !== undefined && SETTINGS.has(command.kind);
          const kind = command.kind === 'NoteAct' ? command.what : command.kind;
          if (act !== undefined)
            statements.insert('acts', {
              ...{ sequence, time_ms: timeMs, actor: act.actor, role: act.role ?? '', kind, subject },
              before_json: JSON.stringify(isSetting ? beforeOf(subject, after) : notedBefore(command)),
              ...{ after_json: JSON.stringify(after), reason: act.reason },
            });
          if (isSetting) learn(subject, after);
          for (const event of events) {
            const told = factOf(event, state);
            if (told !== null) learn(told.subject, told.fields);
          }
        }
      },
    };
  },
};

/** A fact that an entry may change without an act on it. */
function factOf(event: Event, state: State): { readonly subject: string; readonly fields: Fields } | null {
  switch (event.kind) {
    case 'ModeSet':
      return { subject: '', fields: { mode: event.mode } };
    case 'RoleSet':
      return { subject: addressOf(state, event.account), fields: { role: event.role } };
    case 'ModeratorSet':
      return { subject: addressOf(state, event.account), fields: { moderator: event.moderator } };
    default:
      return null;
  }
}

const addressOf = ({ accounts }: State, account: number): string => accounts[account]?.address ?? '';

function subjectOf(command: Command, state: State): string {
  const { comment, suggestion, scope, address, account, wallet, wallets, market, catalogEvent, name } = {
    ...(command as unknown as Fields),
    ...('scope' in command && (command.scope as unknown as Fields)),
  } as Fields & { readonly wallets?: readonly unknown[] };
  if (typeof comment === 'number') return `comment ${comment}`;
  if (typeof suggestion === 'number') return `suggestion ${suggestion}`;
  if (typeof address === 'string') return address;
  if (typeof account === 'number') return addressOf(state, account);
  if (typeof wallet === 'number') return state.wallets[wallet]?.address ?? '';
  const [only, ...others] = wallets ?? [];
  if (only !== undefined && others.length > 0) return `${others.length + 1} accounts`;
  if (typeof only === 'number') return state.wallets[only]?.address ?? '';
  if (typeof market === 'number') return state.markets[market]?.conditionId ?? '';
  if (typeof catalogEvent === 'number') return `event ${catalogEvent}`;
  if (command.kind === 'AddToCatalog') {
    const { events, markets, series, tags } = command;
    return [...events.map(({ event }) => event), ...markets, ...series, ...tags][0]?.slug ?? '';
  }
  return typeof name === 'string' ? name : scope === undefined ? '' : JSON.stringify(scope);
}

function fieldsOf(command: Command): Fields {
  if (command.kind === 'NoteAct') return { ...command.after };
  if (command.kind === 'SuspendAccount' || command.kind === 'ResumeAccount')
    return { suspended: command.kind === 'SuspendAccount' };
  if (command.kind === 'AddToCatalog') {
    const { events, markets, series, tags } = command;
    const added = { events, markets: [...events.flatMap((event) => event.markets), ...markets], series, tags };
    return Object.fromEntries(
      Object.entries(added).flatMap(([name, all]) => (all.length > 0 ? [[name, all.length]] : [])),
    );
  }
  const named = Object.entries(command).filter(([name]) => !OMITTED.has(name));
  const changes = 'changes' in command ? Object.entries(command.changes) : [];
  return Object.fromEntries([...named, ...changes].map(([name, value]) => [name, shown(value)]));
}

const notedBefore = (command: Command): Fields => (command.kind === 'NoteAct' ? { ...command.before } : {});

function shown(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= VALUE_LENGTH_MAX ? text : `${text.slice(0, VALUE_LENGTH_MAX).toWellFormed()}…`;
}
