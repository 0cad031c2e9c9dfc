import { documents, isSmall, isValid } from './documents.js';
import { testMocks } from './mocks.js';

testMocks('mocks-sample', documents.filter(isValid).filter(isSmall).slice(5, 10), 10);
