import { documents } from './documents.js';
import { testNames } from './names.js';

testNames(documents.map(({ file }) => file));
