/** Answers to orders whose trades have no transaction hash yet: they are without `transactionsHashes`. */
import { ORDER_ROUTES, type OrderAnswer, type Route } from '@bellwether/contract';
import type { SettlingTrades } from '@bellwether/gateway/http/extension.ts';
import type { FastifyInstance } from 'fastify';

export const PLACING = new Set<Route | undefined>([ORDER_ROUTES.placeOrder, ORDER_ROUTES.placeOrders]);

export function registerOrderAnswers(app: FastifyInstance, trades: SettlingTrades): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isConcerned = trades.isArmed && PLACING.has(request.routeOptions.config.route) && reply.statusCode === 200;
    if (!isConcerned || typeof payload !== 'string') return done(null, payload);
    const said = JSON.parse(payload) as OrderAnswer | OrderAnswer[];
    const shown = Array.isArray(said) ? said.map((answer) => shownAnswer(answer, trades)) : shownAnswer(said, trades);
    done(null, JSON.stringify(shown));
  });
}

function shownAnswer(answer: OrderAnswer, trades: SettlingTrades): OrderAnswer {
  const isUnknown = answer.tradeIDs?.some((id) => trades.shown(Number(id))?.hasHash === false) ?? false;
  if (!isUnknown) return answer;
  const { transactionsHashes: _, ...shown } = answer;
  return shown;
}
