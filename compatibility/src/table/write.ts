/** `npm run compatibility:table`: writes the table client × ability into `docs/COMPATIBILITY.md`. */
import { writeDocument } from './files.ts';

writeDocument();
