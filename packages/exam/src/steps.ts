/** Incidents as data: a closed list of steps, each of which is a call of the stage. Built-in incidents are written so, too. */
import { DecimalText, Duration, FaultWish, ScenarioName, STRICT, VENUE_MODES } from '@bellwether/contract';
import type { OwnOrder } from '@bellwether/sdk';
import { Type } from 'typebox';
import type { Incident } from './incident.ts';
import { NotPlayed, type Stage } from './stage.ts';

/** Longest `wait`, milliseconds. */
const WAIT_MS_MAX = 600_000;

/** An incident that is being played: the last rule that was armed, and the last order that rested or was filled. */
interface Scene {
  readonly stage: Stage;
  rule: string;
  order: OwnOrder | null;
}

/** `play` gets the step's own fields. Each step may have a `note`: a line of evidence, once it is done. */
const step = <Kind extends string, Fields extends Type.TProperties>(
  kind: Kind,
  fields: Fields,
  play: (scene: Scene, step: Type.Static<Type.TObject<Fields>>) => Promise<unknown>,
) => ({
  kind,
  schema: Type.Object(
    { kind: Type.Literal(kind), ...fields, note: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })) },
    STRICT,
  ),
  play,
});

const orderOf = ({ order }: Scene): OwnOrder => {
  if (order === null) throw new NotPlayed('no order of the bot had rested before');
  return order;
};

const STEPS = [
  step('start', {}, ({ stage }) => stage.startBot()),
  step('rest', {}, async (scene) => {
    scene.order = await scene.stage.restingOrder();
    scene.stage.note(`its order ${scene.order.id} rests`);
  }),
  step(
    'fill',
    { part: Type.Enum(['all', 'half']), order: Type.Optional(Type.Enum(['next', 'rested'])) },
    async (scene, { part, order }) => {
      if (order === 'rested') await scene.stage.fill(orderOf(scene), part);
      else scene.order = await scene.stage.fillNext(part);
    },
  ),
  step('fault', { rule: FaultWish }, async (scene, { rule }) => {
    scene.rule = await scene.stage.arm(rule);
  }),
  step('hit', { what: Type.String({ minLength: 1, maxLength: 200 }) }, ({ stage, rule }, { what }) =>
    stage.untilHit(rule, what),
  ),
  step('meet', {}, async ({ stage, rule }) => {
    await stage.letMeet(rule);
    stage.note(`it had met the fault ${await stage.hits(rule)} times by then`);
  }),
  step('disarm', {}, ({ stage }) => stage.disarm()),
  step('cutOff', {}, async (scene) => {
    scene.rule = await scene.stage.cutOff();
  }),
  step('reconnect', {}, ({ stage }) => stage.reconnect()),
  step('cutOver', {}, async (scene) => {
    scene.rule = await scene.stage.cutOver();
  }),
  step('move', {}, async ({ stage }) => {
    await stage.house.move();
    stage.note('the price moved by five ticks');
  }),
  step('deposit', { amount: DecimalText }, async ({ stage }, { amount }) => {
    await stage.operator.admin.deposit({ wallet: stage.account.account.address, amount });
    stage.note(`the operator deposited ${amount}`);
  }),
  step('withdraw', { amount: DecimalText }, async ({ stage }, { amount }) => {
    await stage.operator.admin.withdraw({ wallet: stage.account.account.address, amount });
    stage.note(`the operator withdrew ${amount}`);
  }),
  step('resolve', { winner: Type.Enum(['first', 'second', 'filled']) }, async (scene, { winner }) => {
    const { tokens, outcomes, conditionId } = scene.stage.market;
    const isFirst = (): boolean => (orderOf(scene).asset_id === tokens[0]) === (orderOf(scene).side === 'BUY');
    const label = outcomes[(winner === 'filled' ? isFirst() : winner === 'first') ? 0 : 1];
    await scene.stage.operator.admin.resolve(conditionId, { winner: label });
    scene.stage.note(`the market was resolved to ${label}, and holders were paid`);
  }),
  step('mode', { mode: Type.Enum([...VENUE_MODES]) }, async ({ stage }, { mode }) => {
    await stage.operator.admin.setMode(mode);
    stage.note(`the venue's mode became ${mode}`);
  }),
  step('advance', { by: Duration }, async ({ stage }, { by }) => {
    await stage.operator.sandbox.advance(by);
    stage.note(`time went on by ${by}`);
  }),
  step('rewind', {}, async (scene) => {
    const { stage } = scene;
    const { id } = orderOf(scene);
    const { steps } = await stage.operator.sandbox.explain(id);
    const first = Math.min(...steps.flatMap(({ sequence }) => (sequence === null ? [] : [sequence])));
    if (!Number.isFinite(first)) throw new NotPlayed(`the venue does not tell when order ${id} was placed`);
    await stage.operator.sandbox.rewind({ sequence: first - 1 });
    await stage.operator.sandbox.run();
    stage.note(`the venue went back to entry ${first - 1}, before order ${id}`);
  }),
  step('wait', { ms: Type.Integer({ minimum: 1, maximum: WAIT_MS_MAX }) }, ({ stage }, { ms }) => stage.pause(ms)),
] as const;

