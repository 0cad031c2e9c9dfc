import { code, propertyKey, stringLiteral } from '../../code.js';
import type { Check, EvaluatedProperties, ObjectPart, Target } from '../check.js';
import type { Printing } from '../frame.js';
import type { LiteralTree } from '../literal-tree.js';
import { conditionTree } from './condition.js';
import type { FormMember } from './keywords.js';
import { targetTree } from './target.js';

/** What is demanded of objects. */
export function objectMembers(check: Check, printing: Printing): readonly FormMember[] {
  const { place } = check;
  const target = (target: Target, ...tokens: readonly string[]): LiteralTree =>
    targetTree(target, place, tokens, printing);
  const members = partsOf(check, 'properties').flatMap((part) => part.members);
  const others = partsOf(check, 'additionalProperties');
  const required = members.filter((member) => member.required);
  const declared = new Map<string, LiteralTree>();
  for (const member of members)
    if (member.target.kind !== 'anything')
      declared.set(member.name, target(member.target, 'properties', member.name));
  const patterns = new Map<string, LiteralTree>();
  for (const item of partsOf(check, 'patternProperties').flatMap((part) => part.patterns))
    patterns.set(item.pattern, target(item.target, 'patternProperties', item.pattern));
  // What is declared and demands nothing matters where other members are refused.
  for (const part of others) {
    for (const name of part.names) if (!declared.has(name)) declared.set(name, code`true`);
    for (const pattern of part.patterns)
      if (!patterns.has(pattern)) patterns.set(pattern, code`true`);
  }
  const leading = check.object.flatMap((part): readonly FormMember[] =>
    part.keyword === 'minProperties' || part.keyword === 'maxProperties'
      ? [[propertyKey(part.keyword), code`${part.limit}`]]
      : [],
  );
  const dependent = partsOf(check, 'dependentRequired').map(({ name, required }): FormMember => [
    propertyKey(name),
    { items: required.map(stringLiteral) },
  ]);
  const schemas = partsOf(check, 'dependentSchemas').map((part): FormMember => [
    propertyKey(part.name),
    target(part.target, 'dependentSchemas', part.name),
  ]);
  return [
    ...leading,
    ...list(
      'required',
      required.map(({ name }) => stringLiteral(name)),
    ),
    ...record(
      'properties',
      [...declared].map(([name, tree]) => [propertyKey(name), tree]),
    ),
    ...list(
      'patternProperties',
      [...patterns].map(([pattern, tree]) => ({
        items: [printing.pattern(pattern), tree, stringLiteral(pattern)],
      })),
    ),
    ...others.map((part): FormMember => [
      code`additionalProperties`,
      target(part.target, 'additionalProperties'),
    ]),
    ...partsOf(check, 'propertyNames').map((part): FormMember => [
      code`propertyNames`,
      target(part.target, 'propertyNames'),
    ]),
    ...record('dependentRequired', dependent),
    ...record('dependentSchemas', schemas),
    ...partsOf(check, 'unevaluatedProperties').map((part): FormMember => {
      const evaluated = evaluatedTree(part.evaluated, place, printing);
      const items = [evaluated, target(part.target, 'unevaluatedProperties')];
      return [code`unevaluatedProperties`, { items }];
    }),
  ];
}

function partsOf<Keyword extends ObjectPart['keyword']>(
  check: Check,
  keyword: Keyword,
): readonly Extract<ObjectPart, { readonly keyword: Keyword }>[] {
  return check.object.filter(
    (part): part is Extract<ObjectPart, { readonly keyword: Keyword }> => part.keyword === keyword,
  );
}

function list(keyword: string, items: readonly LiteralTree[]): readonly FormMember[] {
  return items.length === 0 ? [] : [[propertyKey(keyword), { items }]];
}

function record(keyword: string, members: readonly FormMember[]): readonly FormMember[] {
  return members.length === 0 ? [] : [[propertyKey(keyword), members]];
}

function evaluatedTree(
  { all, names, patterns, conditional }: EvaluatedProperties,
  place: string,
  printing: Printing,
): LiteralTree {
  const when = conditional.map(({ when, then }) => ({
    items: [conditionTree(when, place, printing), evaluatedTree(then, place, printing)],
  }));
  return [
    ...(all ? [[code`all`, code`true`] as const] : []),
    ...list('names', names.map(stringLiteral)),
    ...list('patterns', patterns.map(printing.pattern)),
    ...list('when', when),
  ];
}
