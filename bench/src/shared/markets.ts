/** Markets for benchmarks: plain, open, tick 0.01, no fee. */
import { conditionId, type MarketDefinition, micros, tokenId } from '@bellwether/engine';

const MINIMUM_SIZE = 5_000_000;

/** The market with that index; `given` replaces what it says. */
export function benchMarket(index: number, given: Partial<MarketDefinition> = {}): MarketDefinition {
  const hex = (index + 1).toString(16).padStart(64, '0');
  return {
    id: null,
    conditionId: conditionId(`0x${hex}`),
    questionId: `0x${hex}`,
    slug: `bench-market-${index}`,
    question: `Will benchmark question ${index} come true?`,
    description: 'A market made for a benchmark.',
    resolutionSource: '',
    image: '',
    icon: '',
    startDate: '2026-01-01T00:00:00Z',
    endDate: '2030-01-01T00:00:00Z',
    gameStartTime: '',
    groupItemTitle: '',
    outcomes: ['Yes', 'No'],
    tokenIds: [tokenId(`${1_000_000_000 + index * 2}`), tokenId(`${1_000_000_001 + index * 2}`)],
    tick: 100,
    minimumSize: micros(MINIMUM_SIZE),
    takerFeeRate: 0,
    makerFeeRate: 0,
    active: true,
    closed: false,
    archived: false,
    acceptingOrders: true,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    negRisk: false,
    negRiskMarketId: '',
    negRiskRequestId: '',
    fpmm: '',
    notificationsEnabled: false,
    enableOrderBook: true,
    acceptingOrderTimestamp: '',
    secondsDelay: 0,
    rewardsMinSize: 0,
    rewardsMaxSpread: 0,
    is5050Outcome: false,
    tagLabels: [],
    payouts: null,
    ...given,
  };
}
