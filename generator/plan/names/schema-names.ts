import type { Api } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import { referenceOnly } from '../../model/analysis/reference-only.js';
import type { Shape, Shapes, Use } from '../../model/shape/shape.js';
import { baseOf } from '../../model/analysis/inheritance-unions.js';
import {
  chooseNames,
  chooseVerbatimFirst,
  type FixedNames,
  isIdentifier,
  type NameRequest,
} from './names.js';
import type { IdentifierName } from '../plan.js';
import { namedTarget, targetsOf } from '../schemas/schema-walk.js';
import type { InlineSchemaNames } from './inline-schema-names.js';
import { itemPath, pascalCase, upperFirst, withMarks, wordsOf } from './words.js';

/** Schemas with a declaration, in the order in which they were found. */
export type SchemaNames = Map<SchemaId, IdentifierName>;

/** An inline schema, with name candidates for its role in an operation. */
export interface ContextSchema {
  readonly id: SchemaId;
  readonly candidates: readonly string[];
  /** True if the schema is named even if it would be readable inline. */
  readonly alwaysNamed?: true;
}

const both: Use = { direction: 'both', representation: 'value' };

/**
 * Names the schemas of `components/schemas`, with the document's spelling if it is valid. A
 * component that is only a reference to another file gives its name to the referenced schema.
 */
export function componentNames(api: Api, taken: Set<string>, fixed: FixedNames): SchemaNames {
  const targets = componentTargets(api);
  const requests = new Map<SchemaId, NameRequest>();
  for (const { id, name } of api.components) {
    const target = targets.get(id) ?? id;
    const key = requests.has(target) ? id : target;
    requests.set(key, { key, candidates: nameCandidates(name), isVerbatim: isIdentifier(name) });
  }
  return new Map(chooseVerbatimFirst([...requests.values()], taken, fixed)) as SchemaNames;
}

/**
 * Maps each component to the schema that it stands for. This is the referenced schema if the
 * component is only a reference to another file, and otherwise the component itself.
 */
export function componentTargets(api: Api): ReadonlyMap<SchemaId, SchemaId> {
  const components = new Set(api.components.map(({ id }) => id));
  return new Map([...components].map((id) => [id, externalTarget(api, id, components)]));
}

function externalTarget(api: Api, id: SchemaId, components: ReadonlySet<SchemaId>): SchemaId {
  let target = id;
  for (const seen = new Set<SchemaId>(); !seen.has(target);) {
    seen.add(target);
    target = referenceOnly(api.schemas, target) ?? target;
    if (target !== id && components.has(target)) return id;
  }
  return target;
}

/** Candidates for the name of a schema that the description names: its spelling if that is an identifier. */
export function nameCandidates(name: string): readonly string[] {
  const words = pascalCase(wordsOf(name));
  const marked = pascalCase(wordsOf(withMarks(name)));
  const key = isIdentifier(name) ? [name] : [words === '' ? name : words];
  return [...key, `${upperFirst(key[0] ?? '')}Schema`, `${marked}Schema`];
}

/**
 * Names inline schemas of operations if a name improves readability. Returns the remaining ones
 * with their best candidates.
 */
export function nameContextSchemas(
  contextSchemas: readonly ContextSchema[],
  names: SchemaNames,
  shapes: Shapes,
  taken: Set<string>,
  fixed: FixedNames,
): ReadonlyMap<SchemaId, string> {
  const requests = new Map<SchemaId, NameRequest>();
  const unnamed = new Map<SchemaId, string>();
  for (const { id, candidates, alwaysNamed } of contextSchemas) {
    if (names.has(id) || requests.has(id)) continue;
    const shape = shapes.of(id, both);
    if (
      alwaysNamed === true ||
      isFixed(id, fixed) ||
      (shape.kind !== 'reference' && readsBetterNamed(shape, 1))
    ) {
      requests.set(id, { key: id, candidates });
    } else if (!unnamed.has(id)) {
      unnamed.set(id, candidates[0] ?? '');
    }
  }
  for (const [id, name] of chooseNames([...requests.values()], taken, fixed))
    names.set(id as SchemaId, name);
  return unnamed;
}

