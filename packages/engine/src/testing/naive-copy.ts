/** Copies the naive exchange's state, so that an attempt can be undone. Tests only. */
import type { NaiveState } from './naive-state.ts';

/** The copy shares no mutable data: fields of a row are reassigned, but their values are never changed in place. */
export function copyNaiveState(state: NaiveState): NaiveState {
  const { community, heartbeats } = state;
  return {
    ...state,
    accounts: copied(state.accounts),
    relayed: [...state.relayed],
    wallets: copied(state.wallets),
    holdings: copied(state.holdings),
    keys: copied(state.keys),
    tags: copied(state.tags),
    series: copied(state.series),
    catalogEvents: copied(state.catalogEvents),
    markets: copied(state.markets),
    orders: copied(state.orders),
    results: copied(state.results),
    community: {
      comments: copied(community.comments),
      marks: new Set(community.marks),
      names: copied(community.names),
      moderators: [...community.moderators],
    },
    heartbeats: { armed: copied(heartbeats.armed), missed: copied(heartbeats.missed) },
  };
}

const copied = <Row extends object>(rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row }));
