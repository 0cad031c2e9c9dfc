import { componentsOf } from '../../core/components.js';
import type { SchemaPlan } from './plan.js';
import type { SchemaTerm } from './term.js';

/** Schemas of which each refers to all the others, if only through them, or a single one. */
export interface SchemaGroup {
  readonly members: readonly SchemaPlan[];
  /** True if the schemas refer to themselves. */
  readonly isCyclic: boolean;
}

/** Groups schemas that refer to each other. Each group follows those that it refers to. */
export function groupsOf(schemas: readonly SchemaPlan[]): readonly SchemaGroup[] {
  const indexes = new Map(schemas.map(({ identifier }, index) => [identifier.name, index]));
  const edges = new Map(
    schemas.map(({ term }, index) => [
      index,
      [...targetsOf(term)].flatMap((name) => indexes.get(name) ?? []),
    ]),
  );
  const groups = new Map<number, number[]>();
  for (const [index, component] of componentsOf(edges))
    groups.set(component, [...(groups.get(component) ?? []), index]);
  return [...groups.values()].map((group) => ({
    members: group.toSorted((a, b) => a - b).flatMap((index) => schemas[index] ?? []),
    isCyclic: group.length > 1 || group.some((index) => edges.get(index)?.includes(index)),
  }));
}

/** Names of the schemas that a term refers to. */
function* targetsOf(term: SchemaTerm): Iterable<SchemaPlan['identifier']['name']> {
  switch (term.kind) {
    case 'reference':
      yield term.target.name;
      return;
    case 'array':
      for (const each of term.prefix) yield* targetsOf(each);
      yield* targetsOf(term.items);
      return;
    case 'object':
      for (const member of term.members) yield* targetsOf(member.term);
      if (typeof term.others === 'object') yield* targetsOf(term.others);
      return;
    case 'record':
      yield* targetsOf(term.values);
      return;
    case 'union':
    case 'discriminated':
    case 'intersection':
      for (const member of term.members) yield* targetsOf(member);
      return;
    default:
  }
}
