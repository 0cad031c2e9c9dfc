import type { Api } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import { referenceOnly } from '../model/reference-only.js';
import type { Shape, Shapes, Use } from '../model/shape.js';
import { baseOf } from '../model/with-bases.js';
import { chooseNames, chooseOwnFirst, type FixedNames, isIdentifier, type Wish } from './names.js';
import type { IdentifierName } from './plan.js';
import { namedTarget, targetsOf } from './schema-walk.js';
import type { PlaceNames } from './schema-places.js';
import { itemPath, pascalCase, upperFirst, withMarks, wordsOf } from './words.js';

/** Schemas that get a declaration of their own, in the order in which they were found. */
export type SchemaNames = Map<SchemaId, IdentifierName>;

/** A schema without a name of its own, and what it is to the operation that uses it. */
export interface ContextSchema {
  readonly id: SchemaId;
  readonly candidates: readonly string[];
  /** Named even where it would read well inline. */
  readonly always?: true;
}

const both: Use = { direction: 'both', representation: 'value' };

/**
 * Names of `components/schemas`: as the document spells them wherever that is legal. A component that is
 * nothing but a reference into another file gives its name to what it refers to.
 */
export function componentNames(api: Api, taken: Set<string>, fixed: FixedNames): SchemaNames {
  const targets = componentTargets(api);
  const wishes = new Map<SchemaId, Wish>();
  for (const { id, name } of api.components) {
    const target = targets.get(id) ?? id;
    const own = wishes.has(target) ? id : target;
    wishes.set(own, { key: own, candidates: nameCandidates(name), isOwn: isIdentifier(name) });
  }
  return new Map(chooseOwnFirst([...wishes.values()], taken, fixed)) as SchemaNames;
}

/** What each component stands for: what it refers to, if it is nothing but a reference into another file, else itself. */
export function componentTargets(api: Api): ReadonlyMap<SchemaId, SchemaId> {
  const components = new Set(api.components.map(({ id }) => id));
  return new Map([...components].map((id) => [id, outsideTarget(api, id, components)]));
}

function outsideTarget(api: Api, id: SchemaId, components: ReadonlySet<SchemaId>): SchemaId {
  let at = id;
  for (const seen = new Set<SchemaId>(); !seen.has(at);) {
    seen.add(at);
    at = referenceOnly(api.schemas, at) ?? at;
    if (at !== id && components.has(at)) return id;
  }
  return at;
}

function nameCandidates(name: string): readonly string[] {
  const words = pascalCase(wordsOf(name));
  const spelt = pascalCase(wordsOf(withMarks(name)));
  const own = isIdentifier(name) ? [name] : [words === '' ? name : words];
  return [...own, `${upperFirst(own[0] ?? '')}Schema`, `${spelt}Schema`];
}

/** Gives names to schemas that operations hold inline, where a name reads better; answers the other ones. */
export function nameContextSchemas(
  found: readonly ContextSchema[],
  names: SchemaNames,
  shapes: Shapes,
  taken: Set<string>,
  fixed: FixedNames,
): ReadonlyMap<SchemaId, string> {
  const fresh = new Map<SchemaId, Wish>();
  const unnamed = new Map<SchemaId, string>();
  for (const { id, candidates, always } of found) {
    if (names.has(id) || fresh.has(id)) continue;
    const shape = shapes.of(id, both);
    if (
      always === true ||
      isFixed(id, fixed) ||
      (shape.kind !== 'reference' && readsBetterNamed(shape, 1))
    ) {
      fresh.set(id, { key: id, candidates });
    } else if (!unnamed.has(id)) {
      unnamed.set(id, candidates[0] ?? '');
    }
  }
  for (const [id, name] of chooseNames([...fresh.values()], taken, fixed))
    names.set(id as SchemaId, name);
  return unnamed;
}

/**
 * Names for what is inside the schemas, level by level: large inline objects after the member that holds
 * them, and whatever a reference points to. `unnamed` are inline ones, with what they would be called.
 * Answers the inline ones: parts, which are written where they are used and nowhere else.
 */
export function nameInnerSchemas(
  names: SchemaNames,
  unnamed: ReadonlyMap<SchemaId, string>,
  shapes: Shapes,
  taken: Set<string>,
  fixed: FixedNames,
  placeNames: PlaceNames,
): ReadonlySet<SchemaId> {
  const parts = new Set<SchemaId>();
  let level: readonly SchemaId[] = [...names.keys(), ...unnamed.keys()];
  while (level.length > 0) {
    const wishes = new Map<SchemaId, Wish & { readonly holder?: SchemaId }>();
    for (const id of level) {
      const name = names.get(id) ?? unnamed.get(id) ?? '';
      const shape = shapes.of(id, both);
      for (const wish of innerWishes(shape, name, fixed)) {
        if (names.has(wish.id) || !isNearer(wish, id, wishes.get(wish.id))) continue;
        wishes.set(wish.id, { ...wish, holder: id });
        parts.add(wish.id);
      }
      for (const alias of targetsOf(shape)) {
        const target = namedTarget(shapes, names, alias);
        parts.delete(target);
        if (names.has(target)) continue;
        const candidates = referredNames(target, names, shapes, placeNames);
        wishes.set(target, { key: target, candidates });
      }
    }
    for (const [id, name] of chooseOwnFirst([...wishes.values()], taken, fixed))
      names.set(id as SchemaId, name);
    level = [...wishes.keys()];
  }
  return parts;
}

