/** Shared example data: one market, two wallets, one order and one trade that all examples use. */

export const SAMPLE = {
  conditionId: '0x28541e7a4182d4fe0f0632b36dd9f1d2a30d74aee2e65f4c4de10eab7bd4a3f1',
  otherConditionId: '0x9b24a8a9ab54b2e1b4e5dfa3a9e1bfcf1ad0b8a4b0e32ed3bf1b7f4ad7cf0f62',
  yesTokenId: '60487116984468020978247225474488676749601001829886755968952521846780452448915',
  noTokenId: '81104637750588840860328515305303028259865221573278091453716127842023614249200',
  marketId: '17',
  marketSlug: 'will-it-rain-in-lisbon-on-saturday',
  eventId: '41',
  eventSlug: 'weather-in-lisbon-on-saturday',
  tagSlug: 'weather',
  alice: '0x1563915e194d8cfba1943570603f7606a3115508',
  aliceChecksummed: '0x1563915e194D8CfBA1943570603F7606A3115508',
  bob: '0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb',
  apiKey: '6f1c1f2e-4a5b-4c8e-9d0a-7b1e2f3a4c5d',
  orderId: '0x3c1a9f0b7d52e86441f7c09a2be3d5566f8e0d1c9b7a48352617f0e1d2c3b4a5',
  restingOrderId: '0x71d0c6b5a4938271605f4e3d2c1b0a99887766554433221100ffeeddccbbaa98',
  transactionHash: '0xf4a1c2e3d5b60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90',
  builder: '0x00000000000000000000000000000000000000000000000000000000b17de400',
} as const;

/** The asset of the first outcome, in the ledger's notation. */
export const YES_ASSET = `${SAMPLE.conditionId}:0`;
/** 2026-11-20 18:40:00 UTC. */
export const SECONDS = 1_795_200_000;
export const CREATED_AT = '2026-11-18T09:00:00Z';
export const UPDATED_AT = '2026-11-20T18:40:00Z';
export const END_DATE = '2026-11-28T22:00:00Z';
