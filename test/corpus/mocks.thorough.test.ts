import { documents } from './documents.js';
import { testMocks } from './mocks.js';

const large = ['stripe.com.json', 'octokit-openapi-23.0.2__api.github.com.json'];

testMocks(
  'mocks',
  documents.filter(({ file }) => large.includes(file)),
  1500,
);
