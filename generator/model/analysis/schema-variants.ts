import type { KeywordSchema, SchemaId, SchemaTable, TypeName } from '../schema.js';

/** The schemas of which one holds, where that is what a schema says. */
export function branchesOf(table: SchemaTable, id: SchemaId): readonly SchemaId[] {
  const schema = table.get(id);
  if (schema?.kind !== 'keywords') return [id];
  const { $ref, oneOf, anyOf } = schema.keywords;
  if ($ref !== undefined)
    return branchesOf(table, $ref).length > 1 ? branchesOf(table, $ref) : [id];
  return oneOf ?? anyOf ?? [id];
}

/** More than anybody describes; beyond it a description is taken as a whole. */
const mostVariants = 500;

/** What a schema is made of, once for each way through its branches. */
export function variantsOf(
  table: SchemaTable,
  root: SchemaId,
): readonly (readonly KeywordSchema[])[] {
  const visit = (
    id: SchemaId,
    above: ReadonlySet<SchemaId>,
  ): readonly (readonly KeywordSchema[])[] => {
    const schema = table.get(id);
    if (schema?.kind !== 'keywords' || above.has(id)) return [[]];
    const seen = new Set(above).add(id);
    const { $ref, allOf = [], oneOf, anyOf } = schema.keywords;
    const all = [...($ref === undefined ? [] : [$ref]), ...allOf].map((each) => visit(each, seen));
    const some = [oneOf, anyOf].flatMap((branches) =>
      branches === undefined || branches.length === 0
        ? []
        : [branches.flatMap((each) => visit(each, seen))],
    );
    return [...all, ...some].reduce<readonly (readonly KeywordSchema[])[]>(
      (ways, more) =>
        ways.length * more.length > mostVariants
          ? ways
          : ways.flatMap((way) => more.map((parts) => [...way, ...parts])),
      [[schema]],
    );
  };
  return visit(root, new Set());
}

/** The texts that a schema lists. */
export function textsOf(table: SchemaTable, id: SchemaId): readonly string[] {
  const lists = partsOf(table, id).flatMap(({ keywords }) => {
    if (keywords.const !== undefined) return [[keywords.const.value]];
    return keywords.enum === undefined ? [] : [keywords.enum];
  });
  return lists.flat().filter((value): value is string => typeof value === 'string');
}

/** Whether all that a schema lets through is text. */
export function isText(table: SchemaTable, id: SchemaId): boolean {
  const types = typesOf(table, id);
  if (types !== undefined)
    return types.every((type) => type === 'string' || type === 'null') && types.includes('string');
  return textsOf(table, id).length > 0;
}

/** Types that some part of a schema states; `undefined` where none does, or not every branch. */
export function typesOf(table: SchemaTable, id: SchemaId): readonly TypeName[] | undefined {
  const stated = partsOf(table, id).flatMap(({ keywords }) => keywords.type ?? []);
  if (stated.length > 0) return stated;
  const branches = branchesOf(table, id);
  if (branches.length < 2) return undefined;
  const each = branches.map((branch) => typesOf(table, branch));
  return each.every((types) => types !== undefined) ? each.flat() : undefined;
}

/** Members that a schema names, its branches included. */
export function namesOf(table: SchemaTable, id: SchemaId): readonly string[] {
  return variantsOf(table, id)
    .flat()
    .flatMap(({ keywords }) => (keywords.properties ?? []).map(([name]) => name));
}

/** A schema with everything that it refers to and is made of, but for its branches. */
export function partsOf(table: SchemaTable, start: SchemaId): readonly KeywordSchema[] {
  const parts: KeywordSchema[] = [];
  const seen = new Set<SchemaId>();
  const visit = (id: SchemaId | undefined): void => {
    if (id === undefined || seen.has(id)) return;
    seen.add(id);
    const schema = table.get(id);
    if (schema?.kind !== 'keywords') return;
    parts.push(schema);
    visit(schema.keywords.$ref);
    visit(schema.keywords.$dynamicRef?.initial);
    schema.keywords.allOf?.forEach(visit);
  };
  visit(start);
  return parts;
}
