/**
 * Fields that clients of the ecosystem copy from records, and that are ignored. Any other name that the contract does not
 * have is refused, so that a misspelt field is never silently dropped.
 */
const set = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

export const TAG_EXTRAS = set('forceShow forceHide isCarousel publishedAt createdBy updatedBy');

export const SERIES_EXTRAS = set(`
  subtitle description layout new featured restricted commentsEnabled competitive volume24hr volume liquidity
  startDate commentCount events chats tags requiresTranslation publishedAt createdBy updatedBy cgAssetName
  pythTokenID isTemplate templateVariables score`);

export const EVENT_EXTRAS = set(`
  new featured restricted liquidity liquidityAmm liquidityClob volume volume24hr volume1wk volume1mo volume1yr
  openInterest sortBy competitive commentCount enableOrderBook enableNegRisk negRiskAugmented negRiskFeeBips cyom
  showAllOutcomes showMarketImages automaticallyActive automaticallyResolved startTime gmpChartMode countryName
  electionType estimateValue cantEstimate estimatedValue cumulativeMarkets pendingDeployment deploying
  deployingTimestamp requiresTranslation seriesSlug subtitle category subcategory published_at publishedAt createdBy
  updatedBy commentsEnabled disqusThread parentEvent parentEventId featuredImage imageOptimized iconOptimized
  featuredImageOptimized isTemplate templateVariables eventDate eventWeek score elapsed period live ended
  finishedTimestamp gameId gameStatus closedTime scheduledDeploymentTimestamp color spreadsMainLine totalsMainLine
  carouselMap eventCreators tweetCount chats featuredOrder categories collections subEvents internalUsers`);

export const MARKET_EXTRAS = set(`
  events tags outcomePrices liquidity liquidityNum liquidityAmm liquidityClob volume volumeNum volumeAmm volumeClob
  volume24hr volume1wk volume1mo volume1yr volume24hrClob volume1wkClob volume1moClob volume1yrClob volume24hrAmm
  volume1wkAmm volume1moAmm volume1yrAmm new featured restricted submitted_by resolvedBy groupItemThreshold
  groupItemRange endDateIso startDateIso hasReviewedDates umaBond umaReward umaEndDate umaEndDateIso
  umaResolutionStatus umaResolutionStatuses customLiveness ready funded cyom competitive
  pagerDutyNotificationEnabled approved spread oneHourPriceChange oneDayPriceChange oneWeekPriceChange
  oneMonthPriceChange oneYearPriceChange lastTradePrice bestBid bestAsk automaticallyActive automaticallyResolved
  clearBookOnStart seriesColor showGmpSeries showGmpOutcome manualActivation negRiskOther pendingDeployment deploying
  deployingTimestamp scheduledDeploymentTimestamp rfqEnabled holdingRewardsEnabled requiresTranslation
  fee makerRebatesFeeShareBps eventStartTime closedTime category subcategory marketType
  formatType lowerBound upperBound lowerBoundDate upperBoundDate denominationToken ammType sponsorName sponsorImage
  xAxisValue yAxisValue wideFormat mailchimpTag createdBy updatedBy curationOrder score twitterCardImage
  twitterCardLocation twitterCardLastRefreshed twitterCardLastValidated sentDiscord hasReviewed commentsEnabled
  disqusThread shortOutcomes teamAID teamBID teamAName teamBName gameId sportsMarketType sportsMarketTypes line
  fpmmLive chartColor imageOptimized iconOptimized pastSlugs readyTimestamp fundedTimestamp readyForCron
  categoryMailchimpTag notificationId tokens rewards series priceKnown resolved outcomeLabels tokenIds positionIds`);
