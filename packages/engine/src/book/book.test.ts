import { bookSuite } from '../testing/book-suite.ts';
import { NaiveBook } from '../testing/naive-book.ts';
import { LadderBook } from './book.ts';

bookSuite('book: ladder', () => new LadderBook());
bookSuite('book: naive', () => new NaiveBook());
