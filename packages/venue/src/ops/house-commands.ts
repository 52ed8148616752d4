/**
 * Commands of house accounts, in a scenario or the demo's past. They equal the commands that routes create from
 * requests, except that no wallet has signed them.
 */
import { hash } from 'node:crypto';
import {
  type AccountId,
  type Address,
  type Command,
  type MarketId,
  micros,
  type OrderId,
  type Outcome,
  type Side,
  type Wallet,
} from '@bellwether/engine';
import { depositWalletOf } from '@bellwether/gateway/http/relay/wallets.ts';

const MICROS_PER_HUNDREDTH = 10_000;

/** Payouts of a market's two outcomes, in ten-thousandths of a unit. */
export const PAYOUTS = { first: [10_000, 0], second: [0, 10_000], half: [5_000, 5_000] } as const;

/**
 * API key in the form of a version 4 UUID. The venue's own keys derive from its master key, so no secret fits this one.
 * `digits`: at least 32 hexadecimal digits.
 */
export function unsignedApiKey(digits: string): string {
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

/** Digits of an account of a scenario: its private key, unless the scenario gives one, and its API key derive from them. */
export function scenarioDigits(seed: number, name: string): string {
  return hash('sha256', `bellwether scenario ${seed}: ${name}`, 'hex');
}

/** API key with which an account of a scenario is opened. */
export const scenarioApiKey = (seed: number, name: string): string => unsignedApiKey(scenarioDigits(seed, name));

interface HouseOpening {
  readonly address: Address;
  /** Next free account and wallet ids of the state. */
  readonly account: AccountId;
  readonly wallet: Wallet['id'];
  readonly apiKey: string;
  /** Micro-units; may be 0. */
  readonly balance: number;
}

/** Commands that open an account with an API key, and deposit its balance if there is one. */
export function openingOf({ address, account, wallet, apiKey, balance }: HouseOpening): readonly Command[] {
  const depositWallet = depositWalletOf(address);
  return [
    { kind: 'OpenAccount', address, depositWallet, startingBalance: micros(0) },
    { kind: 'IssueApiKey', account, apiKey, nonce: '0' },
    ...(balance > 0 ? [{ kind: 'Deposit', wallet, address, amount: micros(balance) } as const] : []),
  ];
}

interface HouseOrder {
  readonly orderId: OrderId;
  readonly wallet: Wallet;
  readonly apiKey: string;
  readonly market: MarketId;
  readonly outcome: Outcome;
  readonly side: Side;
  readonly type: 'GTC' | 'GTD' | 'FAK' | 'FOK';
  /** Price in ten-thousandths of a unit. */
  readonly price: number;
  /** Size in hundredths of a share. */
  readonly hundredths: number;
  /** Unix seconds for GTD, otherwise 0. */
  readonly expiration: number;
}

export function placementOf(order: HouseOrder): Command {
  const { wallet, price, hundredths, side } = order;
  const shares = micros(hundredths * MICROS_PER_HUNDREDTH);
  // A share is a million micros and a price unit is one ten-thousandth, so a hundredth of a share costs its price in
  // micros.
  const collateral = micros(hundredths * price);
  return {
    kind: 'PlaceOrder',
    orderId: order.orderId,
    account: wallet.account,
    wallet: wallet.id,
    apiKey: order.apiKey,
    market: order.market,
    outcome: order.outcome,
    side,
    type: order.type,
    postOnly: false,
    makerAmount: side === 'BUY' ? collateral : shares,
    takerAmount: side === 'BUY' ? shares : collateral,
    expiration: order.expiration,
    builder: '',
  };
}