/** A base without what extends it is called after it: `PetBase`. */
function referredNames(
  id: SchemaId,
  names: SchemaNames,
  { schemas }: Shapes,
  placeNames: PlaceNames,
): readonly string[] {
  const base = baseOf(id, schemas);
  if (base === undefined) return placeNames(id);
  const known = names.get(base);
  const called = known === undefined ? placeNames(base) : [known];
  const candidates = called.flatMap((name) =>
    /base$/iu.test(name) ? [`${name}Alone`] : [`${name}Base`, `${name}Alone`],
  );
  return [...candidates, ...placeNames(id)];
}

/** Whether a holder names a schema rather than another one of the same level: it is written there, or else its location comes first. */
function isNearer(
  { id }: InnerWish,
  holder: SchemaId,
  other: { readonly holder?: SchemaId } | undefined,
): boolean {
  if (other === undefined) return true;
  if (other.holder === undefined) return false;
  const [one, two] = [holder, other.holder].map((each) => id.startsWith(`${each}/`));
  return one === two ? holder < other.holder : one === true;
}

interface InnerWish extends Wish {
  readonly id: SchemaId;
}

/** Inline shapes below a named one that are worth a name; nothing below such a one, it comes in its own turn. */
function innerWishes(shape: Shape, name: string, fixed: FixedNames): readonly InnerWish[] {
  const found: InnerWish[] = [];
  const visit: Visit = (inner, path, others = []) => {
    if (
      'schema' in inner &&
      inner.schema !== undefined &&
      (readsBetterNamed(inner, 3) || isFixed(inner.schema, fixed))
    ) {
      const words = path();
      if (words.length > 0) {
        const named = (more: readonly string[]): string => upperFirst(name) + pascalCase(more);
        const own = named(words);
        const [telling = own, ...last] = others.map((other) => named(other()));
        found.push({
          id: inner.schema,
          key: inner.schema,
          candidates: [own, telling, `${own}Value`, ...last],
          isOwn: others.length === 0,
        });
        return;
      }
    }
    visitInner(inner, path, visit);
  };
  visit(shape, () => []);
  return found;
}

/** The words of the way to a shape, put together where it gets a name: most get none. */
type Path = () => readonly string[];

/** What is done with an inner shape; `others` are further ways to tell of it, where the first tells of several. */
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
        if (mayHoldNames(inner)) visit(inner, () => [...path(), ...wordsOf(name)]);
      if (shape.additional !== undefined) visit(shape.additional, () => [...path(), 'value']);
      return;
    case 'union':
    case 'intersection':
      for (const member of shape.members) {
        if (!mayHoldNames(member)) continue;
        visit(member, () => [...path(), ...branchWords(member, shape)], [
          () => [...path(), ...onlyWords(member, shape)],
          () => [...path(), ...positionWords(member)],
        ]);
      }
      return;
    default:
      return;
  }
}

/** Whether a shape, or one inside it, may be worth a name: most are a plain type. */
function mayHoldNames({ kind }: Shape): boolean {
  return (
    kind === 'object' ||
    kind === 'array' ||
    kind === 'union' ||
    kind === 'open-enum' ||
    kind === 'intersection' ||
    kind === 'tuple'
  );
}

/** A branch is told by the constant that tells it apart, or else by its only required members. */
function branchWords(branch: Shape, parent: Shape): readonly string[] {
  if (branch.kind !== 'object' || parent.kind !== 'union') return [];
  const telling = branch.members.find((member) =>
    parent.discriminator === undefined
      ? typeof member.constant === 'string'
      : member.name === parent.discriminator,
  );
  if (typeof telling?.constant === 'string') return wordsOf(telling.constant);
  const first = branch.members.find((member) => !member.optional);
  return first === undefined ? [] : wordsOf(first.name);
}

/** A branch is told by the first member that no other branch has, required ones before others. */
function onlyWords(branch: Shape, parent: Shape): readonly string[] {
  if (branch.kind !== 'object' || parent.kind !== 'union') return [];
  const others = new Set(
    parent.members.flatMap((other) =>
      other === branch || other.kind !== 'object' ? [] : other.members.map(({ name }) => name),
    ),
  );
  const own = branch.members.filter(({ name }) => !others.has(name));
  const telling = own.find(({ optional }) => !optional) ?? own[0];
  return telling === undefined ? branchWords(branch, parent) : wordsOf(telling.name);
}

/** Where a branch stands, if nothing in it tells it apart: `anyOf`, 2. */
function positionWords(branch: Shape): readonly string[] {
  const id = 'schema' in branch ? branch.schema : undefined;
  const [, keyword = '', index = ''] = /\/(anyOf|oneOf|allOf)\/(\d+)$/u.exec(id ?? '') ?? [];
  return wordsOf(`${keyword} ${index}`);
}

/** Whether somebody uses a schema by a name already. */
function isFixed(id: SchemaId, { pinned, held }: FixedNames): boolean {
  return pinned.has(id) || held.has(id);
}

/** Whether a declaration reads better than the same thing inline. */
function readsBetterNamed(shape: Shape, leastMembers: number): boolean {
  if (shape.kind === 'object') {
    return shape.members.length >= leastMembers || shape.extends.length > 1;
  }
  if (shape.kind === 'open-enum') return shape.values.length > 6;
  if (shape.kind === 'intersection') return leastMembers === 1;
  if (shape.kind !== 'union') return false;
  const objects = shape.members.filter(
    (member) => member.kind === 'object' || member.kind === 'reference',
  );
  return shape.members.length > 6 || objects.length > 1;
}
