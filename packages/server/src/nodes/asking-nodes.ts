/**
 * The other nodes as those who ask the one that leads: each has a number, and no more questions under way than are allowed. What
 * they send is looked at before it goes on to the gateway that counts.
 */
import { areAsked } from '../ports/check-questions.ts';
import type { Asked, Replied } from '../ports/leader-questions.ts';
import type { FromLeader, NodeLink, ToLeader } from '../ports/nodes.ts';
import { OpenQuestions } from './open-questions.ts';
import { tellNode } from './tell-node.ts';

type Link = NodeLink<FromLeader, ToLeader>;

interface AskingNode {
  readonly link: Link;
  readonly number: number;
  readonly open: OpenQuestions;
}

export class AskingNodes {
  readonly #byLink = new Map<Link, AskingNode>();
  readonly #byNumber = new Map<number, AskingNode>();
  #nextNumber = 0;
  #hand: (node: number, asked: readonly Asked[] | null) => void = () => undefined;

  /** See `FurtherNodes`. */
  receive(take: (node: number, asked: readonly Asked[] | null) => void): void {
    this.#hand = take;
  }

  /**
   * Also when its lease is over, and another node may lead: nothing that this one is passed on can become durable then, so that nothing is
   * done with what is replied.
   */
  take(link: Link, asked: unknown): void {
    if (!areAsked(asked)) return link.close('it asks what cannot be read');
    const { number, open } = this.#node(link);
    const on: Asked[] = [];
    const refused: Replied[] = [];
    for (const each of asked) {
      const way = open.ask(each);
      if (way === 'on') on.push(each);
      else if (way === 'busy') refused.push({ id: each.id, reply: { kind: way } });
    }
    if (on.length > 0) this.#hand(number, on);
    if (refused.length > 0) tellNode(link, { kind: 'replied', replied: refused });
  }

  replied(number: number, replied: readonly Replied[]): void {
    const node = this.#byNumber.get(number);
    if (node === undefined) return;
    const waited = replied.filter((each) => node.open.reply(each));
    if (waited.length > 0) tellNode(node.link, { kind: 'replied', replied: waited });
  }

  /** That node is lost. */
  forget(link: Link): void {
    const node = this.#byLink.get(link);
    if (node === undefined) return;
    this.#byLink.delete(link);
    this.#byNumber.delete(node.number);
    this.#hand(node.number, null);
  }

  #node(link: Link): AskingNode {
    const known = this.#byLink.get(link);
    if (known !== undefined) return known;
    const node = { link, number: this.#nextNumber++, open: new OpenQuestions() };
    this.#byLink.set(link, node);
    this.#byNumber.set(node.number, node);
    return node;
  }
}
