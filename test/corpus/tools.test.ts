import { documents, isSmall, isValid } from './documents.js';
import { testTools } from './tools.js';

const valid = documents.filter(isValid);

testTools(
  [
    ...valid.filter(({ file }) => file === 'kin-openapi__petstore__3.0.json'),
    ...valid.filter(isSmall).slice(0, 4),
  ],
  20,
);
