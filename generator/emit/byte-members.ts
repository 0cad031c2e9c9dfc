import type { Content, PartEncoding } from '../model/api.js';
import type { Shape } from '../model/shape.js';
import type { Plan } from '../plan/plan.js';

const use = { direction: 'send', representation: 'value' } as const;

/**
 * Members of a multipart body that are handed over as bytes: those that a schema describes as such, and those of which
 * nothing is said but an encoding with a type that is neither text nor JSON (OpenAPI 3.1.1 section 4.8.14.3).
 */
export function byteMembers(plan: Plan, { schema, parts = [] }: Content): ReadonlySet<string> {
  const described =
    schema === undefined ? undefined : target(plan, { kind: 'reference', target: schema });
  const members = described?.kind === 'object' ? described.members : [];
  const known = new Map(members.map(({ name, shape }) => [name, itemOf(plan, shape)]));
  const names = new Set(
    [...known].filter(([, shape]) => isBytes(plan, shape)).map(([name]) => name),
  );
  for (const { name, contentType } of parts)
    if ((known.get(name)?.kind ?? 'unknown') === 'unknown' && saysBytes(contentType))
      names.add(name);
  return names;
}

function saysBytes(contentType: PartEncoding['contentType']): boolean {
  return contentType !== undefined && !/(?:^|,)\s*(?:text\/|[^,;]*[/+]json)/i.test(contentType);
}

function itemOf(plan: Plan, shape: Shape): Shape {
  const known = target(plan, shape);
  return known.kind === 'array' ? target(plan, known.items) : known;
}

function isBytes(plan: Plan, shape: Shape): boolean {
  if (shape.kind === 'union')
    return shape.members.some((each) => isBytes(plan, target(plan, each)));
  return shape.kind === 'binary';
}

function target(plan: Plan, shape: Shape): Shape {
  let at = shape;
  for (let steps = 0; at.kind === 'reference' && steps < 32; steps += 1)
    at = plan.shapes.of(at.target, use);
  return at;
}
