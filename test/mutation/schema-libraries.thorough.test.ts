import { testSuite } from '../conformance/json-schema/library-suite.js';

testSuite(['2019-09', '7', '6', '4']);
