import type { PropertyPair } from '../schemas/compare-objects.js';
import type { SchemaContext } from '../schemas/compare-schemas.js';
import type { SchemaRule } from '../schemas/finding.js';
import { propertyAdded } from './property-added.js';
import { propertyDirection } from './property-direction.js';
import { propertyRemoved } from './property-removed.js';
import { propertyOptional, propertyRequired } from './property-required.js';

/** A rule about one property of an object. */
export interface PropertyRule extends SchemaRule {
  compare(property: PropertyPair, context: SchemaContext): void;
}

/** Rules about properties, in the order of reports. */
export const propertyRules: readonly PropertyRule[] = [
  propertyAdded,
  propertyRemoved,
  propertyRequired,
  propertyOptional,
  propertyDirection,
];
