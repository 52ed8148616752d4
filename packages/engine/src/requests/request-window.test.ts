/** Which requests are remembered, for how long, and which are displaced, compared with a plain list of all requests. */
import { expect, test } from 'vitest';
import { Dice } from '../testing/dice.ts';
import { runs } from '../testing/runs.ts';
import { type AccountId, accountId } from '../units/units.ts';
import { signatureKey } from './request.ts';
import { type KeptRequest, type RequestBounds, RequestWindow } from './request-window.ts';

const BOUNDS = { inAllMax: 12, perAccountMax: 6, ofOperatorMax: 8, alwaysMax: 2, keptMs: 1_000, staleMs: 1_000 };
/** Requests identified by their signature have separate places. */
const SIGNED = { inAllMax: 10, perAccountMax: 5, ofOperatorMax: 0, alwaysMax: 3, keptMs: 400, staleMs: 100 };
const BOTH = { named: BOUNDS, signed: SIGNED };
const boundsOf = (key: string): RequestBounds => (key.startsWith('§') ? SIGNED : BOUNDS);
const hash = '0'.repeat(32);
const at = (sequence: number, timeMs: number) => ({ sequence, timeMs, orders: 3, comments: 5 });

test('requests: one with a key of its own is known by its signature as well, for as long, and after a snapshot', () => {
  const signature = signatureKey('s');
  let window = new RequestWindow(BOTH);
  window.keep({ by: accountId(1), key: 'mine', hash, signature }, at(7, 0));
  window = RequestWindow.restore(window.snapshot(), BOTH);
  for (const known of ['mine', signature])
    expect(window.find(accountId(1), known, 999)).toMatchObject({ key: 'mine', signature, sequences: [7] });
  expect(window.find(accountId(2), signature, 0)).toBeNull();
  expect(window.find(accountId(1), signature, 1_000)).toBeNull();
  for (let key = 0; key < 6; key++) window.keep({ by: accountId(1), key: `later-${key}`, hash }, at(10 + key, 0));
  for (const known of ['mine', signature]) expect(window.find(accountId(1), known, 0)).toBeNull();
});

test('requests: a random history is remembered as a plain list of all requests says [E29]', () => {
  for (let seed = 1; seed <= runs(40); seed++) {
    const dice = new Dice(seed);
    let window = new RequestWindow(BOTH);
    let naive: KeptRequest[] = [];
    let timeMs = 0;
    for (let sequence = 1; sequence <= 400; sequence++) {
      timeMs += dice.below(60);
      const who = dice.below(6);
      const by: AccountId | null = who === 0 ? null : accountId(who);
      const name = `k${dice.below(12)}`;
      const key = dice.below(3) === 0 && by !== null ? signatureKey(name) : name;
      const live = naive.filter((each) => timeMs - each.timeMs < boundsOf(each.key).keptMs);
      const known = live.find((each) => each.by === by && each.key === key);
      expect(window.find(by, key, timeMs), `seed ${seed}, entry ${sequence}`).toEqual(known ?? null);
      window.keep({ by, key, hash }, at(sequence, timeMs));
      naive = keepNaively(naive, { by, key, hash, ...at(sequence, timeMs) });
      if (dice.below(20) === 0) window = RequestWindow.restore(window.snapshot(), BOTH);
      const [named, signed] = [false, true].map((is) => naive.filter(({ key: of }) => of.startsWith('§') === is));
      expect([[...window.values()], window.size]).toEqual([[...(named ?? []), ...(signed ?? [])], naive.length]);
    }
  }
});

function keepNaively(
  before: readonly KeptRequest[],
  made: Omit<KeptRequest, 'sequences' | 'entries'> & { readonly sequence: number },
): KeptRequest[] {
  const { sequence, ...request } = made;
  const bounds = boundsOf(request.key);
  const others = before.filter((each) => boundsOf(each.key) !== bounds);
  const isOver = (each: KeptRequest): boolean => request.timeMs - each.timeMs >= bounds.keptMs;
  let list = before.filter((each) => boundsOf(each.key) === bounds);
  for (let step = 0; step < 4 && list[0] !== undefined && isOver(list[0]); step++) list.shift();
  const known = list.find((each) => each.by === request.by && each.key === request.key);
  if (known !== undefined && !isOver(known)) {
    const longer = { ...known, sequences: [...known.sequences, sequence].slice(0, 64), entries: known.entries + 1 };
    return [...others, ...list.map((each) => (each === known ? longer : each))];
  }
  list = list.filter((each) => each !== known);
  const own = list.filter((each) => each.by === request.by);
  const ownMax = request.by === null ? bounds.ofOperatorMax : bounds.perAccountMax;
  const [earliest] = list;
  if (own.length >= ownMax) list = list.filter((each) => each !== own[0]);
  else if (list.length >= bounds.inAllMax && earliest !== undefined) {
    if (request.timeMs - earliest.timeMs >= bounds.staleMs) list = list.slice(1);
    else if (own.length >= bounds.alwaysMax) list = list.filter((each) => each !== own[0]);
  }
  return [...others, ...list, { ...request, sequences: [sequence], entries: 1 }];
}
