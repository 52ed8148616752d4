/**
 * Pseudonyms for accounts without a name: Adjective-Noun, computed only from the address, so that every projection,
 * rebuild and gateway agrees. Two accounts may share a pseudonym; it is a courtesy, never an identifier. An account
 * cannot choose the pseudonym of another account, nor one that a future account may get.
 * The lists and the hash are part of what users see: a change would rename every account.
 */
import { isHouseAddress } from '../ledger/wallet.ts';
import { PROFILE_NAME_LENGTH_MAX } from '../limits.ts';
import { looksOf } from './look-alikes.ts';
import { nameProblem } from './names.ts';

const ADJECTIVES = (
  'Able Agile Airy Amber Ample Apt Artful Astute Atomic Autumn Avid Balmy Blithe Bold Bonny Brave Breezy Brief ' +
  'Bright Brisk Bronze Busy Calm Candid Canny Careful Central Cheery Chief Civic Clever Close Cobalt Cool Copper ' +
  'Coral Cosmic Cosy Crisp Curious Dapper Daring Dawn Deep Deft Dewy Direct Distant Dual Eager Early Earnest ' +
  'Eastern Easy Elated Equal Even Exact Fabled Fair Famous Fancy Far Fast Fearless Festive Fine Firm First Fleet ' +
  'Fluent Fond Formal Frank Free Fresh Frosty Gallant Genial Gentle Giddy Gilded Glad Global Golden Good Grand ' +
  'Green Happy Hardy Hearty Hidden High Honest Humble Ideal Indigo Inner Ivory Jade Jaunty Jolly Jovial Joyful Just ' +
  'Keen Kind Large Lasting Lilac Lively Local Loyal Lucid Lucky Lunar Magic Major Mellow Merry Mighty Mild Mindful ' +
  'Modest Mossy Narrow Neat Nimble Noble Northern Novel Olive Opal Open Patient Peaceful Placid Plucky Polite Prime ' +
  'Proud Quick Quiet Rapid Ready Regal Rosy Rustic Sage Scarlet Serene Sharp Silver Sincere Smooth Snowy Solar ' +
  'Solid Spry Stellar Sturdy Sunny Swift Tidy Tranquil True Upbeat Vivid Warm Western Whole Wise Witty Zesty'
).split(' ');

const NOUNS = (
  'Acorn Albatross Alder Anchor Antler Apple Arbor Arrow Aspen Aster Atlas Badger Banjo Basil Bay Beacon Bear ' +
  'Beaver Beech Bell Birch Bison Bluebird Bobcat Bramble Bridge Brook Cabin Canoe Canyon Caribou Cedar Cello Cherry ' +
  'Chestnut Clover Comet Compass Condor Cove Crane Creek Cricket Crow Cypress Daisy Delta Dolphin Dove ' +
  'Dragonfly Drum Dune Eagle Egret Elk Elm Ember Falcon Fern Ferry Fiddle Finch Firefly Fjord Flint Forest Fox ' +
  'Galaxy Gannet Garden Gazelle Geyser Glacier Glade Goose Grove Gull Harbor Hare Harp Hawk Hazel Heather Heron ' +
  'Hill Hive Holly Horizon Ibex Ibis Inlet Iris Island Ivy Jaguar Jasper Jay Juniper Kestrel Kettle Kingfisher Kite ' +
  'Koala Lagoon Lantern Larch Lark Laurel Lemur Lighthouse Lily Linden Llama Lotus Lynx Magpie Mango Maple Marlin ' +
  'Marmot Marten Meadow Meteor Mill Moose Mountain Narwhal Nebula Nutmeg Oak Oasis Ocelot Orbit Orchard Oriole ' +
  'Osprey Otter Owl Panda Panther Parrot Pebble Pelican Penguin Peony Pine Plover Plum Pond Poplar Prairie Puffin ' +
  'Quail Quartz Quill Rabbit Raven Reef Ridge River Robin Rowan Saffron Salmon Seal Sequoia Sparrow Spruce Starling ' +
  'Stork Summit Swallow Swan Tern Thistle Thrush Tiger Toucan Trout Tulip Tundra Turtle Valley Violet Walnut Walrus ' +
  'Willow Wombat Wren Yak Yarrow Zebra Zephyr'
).split(' ');

/** The pseudonym of a lower-case address, for example `Calm-Heron`. */
export function pseudonym(address: string): string {
  // A reserved name, which no account can choose.
  if (isHouseAddress(address)) return 'House';
  const hash = scatter(address);
  const adjective = ADJECTIVES[hash % ADJECTIVES.length];
  const noun = NOUNS[Math.floor(hash / ADJECTIVES.length) % NOUNS.length];
  return `${adjective}-${noun}`;
}

/** The look of an ASCII word; there is exactly one. */
const lookOfWord = (word: string): string => [...looksOf(word)][0] ?? '';
const ADJECTIVE_LOOKS: ReadonlySet<string> = new Set(ADJECTIVES.map(lookOfWord));
const NOUN_LOOKS: ReadonlySet<string> = new Set(NOUNS.map(lookOfWord));
const LONGEST = Math.max(...[...ADJECTIVE_LOOKS].map(({ length }) => length));
/** Pairs whose letters merge where the words meet, such as r and n: their look is not a concatenation of both looks. */
const RUN_TOGETHER: ReadonlySet<string> = new Set(
  ADJECTIVES.filter((adjective) => /[rv]$/.test(adjective)).flatMap((adjective) =>
    NOUNS.filter((noun) => /^[NV]/.test(noun)).map((noun) => lookOfWord(adjective + noun)),
  ),
);

/** True if a name looks like the pseudonym of a present or future account, other than `own`. */
export function looksLikePseudonym(name: string, own: string): boolean {
  const looks = [...looksOf(name)];
  return looks.some(isPseudonymLook) && !looks.includes(lookOfWord(own));
}

/** True if the rules allow this name for the account with this pseudonym. Does not check whether the name is taken. */
export function mayBeNameOf(pseudonymOfOwner: string, name: string): boolean {
  return nameProblem(name, PROFILE_NAME_LENGTH_MAX) === null && !looksLikePseudonym(name, pseudonymOfOwner);
}

function isPseudonymLook(look: string): boolean {
  if (RUN_TOGETHER.has(look)) return true;
  for (let length = 1; length <= LONGEST && length < look.length; length++) {
    if (ADJECTIVE_LOOKS.has(look.slice(0, length)) && NOUN_LOOKS.has(look.slice(length))) return true;
  }
  return false;
}

/** A 32-bit hash that separates addresses that differ in one digit: FNV-1a, then the final mix of MurmurHash3. */
function scatter(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
