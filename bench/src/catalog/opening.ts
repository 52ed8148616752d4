/** The catalog and the wallets of a large venue: tags, series, events with their markets, funded accounts. */
import {
  type CatalogEventWithMarkets,
  type Command,
  micros,
  type SeriesDefinition,
  walletId,
} from '@bellwether/engine';
import { CATALOG_CREATED, eventCommands, questionEndDate, questionEvent, topicTag } from '../shared/catalog.ts';
import { openAccount } from '../shared/history.ts';
import { benchMarket } from '../shared/markets.ts';
import { createRandom } from '../shared/random.ts';

export const MARKETS_PER_EVENT = 5;
export const TAGS = 200;
export const SERIES = 100;
export const SITES = 20;
/** Accounts that quote; all others only take. */
export const MAKERS = 200;
/** Of the events, so many in a hundred are over. */
const CLOSED_PERCENT = 40;
/** Ten thousand units each, a million for those who quote. */
const STARTING_BALANCE = 10_000_000_000;
const MAKER_DEPOSIT = 1_000_000_000_000;

const TOPICS = ['election', 'rainfall', 'harbour', 'orchard', 'railway', 'lantern', 'glacier', 'theatre', 'reactor'];

const isClosed = (event: number): boolean => (event * 37) % 100 < CLOSED_PERCENT;
const isArchived = (event: number): boolean => event % 50 === 0;
/** Whether no one trades in the event with that index. */
export const isOver = (event: number): boolean => isClosed(event) || isArchived(event);

export function* openingCommands(events: number, accounts: number): Generator<Command> {
  const tags = Array.from({ length: TAGS }, (_, index) => topicTag(index));
  const series = Array.from({ length: SERIES }, (_, index) => seriesOf(index));
  yield { kind: 'AddToCatalog', tags, series, events: [], markets: [] };
  const random = createRandom(5);
  yield* eventCommands(events, (index) => eventOf(index, random));
  for (let account = 0; account < accounts; account++) {
    yield openAccount(account, STARTING_BALANCE);
    if (account < MAKERS) yield { kind: 'Deposit', wallet: walletId(account * 2), amount: micros(MAKER_DEPOSIT) };
  }
}

function seriesOf(index: number): SeriesDefinition {
  return {
    id: null,
    ticker: `series-${index}`,
    slug: `series-${index}`,
    title: `Series ${index}`,
    seriesType: 'single',
    recurrence: 'weekly',
    image: '',
    icon: '',
    active: true,
    closed: false,
    archived: false,
    createdAt: CATALOG_CREATED,
    updatedAt: CATALOG_CREATED,
  };
}

function eventOf(index: number, random: ReturnType<typeof createRandom>): CatalogEventWithMarkets {
  const topic = TOPICS[index % TOPICS.length] ?? '';
  const title = `Question ${index} about the ${topic}`;
  const flags = { active: !isClosed(index), closed: isClosed(index), archived: isArchived(index) };
  // The first tag is on every event: the worst one to filter by.
  const tagSlugs = ['topic-0', `topic-${1 + random.below(9)}`, `topic-${10 + random.below(TAGS - 10)}`];
  const endDate = questionEndDate(index);
  return {
    event: questionEvent(index, {
      title,
      description: `Resolves by what is published about the ${topic} of the day. `.repeat(6),
      ...flags,
      tagSlugs,
      seriesSlugs: index % 3 === 0 ? [`series-${random.below(SERIES)}`] : [],
      sites: index % 10 === 0 ? [`site-${random.below(SITES)}`] : [],
    }),
    markets: Array.from({ length: MARKETS_PER_EVENT }, (_, at) => {
      const market = index * MARKETS_PER_EVENT + at;
      return benchMarket(market, {
        question: `${title}: does answer ${at} come true?`,
        slug: `question-${index}-answer-${at}`,
        groupItemTitle: `Answer ${at}`,
        description: `Answer ${at} counts if it is the one that is published about the ${topic}. `.repeat(6),
        endDate,
        ...flags,
        acceptingOrders: !isOver(index),
      });
    }),
  };
}
