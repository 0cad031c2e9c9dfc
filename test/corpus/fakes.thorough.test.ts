import { documents } from './documents.js';
import { testFakes } from './fakes.js';

testFakes(documents, 100_000);
