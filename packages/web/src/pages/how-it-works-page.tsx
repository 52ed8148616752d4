/** Explains shares, prices, fees and results in about a minute. */
import { Link } from '@tanstack/react-router';
import { formatCompactMoney } from '../format/numbers.ts';
import { usePageTitle } from '../shell/page-title.ts';
import './how-it-works.css';

export function HowItWorksPage() {
  usePageTitle('How it works');
  return (
    <article className='grid gap-5 how'>
      <h1>How it works</h1>
      <p className='soft'>
        You trade on what will happen. Every market asks one question with two answers, and its price is what traders
        together think the chance is.
      </p>
      <section className='grid gap-1'>
        <h2>Shares</h2>
        <p>
          A share belongs to one answer. If the answer turns out right it pays {formatCompactMoney('1')}, if not it pays
          nothing. You can hold a share until the result is in, or sell it before at the price of the day.
        </p>
      </section>
      <section className='grid gap-1'>
        <h2>Prices</h2>
        <p>
          A price of 62¢ means a chance of about 62%. Yes and No together are worth {formatCompactMoney('1')}, so No
          then costs about 38¢. Prices come from the order book alone: someone else takes the other side of your trade,
          never the venue.
        </p>
      </section>
      <section className='grid gap-1'>
        <h2>Orders</h2>
        <p>
          A <strong>market order</strong> trades at once at the best prices there are. A <strong>limit order</strong>{' '}
          names its price and waits in the book until someone takes it, you cancel it, or it ends. What an order may
          still need is held back from your cash until then.
        </p>
      </section>
      <section className='grid gap-1'>
        <h2>An example</h2>
        <p>
          You buy 100 Yes shares at 62¢ and pay {formatCompactMoney('62')}. If the answer is Yes you get{' '}
          {formatCompactMoney('100')}, a profit of {formatCompactMoney('38')}. If it is No, the{' '}
          {formatCompactMoney('62')} is gone. Should the price rise to 70¢ first, you can sell for{' '}
          {formatCompactMoney('70')} and keep {formatCompactMoney('8')}.
        </p>
      </section>
      <section className='grid gap-1'>
        <h2>Fees</h2>
        <p>
          Many markets have none. Where there is one, the order that takes from the book pays it, and an order that
          waits in the book never does. It is largest at 50¢ and falls to nothing towards 0¢ and{' '}
          {formatCompactMoney('1')}: shares × rate × price × (1 − price). The ticket shows it before you trade.
        </p>
      </section>
      <section className='grid gap-1'>
        <h2>Results</h2>
        <p>
          Each market states its rules and where the result is read. When it is known, the operator enters it, open
          orders are cancelled, and every winning share pays {formatCompactMoney('1')} into its holder’s cash. You have
          nothing to do. A market that cannot be decided pays each share the part that its rules give.
        </p>
      </section>
      <section className='grid gap-1'>
        <h2>Money and keys</h2>
        <p>
          All of it is play money. Your account is a key that stays with you: the venue never sees it, every order is
          signed with it, and without a copy of it the account cannot be opened again.
        </p>
      </section>
      <section className='grid gap-1'>
        <h2>Bots</h2>
        <p>
          A program can do all that you can. <Link to='/bring-your-bot'>Bring your bot</Link> has one to copy for each
          public client.
        </p>
      </section>
      <p>
        <Link to='/'>See the markets</Link>
      </p>
    </article>
  );
}
