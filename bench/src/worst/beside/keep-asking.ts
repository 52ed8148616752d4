/** One connection that asks again as soon as it is answered and its run lets it; opened again when it is cut off. */
import { readAnswers } from './answer-reader.ts';
import { type AttackRun, ended } from './attack-run.ts';

export async function keepAsking(run: AttackRun, next: () => Buffer): Promise<void> {
  while (!run.isOver) {
    const socket = await run.open();
    if (socket !== null) {
      const ask = async (): Promise<void> => {
        await run.turn();
        if (run.isOver || socket.destroyed) return;
        run.countSent();
        socket.write(next());
      };
      readAnswers(socket, (status) => {
        run.countAnswer(status);
        void ask();
      });
      void ask();
      await ended(socket);
    }
    await run.pauseBeforeAgain();
  }
}
