import type { SchemaTerm } from './term.js';

/**
 * The two halves of an intersection, for libraries whose intersections have two members. A linear
 * nesting would be thousands of levels deep.
 */
export function halvesOf(members: readonly SchemaTerm[]): readonly SchemaTerm[] {
  const middle = Math.floor(members.length / 2);
  return [members.slice(0, middle), members.slice(middle)].flatMap((half) =>
    half.length > 1 ? [{ kind: 'intersection', members: half } as const] : half,
  );
}
