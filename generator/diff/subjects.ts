import { tokensOf } from '../core/origin.js';
import type { Operation } from '../model/api.js';
import type { SchemaPlace } from './schemas/finding.js';

/** Names an operation for people: `GET /pets`, `webhook newPet`, or the method of JSON-RPC. */
export function operationSubject({ binding }: Operation): string {
  if (binding.kind === 'json-rpc') return `method ${binding.method}`;
  const { method, target } = binding;
  if ('text' in target) return `${method} ${target.text}`;
  if ('webhook' in target) return `webhook ${target.webhook}`;
  return `callback ${target.callback}`;
}

/** Names a schema, or what is below it: `Pet.owner.name`, `Pet.tags[]`. For one without a name, the path from what contains it. */
export function schemaSubject(old: SchemaPlace, next: SchemaPlace): string {
  const [left, right] = [pathOf(old), pathOf(next)];
  return right.length >= left.length ? right : left;
}

/** Steps of a pointer that are no name, with what is written for them. */
const steps: Readonly<Record<string, string>> = {
  items: '[]',
  additionalProperties: '{}',
};

/** Keywords that are followed by a name or a number. */
const named: ReadonlySet<string> = new Set([
  'patternProperties',
  'dependentSchemas',
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
]);

function pathOf({ origin }: SchemaPlace): string {
  const tokens = tokensOf(origin);
  const component = tokens.lastIndexOf('schemas');
  const inline = tokens.lastIndexOf('schema');
  const isNamed = component !== -1 && component > inline && tokens.length > component + 1;
  const below = isNamed
    ? tokens.slice(component + 2)
    : inline === -1
      ? []
      : tokens.slice(inline + 1);
  let path = isNamed ? (tokens[component + 1] ?? '') : '';
  for (let index = 0; index < below.length; index++) {
    const token = below[index] ?? '';
    if (token === 'properties') {
      index += 1;
      if (below[index] !== undefined) path += path === '' ? `${below[index]}` : `.${below[index]}`;
    } else if (named.has(token)) index += 1;
    else path += steps[token] ?? '';
  }
  return path;
}
