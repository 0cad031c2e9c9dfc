import { asyncEntries, entryOf, testCommandLine } from './command-line.js';
import { documents } from './documents.js';

testCommandLine([...documents.map(entryOf), ...asyncEntries]);
