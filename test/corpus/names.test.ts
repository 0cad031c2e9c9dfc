import { documents, isSmall } from './documents.js';
import { testNames } from './names.js';

testNames(documents.filter(isSmall).map(({ file }) => file));
