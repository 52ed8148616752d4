/** Entry of the thread that draws pictures: SVG in, PNG out, one after the other. It yields to everything else. */
import { workerEntry } from '../../runtime/worker-entry.ts';
import { standBack } from '../thread-priority.ts';
import { createPainter } from './draw-picture.ts';
import type { PictureReply, PictureRequest } from './picture-messages.ts';

const { channel } = workerEntry<unknown, PictureReply, PictureRequest>();
standBack();
const paint = await createPainter();
channel.receive(({ id, svg }) => {
  const png = paint(svg);
  channel.send({ id, png }, png === null ? [] : [png.buffer]);
});
