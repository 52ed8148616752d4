/** `npm run compatibility:table`: writes the table client × ability and the starts to where they are shown. */
import { writeFiles } from './files.ts';

writeFiles();
