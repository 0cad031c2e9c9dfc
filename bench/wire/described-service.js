import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The description of the service of the rows, whose schemas are those of the rows of checks. */
export function described() {
  const read = (path) => parse(readFileSync(join(import.meta.dirname, path), 'utf8'));
  const { components, ...service } = read('openapi.yaml');
  const { schemas } = read('../validate/openapi.yaml').components;
  return {
    ...service,
    components: { ...components, schemas: { ...schemas, ...components.schemas } },
  };
}
