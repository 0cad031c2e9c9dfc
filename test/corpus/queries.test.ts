import { documents, isSmall, isValid } from './documents.js';
import { testQueries } from './queries.js';

testQueries('queries-sample', documents.filter(isValid).filter(isSmall).slice(0, 5), 10);