export const KINDS: readonly string[] = STEPS.map(({ kind }) => kind);
const StepSchema = Type.Union(STEPS.map(({ schema }) => schema));
type WrittenStep = Type.Static<(typeof STEPS)[number]['schema']>;

export const INCIDENT_FIELDS = { name: ScenarioName, about: Type.String({ minLength: 1, maxLength: 1_000 }) };
/** An incident as a file has it. */
export const WrittenSchema = Type.Object(
  { ...INCIDENT_FIELDS, steps: Type.Array(StepSchema, { minItems: 1 }) },
  STRICT,
);
export interface Written extends Omit<Incident, 'play'> {
  readonly steps: readonly WrittenStep[];
}

export const written = ({ steps, ...incident }: Written): Incident => ({
  ...incident,
  async play(stage) {
    const scene: Scene = { stage, rule: '', order: null };
    for (const each of steps) {
      const play = STEPS.find(({ kind }) => kind === each.kind)?.play as
        | ((scene: Scene, step: WrittenStep) => Promise<unknown>)
        | undefined;
      await play?.(scene, each);
      if (each.note !== undefined) stage.note(each.note);
    }
  },
});

/** Steps of which one has to come before a step. */
const NEEDS: { readonly [kind in WrittenStep['kind']]?: readonly WrittenStep['kind'][] } = {
  rest: ['start'],
  fill: ['start'],
  hit: ['fault', 'cutOff', 'cutOver'],
  meet: ['fault', 'cutOff', 'cutOver'],
  rewind: ['rest', 'fill'],
};

/** First step that cannot be played where it is, with the reason; null if all can. */
export function misplacedStep(steps: readonly WrittenStep[]): string | null {
  for (const [index, each] of steps.entries()) {
    const place = `steps[${index}]`;
    const before = steps.slice(0, index).map(({ kind }) => kind);
    const needs = each.kind === 'fill' && each.order === 'rested' ? ['rest'] : (NEEDS[each.kind] ?? ['']);
    if (needs[0] !== '' && !before.some((kind) => needs.includes(kind)))
      return `${place}: ${each.kind} needs ${needs.join(' or ')} before it`;
    const isCut =
      before.lastIndexOf('cutOff') > Math.max(before.lastIndexOf('reconnect'), before.lastIndexOf('disarm'));
    if (isCut && (each.kind === 'rest' || (each.kind === 'fill' && each.order !== 'rested')))
      return `${place}: while the bot is cut off, only an order that has rested can be filled: "order": "rested"`;
  }
  return steps.some(({ kind }) => kind === 'start') ? null : 'steps: the bot is never started: start is missing';
}
