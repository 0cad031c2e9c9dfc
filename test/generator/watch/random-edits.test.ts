import { documents, isSmall } from '../../corpus/documents.js';
import { rounds } from '../../rounds.js';
import { testRandomSessions } from './random-sessions.js';

testRandomSessions(documents.filter(isSmall), rounds(25), 6);
