import { cutDeepSchemas } from './depth.js';
import { resolveDiscriminators } from './discriminators.js';
import type { ComponentNames, ResolvedDiscriminator } from './discriminators.js';
import { readExtensions } from './extensions.js';
import type { SchemaReading } from './reading.js';
import { resolveReferences } from './references.js';

/**
 * Resolves references, and then discriminators, whose mappings may name schemas that nothing else refers to: those are read, and
 * whatever they refer to and choose among in their turn, until nothing waits.
 */
export function settleSchemas(
  reading: SchemaReading,
  components: ComponentNames,
): readonly ResolvedDiscriminator[] {
  const settled: ResolvedDiscriminator[] = [];
  do {
    do resolveReferences(reading);
    while (readExtensions(reading));
    cutDeepSchemas(reading);
    settled.push(...resolveDiscriminators(reading, components));
  } while (reading.references.length > 0 || reading.discriminators.length > 0);
  return settled;
}
