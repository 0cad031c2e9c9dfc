import { documents, isValid } from './documents.js';
import { testQueries } from './queries.js';

/** Two large documents, beside every eighth of the others. */
const large = ['stripe.com.json', 'octokit-openapi-23.0.2__api.github.com.json'];

testQueries(
  'queries',
  documents.filter(isValid).filter(({ file }, index) => large.includes(file) || index % 8 === 0),
  1500,
);
