import { times } from './shapes-that-grow.js';

/** A document in YAML, whose schema has these members; what they refer to comes before. */
const yaml =
  (member: (index: number) => string, before: (count: number) => string = () => '') =>
  (count: number): string =>
    `openapi: 3.1.0
info: { title: Growth, version: '1.0.0' }
paths: {}
${before(count)}
components:
  schemas:
    S: &s { type: string }
    A0:
      type: object
      properties:
${times(count, (index) => `        ${member(index)}`).join('\n')}
`;

export const yamlDocuments: Readonly<
  Record<string, { readonly document: (count: number) => string }>
> = {
  'aliases of one anchor': { document: yaml((index) => `p${index}: *s`) },
  'anchors with one alias each': {
    document: yaml(
      (index) => `p${index}: &p${index} { type: string }\n        q${index}: *p${index}`,
    ),
  },
  'merge keys': {
    document: yaml(
      (index) => `p${index}: { <<: *b, description: "d${index}" }`,
      () => 'x-base: &b { type: string, minLength: 1 }',
    ),
  },
  'one merge key with many aliases': {
    document: (count) =>
      yaml(
        () => `<<: [${times(count, (index) => `*b${index}`).join(', ')}]`,
        () => times(count, (index) => `x-b${index}: &b${index} { p${index}: *t }`).join('\n'),
      )(1).replace('paths: {}', 'paths: {}\nx-t: &t { type: string }'),
  },
};
