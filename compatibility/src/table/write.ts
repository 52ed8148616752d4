/** `npm run compatibility:table`: writes the table client × ability and the starts into the generated files. */
import { writeFiles } from './files.ts';

writeFiles();
