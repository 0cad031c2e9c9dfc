import { emitters } from '../../../generator/emitters/index.js';
import { documents, isSmall } from '../../corpus/documents.js';
import { rounds } from '../../rounds.js';
import { testRandomSessions } from './random-sessions.js';

testRandomSessions(documents.filter(isSmall), { count: rounds(25), edits: 6, prose: 0 });

/** All but one that has something to report about most documents, which are then generated anew after each edit. */
const quiet = emitters.map(({ name }) => name).filter((name) => name !== 'tests');

testRandomSessions(documents.filter(isSmall), {
  count: rounds(15),
  edits: 12,
  prose: 0.8,
  options: {
    emitters: quiet,
    package: '@random/pets',
    names: { lock: false },
  },
});
