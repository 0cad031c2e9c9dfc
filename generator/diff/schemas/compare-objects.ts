import type { KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import { matches } from '../../patterns/matches.js';
import { compareAdditional } from '../rules/additional-properties.js';
import { comparePatternProperties } from '../rules/pattern-properties.js';
import { propertyRules } from '../rules/property-rules.js';
import type { CasePair } from './compare-cases.js';
import type { SchemaContext } from './compare-schemas.js';
import type { SchemaPlace } from './finding.js';
import {
  conditionalNames,
  flatten,
  isAbsent,
  listedProperties,
  requiredNames,
  type Case,
  type Way,
} from './meaning.js';
import { keywordPlace, schemaPlace } from './places.js';

/** A property in both descriptions. */
export interface PropertyPair {
  readonly name: string;
  readonly old: PropertyState;
  readonly next: PropertyState;
}

/** What the schemas of an object say about one property. */
export interface PropertyState {
  /** True if it is listed by name, with a schema that some value satisfies. */
  readonly isListed: boolean;
  readonly isRequired: boolean;
  /** True if a condition mentions it, such as `if` or `dependentRequired`. */
  readonly isConditional: boolean;
  /** True if no object may have it. */
  readonly isForbidden: boolean;
  /** True if it does not travel in the direction that is compared. */
  readonly isAbsent: boolean;
  /** All schemas that apply to it. Empty if any value is allowed. */
  readonly schemas: readonly SchemaId[];
  readonly place: SchemaPlace;
  /** True if an object may have it because another alternative lists it. */
  readonly isForeign: boolean;
}

/** Compares objects property by property. */
export function compareObjects(pair: CasePair, context: SchemaContext): void {
  const { old, next, places } = pair;
  const { way } = context;
  const before = createPropertyStates(old, context.old, places.old, way);
  const after = createPropertyStates(next, context.next, places.next, way);
  for (const name of new Set([...before.names, ...after.names])) {
    if (isUnchanged(name, before, after, context)) continue;
    const property = { name, old: before.of(name), next: after.of(name) };
    for (const { compare } of propertyRules) compare(property, context);
    const isCompared = [property.old, property.next].every(
      (state) => !state.isForbidden && !state.isAbsent,
    );
    const isOpen = property.old.schemas.length === 0 || property.next.schemas.length === 0;
    const isSent = [property.old, property.next].every(
      ({ isListed, isRequired, isConditional }) => isListed || isRequired || isConditional,
    );
    // Nobody sends properties that a description leaves open and mentions nowhere.
    if (isCompared && (isSent || !isOpen))
      context.compare(property.old.schemas, property.next.schemas, {
        old: property.old.place,
        next: property.next.place,
      });
  }
  comparePatternProperties(pair, context);
  compareAdditional(pair, context);
}

/** The properties of one case. */
interface PropertyStates {
  readonly names: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Schemas by name. */
  readonly listed: ReadonlyMap<string, readonly SchemaId[]>;
  of(name: string): PropertyState;
}

/** Fast path: most properties of a large description are known to be equal. */
function isUnchanged(
  name: string,
  before: PropertyStates,
  after: PropertyStates,
  context: SchemaContext,
): boolean {
  const [left, right] = [before.listed.get(name), after.listed.get(name)];
  return (
    left?.length === 1 &&
    right?.length === 1 &&
    before.required.has(name) === after.required.has(name) &&
    context.isUnchanged(left, right)
  );
}

function createPropertyStates(
  of: Case,
  table: SchemaTable,
  whole: SchemaPlace,
  way: Way,
): PropertyStates {
  const { parts } = of;
  const listed = listedProperties(parts);
  const required = requiredNames(of, table, way, listed);
  const conditional = conditionalNames(parts, table);
  return {
    names: new Set([...listed.keys(), ...required]),
    required,
    listed,
    of(name) {
      const schemas = parts.flatMap((part) => schemasOf(name, part, table));
      const isForbidden =
        flatten(table, schemas).isNever ||
        // What is evaluated elsewhere is not looked up: the property is listed, or it is not.
        (!listed.has(name) && parts.some((part) => isClosed(part, table)));
      const [id] = listed.get(name) ?? [];
      const place = id === undefined ? undefined : schemaPlace(table, id);
      const isOpen = schemas.every((each) => isTrue(each, table));
      return {
        isListed: listed.has(name) && !isForbidden,
        isRequired: required.has(name),
        isConditional: conditional.has(name),
        isForbidden,
        isAbsent: isAbsent(listed.get(name), table, way),
        schemas: listed.has(name) || !isOpen ? schemas : [],
        place: place ?? objectPlace(parts) ?? whole,
        isForeign: of.foreign?.has(name) === true,
      };
    },
  };
}

function objectPlace(parts: readonly KeywordSchema[]): SchemaPlace | undefined {
  const part = parts.find(({ keywords }) => keywords.properties !== undefined);
  return part && keywordPlace(part, 'properties');
}

/** Schemas of one part that apply to a property: by its name, by patterns, or because it is not listed. */
function schemasOf(name: string, part: KeywordSchema, table: SchemaTable): readonly SchemaId[] {
  const { properties = [], patternProperties = [], additionalProperties } = part.keywords;
  const found = [
    ...properties.filter(([key]) => key === name),
    ...patternProperties.filter(([pattern]) => matches(table, pattern, name) !== false),
  ].map(([, id]) => id);
  if (found.length > 0 || additionalProperties === undefined) return found;
  return [additionalProperties];
}

function isClosed({ keywords }: KeywordSchema, table: SchemaTable): boolean {
  const { unevaluatedProperties: rest } = keywords;
  return rest !== undefined && flatten(table, [rest]).isNever;
}

function isTrue(id: SchemaId, table: SchemaTable): boolean {
  const schema = table.get(id);
  return (
    schema === undefined ||
    (schema.kind === 'boolean' ? schema.value : Object.keys(schema.keywords).length === 0)
  );
}
