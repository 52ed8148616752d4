/**
 * Asks one venue for the same path again and again over one connection and throws the answers away, as a process of its
 * own, so that receiving megabytes does not disturb the one that measures. Prints how many answers it got when told to stop.
 */
import { connect } from 'node:net';

const [port = '', path = ''] = process.argv.slice(2);
const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const socket = connect({ port: Number(port), host: '127.0.0.1' });
let answers = 0;
let left = 0;
let head = Buffer.alloc(0);

socket.on('connect', () => socket.write(request));
socket.on('data', (chunk: Buffer) => {
  let body = chunk;
  if (left === 0) {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    left = Number(/content-length: *([0-9]+)/i.exec(head.toString('latin1', 0, end))?.[1] ?? 0);
    body = head.subarray(end + 4);
    head = Buffer.alloc(0);
  }
  left -= body.length;
  if (left > 0) return;
  left = 0;
  answers++;
  socket.write(request);
});
process.on('SIGTERM', () => {
  process.stdout.write(`${answers}\n`);
  process.exit(0);
});
