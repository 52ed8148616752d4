/** Applies events of the venue as a whole: its mode, its rules, and the requests it remembers. */
import type { Stamp } from '../command.ts';
import type { ModeSet } from '../event.ts';
import type { RequestKept } from '../requests/request.ts';
import { applyRulesAdopted, type RulesAdopted } from '../rules.ts';
import type { State } from '../state.ts';

export function applyVenueEvent(state: State, event: ModeSet | RulesAdopted | RequestKept, stamp: Stamp): void {
  switch (event.kind) {
    case 'ModeSet':
      state.mode = event.mode;
      return;
    case 'RulesAdopted':
      return applyRulesAdopted(state, event);
    case 'RequestKept': {
      const { sequence, timeMs } = stamp;
      const { nextOrderNumber: orders, community, requests } = state;
      if (!requests.isKept) return;
      return requests.keep(event, { sequence, timeMs, orders, comments: community.comments.count });
    }
  }
}
