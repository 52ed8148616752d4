/**
 * The traders of the past and their skill. Their addresses are hashes without private keys, so they cannot speak or
 * trade after the opening. The house's own traders, who have keys, are different accounts.
 */
import { hash } from 'node:crypto';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly bio: string;
  /** Initial play money. */
  readonly units: number;
  /** Skill in percent: more skill means more foresight and less error in guesses. */
  readonly skill: number;
  /** Trading frequency relative to the others. */
  readonly zeal: number;
  /** Share of its money in one order, in thousandths. */
  readonly stakeThousandths: number;
}

const DISCLAIMER = "Of this demo's past: its trades were made up, with play money only.";

const DRAFTS: readonly (readonly [
  id: string,
  name: string,
  bio: string,
  units: number,
  skill: number,
  zeal: number,
  stake: number,
])[] = [
  ['ines', 'Inès Marchetti', 'Reads the footnotes first.', 40_000, 78, 9, 22],
  ['otto', 'Otto Lindqvist', 'Football tables since 1988.', 25_000, 66, 12, 25],
  ['wren', 'Wren Okafor', 'Rockets, comets and what is between.', 18_000, 70, 8, 28],
  ['salome', 'Salome Weir', 'Bets small, often.', 6_000, 52, 16, 14],
  ['dov', 'Dov Castellan', 'Buys what everyone sells.', 30_000, 40, 10, 30],
  ['pia', 'Pia Norgaard', 'Weather station in the garden.', 12_000, 72, 7, 22],
  ['kofi', 'Kofi Brandvold', 'Central banks and coffee, in that order.', 50_000, 61, 8, 20],
  ['mirela', 'Mirela Stan', 'Always long on the underdog.', 9_000, 18, 13, 26],
  ['hugo', 'Hugo Terras', 'Sells too early. Knows it.', 14_000, 55, 9, 24],
  ['anouk', 'Anouk Delft', 'Night trains and tight spreads.', 20_000, 64, 10, 18],
  ['rashid', 'Rashid Lowe', 'Learning by losing.', 4_000, 22, 14, 35],
  ['yuki', 'Yuki Halloran', 'Chess, go, and prices.', 22_000, 74, 6, 24],
  ['tam', 'Tam Ellery', 'Here for the discussions.', 2_500, 30, 5, 20],
  ['bruno', 'Bruno Achterberg', 'Big orders, long naps.', 80_000, 45, 4, 32],
  ['leila', 'Leila Vance', 'Runs the half marathon she bets on.', 8_000, 58, 8, 22],
  ['goran', 'Goran Pell', 'Momentum, until it is not.', 16_000, 34, 12, 28],
  ['esme', 'Esme Quist', 'Patient money.', 35_000, 68, 4, 34],
  ['nils', 'Nils Aubry', 'Robots will cook dinner. One day.', 7_000, 26, 9, 30],
];

export const PEOPLE: readonly Person[] = DRAFTS.map(([id, name, bio, units, skill, zeal, stakeThousandths]) => ({
  id,
  name,
  bio: `${bio} ${DISCLAIMER}`,
  units: 2 * units,
  skill,
  zeal,
  stakeThousandths,
}));

/** Lower-case address. It is a hash of words, so it has no known key. */
export function addressOf(id: string): string {
  return `0x${hash('sha256', `bellwether demo past: address of ${id}`, 'hex').slice(0, 40)}`;
}