/**
 * Names schemas inside other schemas, level by level: large inline objects after the property that
 * contains them, and all targets of references. `unnamed` contains inline schemas with their best
 * candidates. Returns the schemas that are written inline in exactly one other schema.
 */
export function nameInnerSchemas(
  names: SchemaNames,
  unnamed: ReadonlyMap<SchemaId, string>,
  shapes: Shapes,
  taken: Set<string>,
  fixed: FixedNames,
  locationNames: InlineSchemaNames,
): ReadonlySet<SchemaId> {
  const parts = new Set<SchemaId>();
  let level: readonly SchemaId[] = [...names.keys(), ...unnamed.keys()];
  while (level.length > 0) {
    const requests = new Map<SchemaId, NameRequest & { readonly holder?: SchemaId }>();
    for (const id of level) {
      const name = names.get(id) ?? unnamed.get(id) ?? '';
      const shape = shapes.of(id, both);
      for (const request of innerRequests(shape, name, fixed)) {
        if (names.has(request.id) || !isNearer(request, id, requests.get(request.id))) continue;
        requests.set(request.id, { ...request, holder: id });
        parts.add(request.id);
      }
      for (const alias of targetsOf(shape)) {
        const target = namedTarget(shapes, names, alias);
        parts.delete(target);
        if (names.has(target)) continue;
        const candidates = referredNames(target, names, shapes, locationNames);
        requests.set(target, { key: target, candidates });
      }
    }
    for (const [id, name] of chooseVerbatimFirst([...requests.values()], taken, fixed))
      names.set(id as SchemaId, name);
    level = [...requests.keys()];
  }
  return parts;
}

/**
 * Candidates for the target of a reference. The base of a discriminated union is named after it:
 * `PetBase`.
 */
function referredNames(
  id: SchemaId,
  names: SchemaNames,
  { schemas }: Shapes,
  locationNames: InlineSchemaNames,
): readonly string[] {
  const base = baseOf(id, schemas);
  if (base === undefined) return locationNames(id);
  const known = names.get(base);
  const baseNames = known === undefined ? locationNames(base) : [known];
  const candidates = baseNames.flatMap((name) =>
    /base$/iu.test(name) ? [`${name}Alone`] : [`${name}Base`, `${name}Alone`],
  );
  return [...candidates, ...locationNames(id)];
}

/**
 * True if `holder` determines the name of a schema rather than `other`, which is on the same level.
 * The schema's location within one of them decides, otherwise the alphabetical order.
 */
function isNearer(
  { id }: InnerRequest,
  holder: SchemaId,
  other: { readonly holder?: SchemaId } | undefined,
): boolean {
  if (other === undefined) return true;
  if (other.holder === undefined) return false;
  const [one, two] = [holder, other.holder].map((each) => id.startsWith(`${each}/`));
  return one === two ? holder < other.holder : one === true;
}

interface InnerRequest extends NameRequest {
  readonly id: SchemaId;
}

/**
 * Finds inline shapes below a named one that deserve a name. Shapes below those belong to the next
 * level.
 */
function innerRequests(shape: Shape, name: string, fixed: FixedNames): readonly InnerRequest[] {
  const contextSchemas: InnerRequest[] = [];
  const visit: Visit = (inner, path, others = []) => {
    if (
      'schema' in inner &&
      inner.schema !== undefined &&
      (readsBetterNamed(inner, 3) || isFixed(inner.schema, fixed))
    ) {
      const words = path();
      if (words.length > 0) {
        const nameWith = (more: readonly string[]): string => upperFirst(name) + pascalCase(more);
        const key = nameWith(words);
        const [distinctive = key, ...last] = others.map((other) => nameWith(other()));
        contextSchemas.push({
          id: inner.schema,
          key: inner.schema,
          candidates: [key, distinctive, `${key}Value`, ...last],
          isVerbatim: others.length === 0,
        });
        return;
      }
    }
    visitInner(inner, path, visit);
  };
  visit(shape, () => []);
  return contextSchemas;
}

/** Words of the path to a shape. Computed lazily, because few shapes get a name. */
type Path = () => readonly string[];

