/** The demo catalog: invented but believable questions by theme, and the house traders' starting prices. */
import { CITIES } from './cities.ts';
import { CLIMATE } from './climate.ts';
import { CULTURE } from './culture.ts';
import { ECONOMY } from './economy.ts';
import { HEALTH } from './health.ts';
import { SCIENCE } from './science.ts';
import type { EventDraft } from './shape.ts';
import { SPACE } from './space.ts';
import { SPORTS } from './sports.ts';
import { TECHNOLOGY } from './technology.ts';
import { TRANSPORT } from './transport.ts';
import { type EventInput, eventInput } from './wire.ts';

/** Questions that are open when the demo starts. */
export const DRAFTS: readonly EventDraft[] = [
  ...SCIENCE,
  ...HEALTH,
  ...CITIES,
  ...TRANSPORT,
  ...CULTURE,
  ...ECONOMY,
  ...CLIMATE,
  ...SPORTS,
  ...SPACE,
  ...TECHNOLOGY,
];

/** Bodies for `POST /admin/events`, in the order of adding. */
export const demoCatalog: readonly EventInput[] = DRAFTS.map((draft) => eventInput(draft));

/** The house traders' starting price of the first outcome, in 1/10000, by market slug. */
export const fairPrices: ReadonlyMap<string, number> = new Map(
  DRAFTS.flatMap((draft) => draft.markets.map((market) => [market.slug, market.fair] as const)),
);
