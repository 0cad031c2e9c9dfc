import { documents, isValid } from './documents.js';
import { testTools } from './tools.js';

/** Two large documents. */
const large = ['stripe.com.json', 'octokit-openapi-23.0.2__api.github.com.json'];

testTools(
  documents.filter(isValid).filter(({ file }) => large.includes(file)),
  1000,
);
