import { documents } from './documents.js';
import { testSchemaLibraries } from './schema-libraries.js';

/** Documents of up to 200 kB: compilers take minutes for the schemas of larger ones in four libraries. */
const chosen = documents
  .filter(({ bytes }) => bytes < 200_000)
  .filter((_, index) => index % 6 === 1);

testSchemaLibraries('schema-libraries', chosen, 1_000);
