/** Matching: the effect of a trade on orders, money and shares, all in the run's own market. */
import { rules, section } from '../check.ts';
import { equal, matches } from '../compare.ts';
import { object, ok, type Row, refused } from '../http.ts';
import type { Trader, Wallet } from '../trader.ts';

const sharesOf = ({ positions }: Wallet, tokenId: string): string =>
  positions.find((position) => position.tokenId === tokenId)?.free ?? '0';

/** Exact value in millionths. */
const micros = (text: string): number => Math.round(Number(text) * 1_000_000);

const matched = async (trader: Trader, order: Parameters<Trader['place']>[0]) => object(await trader.place(order));

const amounts = ({ status, makingAmount, takingAmount }: Row) => [status, makingAmount, takingAmount];

const TRADES = rules('admin', {
  'POST /positions/split and /merge turn collateral into pairs and back, exactly [M1]': async (stage) => {
    const trader = stage.trader(0);
    const { conditionId, yes, no } = stage.market();
    const before = await trader.wallet();
    ok(await trader.send('POST', '/positions/split', { conditionId, amount: '300.5' }));
    ok(await trader.send('POST', '/positions/merge', { conditionId, amount: '0.5' }));
    const after = await trader.wallet();
    equal('collateral', micros(before.free) - micros(after.free), 300_000_000);
    equal('shares', [sharesOf(after, yes), sharesOf(after, no)], ['300', '300']);
  },
  'a maker trades at its own price, and the improvement goes to the taker [M2]': async (stage) => {
    const [maker, taker] = [stage.trader(0), stage.trader(1)];
    const { yes } = stage.market();
    const id = await maker.placed({ tokenId: yes, side: 'SELL', price: '0.5', size: '20' });
    const answer = await matched(taker, { tokenId: yes, side: 'BUY', price: '0.6', size: '20' });
    equal('taker', amounts(answer), ['matched', '10', '20']);
    matches('trade', (answer['transactionsHashes'] as string[] | undefined)?.[0], /^0x[0-9a-f]{64}$/);
    const order = await stage.order(id);
    equal('maker', [order['status'], order['sizeMatched']], ['MATCHED', '20']);
    equal('its trades', (order['associateTrades'] as string[]).length, 1);
    stage.notes.set('hash', (answer['transactionsHashes'] as string[])[0]);
  },
  'BUY YES meets BUY NO: a pair is minted from 1 collateral [M3]': async (stage) => {
    const { yes, no } = stage.market();
    await stage.trader(0).placed({ tokenId: no, side: 'BUY', price: '0.4', size: '10' });
    const answer = await matched(stage.trader(1), { tokenId: yes, side: 'BUY', price: '0.6', size: '10' });
    equal('taker', amounts(answer), ['matched', '6', '10']);
  },
  'SELL YES meets SELL NO: a pair is merged into 1 collateral [M4]': async (stage) => {
    const { yes, no } = stage.market();
    await stage.trader(0).placed({ tokenId: no, side: 'SELL', price: '0.45', size: '10' });
    const answer = await matched(stage.trader(1), { tokenId: yes, side: 'SELL', price: '0.55', size: '10' });
    equal('taker', amounts(answer), ['matched', '10', '5.5']);
  },
  'FOK is all or nothing, FAK drops the rest and needs some [M5]': async (stage) => {
    const { yes } = stage.market();
    const [maker, taker] = [stage.trader(0), stage.trader(1)];
    const buy = { tokenId: yes, side: 'BUY', price: '0.5', tick: '0.01', amount: '10' } as const;
    refused(await taker.place({ ...buy, type: 'FAK' }), 400, /^no orders found to match with FAK order/);
    await maker.placed({ tokenId: yes, side: 'SELL', price: '0.5', size: '10' });
    refused(await taker.place({ ...buy, type: 'FOK' }), 400, /^order couldn't be fully filled/);
    equal('FAK', amounts(await matched(taker, { ...buy, type: 'FAK' })), ['matched', '5', '10']);
  },
  'FOK BUY spends its budget, and a better price buys more shares [M6]': async (stage) => {
    const { yes } = stage.market();
    await stage.trader(0).placed({ tokenId: yes, side: 'SELL', price: '0.5', size: '40' });
    const order = { tokenId: yes, side: 'BUY', price: '0.8', tick: '0.01', amount: '8', type: 'FOK' } as const;
    equal('taker', amounts(await matched(stage.trader(1), order)), ['matched', '8', '16']);
    await stage.trader(0).send('DELETE', '/cancel-all');
  },
  'post-only is refused when it would cross, and for FOK and FAK [M7]': async (stage) => {
    const { yes } = stage.market();
    await stage.trader(0).placed({ tokenId: yes, side: 'SELL', price: '0.5', size: '10' });
    const crossing = { tokenId: yes, side: 'BUY', price: '0.5', size: '10', postOnly: true } as const;
    refused(await stage.trader(1).place(crossing), 400, /^invalid post-only order: order crosses book/);
    const fok = { tokenId: yes, side: 'BUY', price: '0.5', tick: '0.01', amount: '5', type: 'FOK' } as const;
    refused(
      await stage.trader(1).place(fok, (body) => ({ ...body, postOnly: true })),
      400,
      'invalid post-only order: only GTC and GTD order types are allowed',
    );
    await stage.trader(0).send('DELETE', '/cancel-all');
  },
  'an account never trades with itself: its resting order is cancelled [M8]': async (stage) => {
    const trader = stage.trader(0);
    const { yes } = stage.market();
    const id = await trader.placed({ tokenId: yes, side: 'SELL', price: '0.5', size: '10' });
    const answer = object(await trader.place({ tokenId: yes, side: 'BUY', price: '0.5', size: '10' }));
    equal('the new one rests', answer['status'], 'live');
    const order = await stage.order(id);
    equal('the old one', order['status'], 'CANCELED');
    await trader.send('DELETE', '/cancel-all');
  },
  'open orders hold what they may cost, and give it back when cancelled [M9]': async (stage) => {
    const trader = stage.trader(0);
    const before = await trader.wallet();
    await trader.placed({ tokenId: stage.market().yes, side: 'BUY', price: '0.25', size: '40' });
    const open = await trader.wallet();
    equal(
      'held',
      [micros(before.free) - micros(open.free), micros(open.held) - micros(before.held)],
      [10_000_000, 10_000_000],
    );
    await trader.send('DELETE', '/cancel-all');
    equal('after', [(await trader.wallet()).free, (await trader.wallet()).held], [before.free, before.held]);
  },
  'the taker alone pays the fee: size × rate × p × (1 − p), on top of what it buys [M10]': async (stage) => {
    const { yes, conditionId } = stage.market(1);
    const [maker, taker] = [stage.trader(0), stage.trader(1)];
    ok(await maker.send('POST', '/positions/split', { conditionId, amount: '10' }));
    const [makerBefore, takerBefore] = [await maker.wallet(), await taker.wallet()];
    await maker.placed({ tokenId: yes, side: 'SELL', price: '0.5', size: '10' });
    await matched(taker, { tokenId: yes, side: 'BUY', price: '0.5', size: '10' });
    const [makerAfter, takerAfter] = [await maker.wallet(), await taker.wallet()];
    equal('maker got', micros(makerAfter.free) - micros(makerBefore.free), 5_000_000);
    // 10 × 0.02 × 0.5 × 0.5 = 0.05.
    equal('taker gave', micros(takerBefore.free) - micros(takerAfter.free), 5_050_000);
  },
});

/** Modes affect everybody, so they are tested only on an exclusive venue. */
const MODES = rules('exclusive', {
  'modes refuse with 503 and their texts; cancels and heartbeats work in cancel-only [M11]': async (stage) => {
    const trader = stage.trader(0);
    const order = { tokenId: stage.market().yes, side: 'BUY', price: '0.01', size: '5' } as const;
    const id = await trader.placed(order);
    const mode = (name: string) => stage.admin('POST', '/admin/mode', { mode: name });
    try {
      ok(await mode('post_only'));
      refused(await trader.place(order), 503, 'post-only mode: only post-only orders and cancels are allowed');
      equal('post-only', object(await trader.place({ ...order, postOnly: true }))['status'], 'live');
      ok(await mode('cancel_only'));
      refused(
        await trader.place(order),
        503,
        'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.',
      );
      equal('cancel', object(await trader.send('DELETE', '/order', { orderID: id }))['canceled'], [id]);
      ok(await mode('disabled'));
      refused(await trader.place(order), 503, 'Trading is currently disabled.');
    } finally {
      await mode('open');
    }
    await trader.send('DELETE', '/cancel-all');
  },
});

export const MATCHING_CHECKS = section('Matching', TRADES, MODES);
