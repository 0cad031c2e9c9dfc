import { documents, isSmall } from './documents.js';
import { testArguments } from './argument-values.js';

testArguments(
  documents.filter((document) => !isSmall(document)),
  2000,
);
