import { documents, isSmall } from './documents.js';
import { testSchemaLibraries } from './schema-libraries.js';

const small = documents.filter(isSmall).filter((_, index) => index % 12 === 0);

testSchemaLibraries('schema-libraries-sample', small, 200);
