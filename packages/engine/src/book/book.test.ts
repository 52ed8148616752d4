import { bookSuite } from '../testing/book-suite.ts';
import { LadderBook } from './ladder-book.ts';
import { NaiveBook } from './naive-book.ts';

bookSuite('book: ladder', () => new LadderBook());
bookSuite('book: naive', () => new NaiveBook());
