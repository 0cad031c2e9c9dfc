import { testSuite } from './library-suite.js';

// The other drafts are in the stage mutation.
testSuite(['2020-12']);