/**
 * Callback for an inner shape. `others` are alternative paths for names that would otherwise be
 * ambiguous.
 */
type Visit = (shape: Shape, path: Path, others?: readonly Path[]) => void;

function visitInner(shape: Shape, path: Path, visit: Visit): void {
  switch (shape.kind) {
    case 'array':
      visit(shape.items, () => itemPath(path()), [() => [...path(), 'item']]);
      return;
    case 'tuple':
      for (const item of shape.items) visit(item, () => [...path(), 'item']);
      if (shape.rest !== undefined) visit(shape.rest, () => [...path(), 'rest']);
      return;
    case 'object':
      for (const { name, shape: inner } of shape.members)
        if (mayContainNamed(inner)) visit(inner, () => [...path(), ...wordsOf(name)]);
      if (shape.additional !== undefined) visit(shape.additional, () => [...path(), 'value']);
      return;
    case 'union':
    case 'intersection':
      for (const member of shape.members) {
        if (!mayContainNamed(member)) continue;
        visit(member, () => [...path(), ...branchWords(member, shape)], [
          () => [...path(), ...distinctiveWords(member, shape)],
          () => [...path(), ...positionWords(member)],
        ]);
      }
      return;
    default:
      return;
  }
}

/** True if a shape, or one inside it, may deserve a name. Most shapes are plain types. */
function mayContainNamed({ kind }: Shape): boolean {
  return (
    kind === 'object' ||
    kind === 'array' ||
    kind === 'union' ||
    kind === 'open-enum' ||
    kind === 'intersection' ||
    kind === 'tuple'
  );
}

/**
 * Words that identify a branch: its discriminator or constant, otherwise its first required
 * property.
 */
function branchWords(branch: Shape, parent: Shape): readonly string[] {
  if (branch.kind !== 'object' || parent.kind !== 'union') return [];
  const distinctive = branch.members.find((member) =>
    parent.discriminator === undefined
      ? typeof member.constant === 'string'
      : member.name === parent.discriminator,
  );
  if (typeof distinctive?.constant === 'string') return wordsOf(distinctive.constant);
  const first = branch.members.find((member) => !member.optional);
  return first === undefined ? [] : wordsOf(first.name);
}

/** Words of the first property that no other branch has. Required properties take precedence. */
function distinctiveWords(branch: Shape, parent: Shape): readonly string[] {
  if (branch.kind !== 'object' || parent.kind !== 'union') return [];
  const others = new Set(
    parent.members.flatMap((other) =>
      other === branch || other.kind !== 'object' ? [] : other.members.map(({ name }) => name),
    ),
  );
  const key = branch.members.filter(({ name }) => !others.has(name));
  const distinctive = key.find(({ optional }) => !optional) ?? key[0];
  return distinctive === undefined ? branchWords(branch, parent) : wordsOf(distinctive.name);
}

/**
 * Words of the position of a branch, such as `anyOf` and `2`, used if nothing else identifies it.
 */
function positionWords(branch: Shape): readonly string[] {
  const id = 'schema' in branch ? branch.schema : undefined;
  const [, keyword = '', index = ''] = /\/(anyOf|oneOf|allOf)\/(\d+)$/u.exec(id ?? '') ?? [];
  return wordsOf(`${keyword} ${index}`);
}

/** True if the schema's name is pinned or locked. */
function isFixed(id: SchemaId, { pinned, locked }: FixedNames): boolean {
  return pinned.has(id) || locked.has(id);
}

/** True if a named declaration is more readable than an inline type. */
function readsBetterNamed(shape: Shape, minMembers: number): boolean {
  if (shape.kind === 'object') {
    return shape.members.length >= minMembers || shape.extends.length > 1;
  }
  if (shape.kind === 'open-enum') return shape.values.length > 6;
  if (shape.kind === 'intersection') return minMembers === 1;
  if (shape.kind !== 'union') return false;
  const objects = shape.members.filter(
    (member) => member.kind === 'object' || member.kind === 'reference',
  );
  return shape.members.length > 6 || objects.length > 1;
}
