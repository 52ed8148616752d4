/**
 * The upper bound: a bare Fastify route that parses the body of `POST /order`, validates it against the same schema and
 * answers a fixed result. No authentication, no signature, no exchange, no journal.
 */
import { OrderAnswer, OrderPlacement } from '@bellwether/contract';
import fastify from 'fastify';

const app = fastify({ logger: false });
app.post('/order', { schema: { body: OrderPlacement, response: { 200: OrderAnswer } } }, async () => ({
  success: true,
  errorMsg: '',
  orderID: `0x${'0'.repeat(64)}`,
  status: 'live',
  makingAmount: '',
  takingAmount: '',
}));
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
