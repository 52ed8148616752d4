/** The upper bound for hot reads: a bare Fastify route that answers `GET /book` with the same finished bytes. */
import fastify from 'fastify';

const body = Buffer.from(process.argv[2] ?? '', 'base64');
const app = fastify({ logger: false });
app.get('/book', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(body));
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
