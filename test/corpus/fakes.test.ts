import { documents, isSmall } from './documents.js';
import { testFakes } from './fakes.js';
import { unfakable } from './fakes-expectations.js';

testFakes(documents.filter(isSmall), 1000, unfakable);
