/** The venue itself, and its operator's requests. */
import { Type } from 'typebox';
import { amount, count, flag, strict, text, whole } from '../described.ts';
import { JOINS, READS } from '../joins.ts';
import { ConditionIdText } from './common.ts';
import { ShownLooks } from './looks.ts';

export const VENUE_MODES = ['open', 'post_only', 'cancel_only', 'disabled'] as const;

/** Role of a node in its cluster. `seeks`: it knows of no leader. */
export const NODE_ROLES = ['leads', 'follows', 'seeks'] as const;

const SigningDomain = Type.Object({
  name: Type.String(),
  version: Type.String(),
  chainId: Type.Integer(),
  verifyingContract: Type.String(),
});

export const Venue = Type.Object({
  name: Type.String(),
  version: Type.String(),
  chainId: Type.Integer(),
  domain: SigningDomain,
  negRiskDomain: Type.Optional({
    ...SigningDomain,
    description: 'domain of orders of negative-risk markets, where it is another one; additive',
  }),
  v2Domain: Type.Optional({
    ...SigningDomain,
    description: 'domain of orders of markets of version v2, where it is another one; additive',
  }),
  signInChainIds: Type.Array(Type.Integer(), {
    description: 'chains whose sign-ins are taken, the venue’s own first; additive',
  }),
  warning: Type.Optional(
    text('why only throw-away keys may sign here: signatures for chain 137 are valid elsewhere; additive'),
  ),
  authPrefixes: Type.Array(Type.String()),
  authMessage: text('text of the message that a wallet signs to get an API key; names this install, additive'),
  profile: Type.Object(
    {
      name: text('`bellwether`, or `polymarket@` and a date'),
      differences: Type.Array(Type.String(), { description: 'ids of what differs from the interface of July 2026' }),
    },
    { description: 'the interface that clients are served; additive' },
  ),
  mode: Type.Enum([...VENUE_MODES]),
  startingBalance: text(
    'collateral that a new account is given once, decimal; 0: its operator has to deposit, additive',
  ),
  currency: text('sign or word of the play money, for people; additive'),
  looks: Type.Object(ShownLooks.properties, {
    description: 'what the operator has set of the page besides name and currency; additive',
  }),
  join: Type.Enum([...JOINS], {
    description:
      'who may open an account: everyone, addresses that the operator has added, people with a link, people whom the provider knows, or whom an operator lets in; additive',
  }),
  reads: Type.Enum([...READS], { description: 'who may read: everyone, or members; additive' }),
  cluster: Type.Optional(
    Type.Object(
      {
        role: Type.Enum([...NODE_ROLES], { description: 'seeks: it knows of no one that leads' }),
        epoch: count('of the leader, one more with each takeover; 0: none is known'),
        isCurrent: flag('false: another node may lead by now, and this one answers everything else with 503'),
      },
      { description: 'what this node is among those of the venue; left out where it is the only one; additive' },
    ),
  ),
  sandbox: Type.Optional(
    Type.Object(
      {
        branch: text('of its courses of events, the one that clients trade on'),
        speed: amount("of the machine's time; 0: it stands still"),
      },
      { description: 'this is a sandbox: its time is moved and may go back; left out everywhere else; additive' },
    ),
  ),
  time: whole('Unix seconds'),
});
export type Venue = Type.Static<typeof Venue>;

export const Health = Type.Literal('OK');
export const ServerTime = whole('Unix seconds');

export const ModeChange = strict({ mode: Type.Enum([...VENUE_MODES]) });
export const ModeAnswer = Type.Object({ mode: Type.Enum([...VENUE_MODES]) });

export const ConditionParams = Type.Object({
  condition_id: ConditionIdText,
});
export const AdminEventParams = Type.Object({
  id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'catalog id of the event' }),
});

/** `POST /admin/import`: the body is one file of recorded catalog payloads. */
export const ImportQuery = Type.Object({
  file: Type.String({ minLength: 1, maxLength: 300, description: 'name of the file, for messages' }),
});
export const ImportBody = Type.Unknown({
  description: 'an object, an array or a page of events, markets, tags or series',
});

const Counts = Type.Object({ added: Type.Integer({ minimum: 0 }), unchanged: Type.Integer({ minimum: 0 }) });
/** Number of items in a file that were new, and number that the venue already had. */
export const ImportAnswer = Type.Object({
  tags: Counts,
  series: Counts,
  events: Counts,
  markets: Counts,
  notes: Type.Array(Type.String(), {
    description:
      'in words, what was done with added records besides taking them as they are, and which they are; then the names of fields that are not kept, by place, with the number of records',
  }),
});
export type ImportAnswer = Type.Static<typeof ImportAnswer>;

/** `GET /openapi.json`. */
export const ApiDescription = Type.Object(
  {
    openapi: text('version of the format'),
    info: Type.Object({}, { additionalProperties: true }),
    paths: Type.Object({}, { additionalProperties: true }),
    components: Type.Object({}, { additionalProperties: true }),
  },
  { additionalProperties: true },
);
