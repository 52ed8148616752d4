/**
 * The least credential that each route asks for, said apart from the table of routes: the rights table fails for a route
 * that the table declares too open, and for a route that is not listed here.
 */
import type { RouteAuth, RouteName } from '@bellwether/contract';

const ROUTES_BY_CREDENTIAL: Readonly<Record<RouteAuth, string>> = {
  none: `
    health time venue getOrder book books price prices midpoint midpoints spread spreads lastTradePrice
    lastTradePrices tickSize tickSizeOf negRisk negRiskOf feeRate feeRateOf history batchHistory trades holders
    liveVolume builderTrades positions closedPositions value traded activity leaderboard leaderboardV1 calibration
    eventScores
    dataV2Positions dataV2Trades dataV2Activity dataV2Value dataV2UserStats dataV2UserVolume dataV2UserPnl
    dataV2Approvals dataV2Holders dataV2OpenInterest dataV2LiveVolume dataV2PricesHistory dataV2Resolutions
    dataV2Leaderboard dataV2BiggestWinners dataV2Status markets market marketBySlug marketTags eventTags eventBySlug
    eventById tags events series seriesById tagById tagBySlug publicSearch marketsKeyset eventsKeyset comments
    commentsKeyset commentsOfUser commentReplies publicProfile revokeSessionSigner ok status orderVersion
    simplifiedMarkets samplingMarkets samplingSimplifiedMarkets marketByToken compactMarket liveActivity
    openInterest marketPositions rewardsMarkets rewardedMarkets rewardsOfMarket rebates builderFees
    buildersLeaderboard buildersVolume dataV2BuildersLeaderboard dataV2BuildersVolume comboPositions comboActivity
    dataV2ComboPositions dataV2ComboActivity sports sportsMarketTypes teams clarifications relatedTags
    relatedTagsBySlug tagsRelated tagsRelatedBySlug relayNonce relayPayload relayParams relayDeployed relaySubmit
    relayed relayedOutcome metrics openApi docs docsAsset newEventsFeed newResultsFeed`,
  person: `
    peopleSession`,
  l1: `
    createApiKey deriveApiKey addKey`,
  l2: `
    listApiKeys deleteApiKey placeOrder placeOrders cancelOrder cancelOrders cancelAll cancelMarketOrders
    explainOrder beat beatUnversioned addComment removeComment removeCommentsOfUser addReaction removeReaction
    reportComment dismissReports updateProfile account rateLimitTier splitPosition mergePositions convertPositions
    accountKeys revokeKey sessionSigners createReadonlyKey deleteReadonlyKey ownOrders ownTrades balanceAllowance
    notifications dropNotifications ordersScoring closedOnly readonlyKeys preMigrationOrders updateBalanceAllowance
    orderScoring rewardsOfUser rewardsTotal rewardsPercentages rewardsMarketsOfUser builderKeys createBuilderKey
    deleteBuilderKey disputeResult addSuggestion suggestions exportOwnData`,
  builder: `
    authorizeSessionSigner relayedOfBuilder`,
  admin: `
    addTag addSeries addEvent updateEvent updateMarket resolveMarket resolveEvent proposeResult proposeEventResult
    disputeResultAsOperator confirmResult confirmEventResult withdrawProposal withdrawEventProposal reverseResult
    reverseEventResult addAccount deposit withdraw grant grants standingGrants endStandingGrant setMode setLooks importCatalog removeCommentAsOperator removeCommentsOfUserAsOperator dismissReportsAsOperator moderators
    addModerator removeModerator adminComments adminEvents venueHealth exportData
    digests hooks addHook changeHook renewHookSecret removeHook testHook hookDeliveries retryHook retryDigests
    adminSelf roles setRole tokens issueToken revokeToken suspendAccount resumeAccount adminLog
    adminSuggestions adminSuggestion approveSuggestion rejectSuggestion addClarification`,
};

const CREDENTIALS = new Map(
  Object.entries(ROUTES_BY_CREDENTIAL).flatMap(([auth, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, RouteAuth] => [name, auth as RouteAuth]),
  ),
);

export function credentialOf(name: RouteName): RouteAuth {
  const auth = CREDENTIALS.get(name);
  if (auth === undefined) throw new Error(`rights: rights-credentials.ts does not list the route ${name}`);
  return auth;
}
