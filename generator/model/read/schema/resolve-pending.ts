import { cutDeepSchemas } from './depth.js';
import { resolveDiscriminators } from './discriminators.js';
import type { ComponentNames, ResolvedDiscriminator } from './discriminators.js';
import { readExtensions } from './extensions.js';
import type { SchemaReading } from './reading.js';
import { resolveReferences } from './references.js';

/**
 * Resolves references, then discriminators. Mappings may name schemas that nothing else refers to. Those schemas are read with everything
 * that they refer to, until nothing is pending.
 */
export function resolvePending(
  reading: SchemaReading,
  components: ComponentNames,
): readonly ResolvedDiscriminator[] {
  const resolved: ResolvedDiscriminator[] = [];
  do {
    do resolveReferences(reading);
    while (readExtensions(reading));
    cutDeepSchemas(reading);
    resolved.push(...resolveDiscriminators(reading, components));
  } while (reading.references.length > 0 || reading.discriminators.length > 0);
  return resolved;
}
