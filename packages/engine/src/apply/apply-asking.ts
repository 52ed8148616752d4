/** Applies events of asking. */
import { setOpenTime } from '../asking/asking.ts';
import { touchBook } from '../market/market.ts';
import { type Applied, catalogEventOf, marketOf } from '../state.ts';

export const ASKING_EVENTS = {
  ClarificationAdded(state, { catalogEvent, number }) {
    state.asking.clarifications.set(catalogEventOf(state, catalogEvent).id, number);
  },
  SuggestionAdded({ asking }, { account }, { timeMs }) {
    asking.addSuggestion({ account, timeMs, status: 'waiting' });
  },
  SuggestionDecided: ({ asking }, { suggestion, status }) => asking.decideSuggestion(suggestion, status),
  TradingOpened(state, event, stamp) {
    const market = marketOf(state, event.market);
    setOpenTime(state.asking, market, null, stamp.timeMs);
    touchBook(market, stamp);
  },
} satisfies Partial<Applied>;
