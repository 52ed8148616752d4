/**
 * The upper bound, as a separate process: bare Fastify routes. `POST /order` parses the body, validates it against the
 * same schema and answers a fixed result; `GET /book` answers prepared bytes. No authentication, no exchange, no
 * journal.
 */
import type { AddressInfo } from 'node:net';
import { OrderAnswer, OrderPlacement } from '@bellwether/contract';
import fastify from 'fastify';
import { answerParent, childOptions } from './child.ts';

const book = Buffer.from(childOptions<string>(), 'base64');
const app = fastify({ logger: false });
app.get('/book', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(book));
app.post('/order', { schema: { body: OrderPlacement, response: { 200: OrderAnswer } } }, async () => ({
  success: true,
  errorMsg: '',
  orderID: `0x${'0'.repeat(64)}`,
  status: 'live',
  makingAmount: '',
  takingAmount: '',
}));
const listening = app.listen({ host: '127.0.0.1', port: 0 });
answerParent(async () => {
  await listening;
  return (app.server.address() as AddressInfo).port;
});
