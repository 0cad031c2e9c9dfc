import { sourceOf } from '../../core/origin.js';
import type { Api, Operation } from '../../model/api.js';
import { locationWithin } from '../../model/analysis/schema-location.js';
import type { SchemaId } from '../../model/schema.js';
import { componentTargets } from './schema-names.js';

/** Kinds of targets that have exported names. */
export type NameTargetKind = 'operations' | 'schemas';

/**
 * Converts operations and schemas to the targets used in config files and locks: `GET /pets`,
 * `Pet`, or `#/components/schemas/Pet/properties/owner` for an inline schema. A target does not
 * depend on file locations. It does not depend on `operationId` either, which may be what changes.
 */
export interface NameTargets {
  operation(operation: Operation): string;
  schema(id: SchemaId): string;
  /**
   * Replaces the schema id at the end of a key by the schema's location, which is the same on every
   * machine.
   */
  portableKey(key: string): string;
}

/** Creates the targets of a description. */
export function createNameTargets(api: Api): NameTargets {
  const { uri } = sourceOf(api.origin);
  const components = new Map<SchemaId, string>();
  const resolvedComponents = componentTargets(api);
  for (const { id, name } of api.components) {
    components.set(id, name);
    // A schema in another file that a component refers to has the component's name.
    const target = resolvedComponents.get(id) ?? id;
    if (!components.has(target)) components.set(target, name);
  }
  const byKey = new Map(api.operations.map((each) => [each.key, each]));
  const operation = ({ binding, parent }: Operation): string => {
    if (binding.kind === 'json-rpc') return `rpc ${binding.method}`;
    const { method, target } = binding;
    if ('text' in target) return `${method} ${target.text}`;
    if ('webhook' in target) return `webhook ${target.webhook} ${method}`;
    const parentOperation = parent === undefined ? undefined : byKey.get(parent);
    const suffix = parentOperation === undefined ? '' : ` of ${operation(parentOperation)}`;
    return `callback ${target.callback} ${method} ${target.expression}${suffix}`;
  };
  return {
    operation,
    schema: (id) => components.get(id) ?? locationWithin(id, uri),
    portableKey(key) {
      const at = key.indexOf('file://');
      return at < 0 ? key : key.slice(0, at) + locationWithin(key.slice(at), uri);
    },
  };
}
