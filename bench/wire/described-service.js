import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Description of the service of the rows, with the schemas of the validation benchmarks. */
export function described() {
  const read = (path) => parse(readFileSync(join(import.meta.dirname, path), 'utf8'));
  const { components, ...service } = read('openapi.yaml');
  const { schemas } = read('../validate/openapi.yaml').components;
  return {
    ...service,
    components: { ...components, schemas: { ...schemas, ...components.schemas } },
  };
}
