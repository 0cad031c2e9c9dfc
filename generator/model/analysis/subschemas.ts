import { applicators, inPlaceApplicators, schemasUnder } from '../../schema/applicators.js';
import type { Applicator } from '../../schema/applicators.js';
import type { Keywords, SchemaId } from '../schema.js';

/** Ids of all schemas directly below, regardless of the keyword. */
export function subschemas(keywords: Keywords): readonly SchemaId[] {
  return hasKeyword(keywords, applicatorNames) ? schemasOf(keywords, applicators) : none;
}

/** Ids of the schemas that apply to the same instance. */
export function subschemasInPlace(keywords: Keywords): readonly SchemaId[] {
  return hasKeyword(keywords, inPlaceNames) ? schemasOf(keywords, inPlaceApplicators) : none;
}

const none: readonly SchemaId[] = [];

const applicatorNames: ReadonlySet<string> = new Set(applicators.map(({ name }) => name));
const inPlaceNames: ReadonlySet<string> = new Set(inPlaceApplicators.map(({ name }) => name));

/** Most schemas of a description are scalars. */
function hasKeyword(keywords: Keywords, names: ReadonlySet<string>): boolean {
  for (const name in keywords) if (names.has(name)) return true;
  return false;
}

function schemasOf(keywords: Keywords, chosen: readonly Applicator[]): readonly SchemaId[] {
  const ids: SchemaId[] = [];
  for (const applicator of chosen)
    if (keywords[applicator.name] !== undefined) ids.push(...schemasUnder(applicator, keywords));
  return ids;
}
