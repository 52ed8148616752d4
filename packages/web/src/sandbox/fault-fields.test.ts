/** Checks the fault forms against the contract: the form can express every rule that the venue accepts. */
import { createSchemaCheck, FAULT_PRESETS, FaultMatch, FaultWish } from '@bellwether/contract';
import { expect, test } from 'vitest';
import {
  AS_IT_IS,
  FRAME_KINDS,
  NEW_RULE,
  presetWish,
  REQUEST_KINDS,
  type RuleText,
  ruleWish,
  TRADE_KINDS,
} from './fault-draft.ts';
import { FIELD_OF } from './refusals.ts';

/** A rule with every form field filled in. */
const FULL: RuleText = {
  ...NEW_RULE,
  ...{ times: '3', chance: '50', market: 'who-wins', nth: '2', every: '4', seed: '7', account: `0x${'a'.repeat(40)}` },
  ...{ from: '2026-01-01T12:00', until: '2026-01-02T12:00', seconds: '3' },
  ...{ retried: '20', failed: '10', unbroadcast: '1', hash: '2', mined: '1', confirmed: '2', retrying: '3' },
};

const RULES = [
  ...REQUEST_KINDS.map((requestKind) => ruleWish({ ...FULL, of: 'requests', requestKind })),
  ...FRAME_KINDS.map((frameKind) => ruleWish({ ...FULL, of: 'frames', frameKind })),
  ...TRADE_KINDS.map((tradeKind) => ruleWish({ ...FULL, of: 'trades', tradeKind })),
];

const isTaken = createSchemaCheck(FaultWish);
const names = (of: object | undefined): string[] => Object.keys(of ?? {}).toSorted();
/** Schemas of each kind of action, from the contract. */
const DOINGS = (FaultWish.properties.do as { readonly anyOf: readonly DoingSchema[] }).anyOf;
interface DoingSchema {
  readonly properties: Readonly<Record<string, object>> & { readonly kind: { readonly const: string } };
}

test('faults: the form has every field that the contract knows of a rule', () => {
  const wishes = RULES.map(({ wish, problems }) => {
    expect(problems).toEqual({});
    if (wish === null) throw new Error('nothing is wished for');
    expect(isTaken(wish)).toBeNull();
    return wish;
  });
  expect(names(FaultMatch.properties)).toEqual(names(Object.assign({}, ...wishes.map(({ match }) => match))));
  for (const { properties } of DOINGS) {
    const { const: kind } = properties.kind;
    const wish = wishes.find(({ do: fault }) => fault?.kind === kind);
    expect([kind, names(wish?.do)]).toEqual([kind, names(properties)]);
  }
  expect(names(FaultWish.properties)).toEqual(names({ ...wishes[0], preset: '' }));
});

test('faults: the form of presets has every field by which the contract narrows one', () => {
  const { of, requestKind, frameKind, tradeKind, ...text } = FULL;
  for (const preset of FAULT_PRESETS) {
    const { wish } = presetWish(preset, { ...AS_IT_IS, ...text });
    expect(wish === null ? 'nothing' : isTaken(wish)).toBeNull();
    expect([names(wish?.match), wish?.seed]).toEqual([names(FaultMatch.properties), 7]);
  }
});

test('faults: each field that the venue may refuse has a place in the form', () => {
  const paths = [
    ...names(FaultMatch.properties).map((name) => `match.${name}`),
    ...DOINGS.flatMap(({ properties: { kind, ...others } }) => names(others).map((name) => `do.${name}`)),
    'seed',
  ];
  expect(Object.keys(FIELD_OF).toSorted()).toEqual([...new Set(paths)].toSorted());
});
