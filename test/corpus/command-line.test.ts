import { asyncEntries, entryOf, testCommandLine } from './command-line.js';
import { documents, isSmall } from './documents.js';

/** Every fourth of the small documents, of each kind. */
const sample = [...documents.filter(isSmall).map(entryOf), ...asyncEntries].filter(
  (_entry, index) => index % 4 === 0,
);

testCommandLine(sample);
