/** A sandbox on which public clients trade, with controls for its faults. */
import { Side } from '@polymarket/clob-client-v2';
import { addMarket, openTrader, operate, type StageMarket, startVenue, type Trader } from '../stage.ts';

export interface FaultStage {
  readonly venue: Awaited<ReturnType<typeof startVenue>>;
  readonly alice: Trader;
  readonly bob: Trader;
  /** Arms a preset; `match` narrows it. */
  arm(preset: string, match?: object): Promise<void>;
  disarm(): Promise<void>;
  /** Number of requests that matched the armed fault, and of those it affected. */
  met(): Promise<string>;
  /** Advances the sandbox's time by a duration such as `2s`. */
  advance(by: string): Promise<void>;
  newMarket(): Promise<StageMarket>;
  /** Names of all presets according to the sandbox. */
  presets(): Promise<readonly string[]>;
}

export const bid = (tokenID: string, price = 0.4) => ({ tokenID, price, size: 5, side: Side.BUY });

interface Rule {
  readonly matched: number;
  readonly injected: number;
}

interface Description {
  readonly components: {
    readonly schemas: { readonly FaultWish: { readonly properties: { readonly preset: { readonly enum: string[] } } } };
  };
}

export async function openFaultStage(): Promise<FaultStage> {
  const venue = await startVenue({ BELLWETHER_SANDBOX: 'on' });
  const alice = await openTrader(venue, 'a');
  const bob = await openTrader(venue, 'b');
  const rules = async (method: 'GET' | 'DELETE'): Promise<readonly Rule[]> => {
    const headers = { authorization: `Bearer ${venue.adminToken}` };
    const answer = await fetch(`${venue.url}/sandbox/faults`, { method, headers });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as readonly Rule[];
  };
  return {
    venue,
    alice,
    bob,
    arm: async (preset, match = {}) => void (await operate(venue, '/sandbox/faults', { preset, match })),
    disarm: async () => void (await rules('DELETE')),
    async met() {
      const [rule] = await rules('GET');
      return `the venue did so to ${rule?.injected} of ${rule?.matched} requests`;
    },
    advance: async (by) => void (await operate(venue, '/sandbox/clock', { advance: by })),
    newMarket: () => addMarket(venue, 'Broken'),
    async presets() {
      const answer = await fetch(`${venue.url}/openapi.json`);
      const { components } = (await answer.json()) as Description;
      return components.schemas.FaultWish.properties.preset.enum;
    },
  };
}
