import { sourceOf } from '../core/origin.js';
import type { Api, Operation } from '../model/api.js';
import { shortened } from '../model/schema-place.js';
import type { SchemaId } from '../model/schema.js';
import { componentTargets } from './schema-names.js';

/** What has names of its own. */
export type PlaceKind = 'operations' | 'schemas';

/**
 * How people call operations and schemas in a config file and in a lock: `GET /pets`, `Pet`, or
 * `#/components/schemas/Pet/properties/owner` for a schema within another one. None of it depends on where files
 * lie, nor on an `operationId`, which may be what changes.
 */
export interface Places {
  operation(operation: Operation): string;
  schema(id: SchemaId): string;
  /** A key of something, with the place of the schema that it ends with in place of its id. */
  spot(key: string): string;
}

/** The places of a description. */
export function placesOf(api: Api): Places {
  const { uri } = sourceOf(api.origin);
  const components = new Map<SchemaId, string>();
  const stands = componentTargets(api);
  for (const { id, name } of api.components) {
    components.set(id, name);
    // What a component refers to in another file is called by its name.
    const target = stands.get(id) ?? id;
    if (!components.has(target)) components.set(target, name);
  }
  const byKey = new Map(api.operations.map((each) => [each.key, each]));
  const operation = ({ binding, parent }: Operation): string => {
    if (binding.kind === 'json-rpc') return `rpc ${binding.method}`;
    const { method, target } = binding;
    if ('text' in target) return `${method} ${target.text}`;
    if ('webhook' in target) return `webhook ${target.webhook} ${method}`;
    const setter = parent === undefined ? undefined : byKey.get(parent);
    const above = setter === undefined ? '' : ` of ${operation(setter)}`;
    return `callback ${target.callback} ${method} ${target.expression}${above}`;
  };
  return {
    operation,
    schema: (id) => components.get(id) ?? shortened(id, uri),
    spot(key) {
      const at = key.indexOf('file://');
      return at < 0 ? key : key.slice(0, at) + shortened(key.slice(at), uri);
    },
  };
}
