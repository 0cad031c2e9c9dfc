import { documents, isSmall } from './documents.js';
import { testArguments } from './argument-values.js';

testArguments(documents.filter(isSmall), 20);
