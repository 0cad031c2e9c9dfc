import type { Branch, Check, Target } from './check.js';
import type { Printing } from './frame.js';
import { isTypeOnly } from './guard.js';
import {
  alternatives,
  conjunction,
  count,
  typePhrase,
  valuePhrases,
  valuesPhrase,
} from './phrase.js';
import { scalarPhrase } from './scalar-phrase.js';
import { allTypes, arrayType, objectType } from './type-set.js';

/** What a target accepts, where a few words say all of it: `a string or null`, `"on" or "off"`, `a UUID`. */
export function kindPhrase(target: Target): string | undefined {
  if (target.kind !== 'inline') return undefined;
  const { check } = target;
  if (isTypeOnly(check)) return check.types === allTypes ? undefined : typePhrase(check.types);
  if (hasOnlyLiterals(check)) return valuesPhrase(check.literals?.values ?? []);
  return unionPhrase(check) ?? scalarPhrase(check) ?? arrayPhrase(check) ?? objectPhrase(check);
}

/** The members of which a target asks for nothing but that they are there, where it asks for nothing else. */
export function requiredOnly(target: Target): readonly string[] | undefined {
  if (target.kind !== 'inline' || target.check.types !== allTypes) return undefined;
  return requiredNames(target.check);
}

function requiredNames(check: Check): readonly string[] | undefined {
  const { literals, number, string, array, object, any } = check;
  const [part, ...others] = object;
  const isMore = literals !== undefined || number.length + string.length + array.length > 0;
  if (isMore || any.length + others.length > 0 || part?.keyword !== 'properties') return undefined;
  const isAsked = part.members.every((each) => each.required && each.target.kind === 'anything');
  return isAsked ? part.members.map(({ name }) => name) : undefined;
}

function hasOnlyLiterals(check: Check): boolean {
  return check.literals !== undefined && sizeOf(check) === 0;
}

/** How many demands there are beside types and literals. */
function sizeOf({ number, string, array, object, any }: Check): number {
  return number.length + string.length + array.length + object.length + any.length;
}

/** A union and nothing else, of branches that words say all of. */
function unionPhrase(check: Check): string | undefined {
  const [part] = check.any;
  if (sizeOf(check) !== 1 || check.types !== allTypes || check.literals !== undefined)
    return undefined;
  if (part?.keyword !== 'anyOf') return undefined;
  const kinds = part.branches.map(({ target }) => kindPhrase(target));
  return kinds.every((kind) => kind !== undefined) ? alternatives(kinds) : undefined;
}

/** An array of items that words say all of. */
function arrayPhrase(check: Check): string | undefined {
  const [part] = check.array;
  if (sizeOf(check) !== 1 || check.types !== arrayType || part === undefined) return undefined;
  if (part.keyword === 'minItems') return `an array of at least ${count(part.limit, 'item')}`;
  if (part.keyword === 'maxItems') return `an array of at most ${count(part.limit, 'item')}`;
  if (part.keyword !== 'items' || part.from !== 0) return undefined;
  const each = kindPhrase(part.target);
  return each === undefined ? undefined : `an array whose items are each ${each}`;
}

/** An object of which nothing is asked but members. */
function objectPhrase(check: Check): string | undefined {
  const names = check.types === objectType ? requiredNames(check) : undefined;
  return names === undefined ? undefined : withMembers(names);
}

function withMembers(names: readonly string[]): string {
  const quoted = conjunction(names.map((name) => JSON.stringify(name)));
  return `an object with ${names.length === 1 ? 'a member' : 'the members'} ${quoted}`;
}

/** The branches of a union as people know them: by their names, else by what they are, and by both where that is not enough. */
export function branchPhrases(branches: readonly Branch[], printing: Printing): readonly string[] {
  const kinds = branches.map(({ target }) => branchKind(target, printing));
  return branches.flatMap(({ name, target }, index) => {
    const kind = kinds[index];
    if (kind === undefined) return [name];
    const check = checkOf(target, printing);
    const values =
      check !== undefined && hasOnlyLiterals(check) ? check.literals?.values : undefined;
    if (isNamed(name)) {
      if (check?.types === objectType) return [name];
      return [values === undefined ? `${name} (${kind})` : `${kind} (${name})`];
    }
    if (kinds.indexOf(kind) !== kinds.lastIndexOf(kind)) return [`${kind} (${name})`];
    return values === undefined ? [kind] : valuePhrases(values);
  });
}

/** Whether a branch has a name of its own, and not only a place. */
export function isNamed(name: string): boolean {
  return !/^(?:anyOf|oneOf)\/\d+$/.test(name);
}

/** What a branch is, in words that need not say all that it demands. */
function branchKind(target: Target, printing: Printing): string | undefined {
  const known = kindPhrase(target);
  if (known !== undefined || target.kind === 'anything') return known;
  if (target.kind === 'nothing') return 'nothing';
  const required = requiredOnly(target)?.map((name) => JSON.stringify(name)) ?? [];
  if (required.length > 0)
    return `${required.length === 1 ? 'a member' : 'the members'} ${conjunction(required)}`;
  const check = checkOf(target, printing);
  if (check === undefined) return undefined;
  if (hasOnlyLiterals(check)) return valuesPhrase(check.literals?.values ?? []);
  if (check.types === allTypes || check.types === 0) return undefined;
  return (
    (check.types === objectType ? asked(check) : scalarPhrase(check)) ?? typePhrase(check.types)
  );
}

/** An object by the members that it has to have. */
function asked({ object }: Check): string | undefined {
  const names = object.flatMap((part) =>
    part.keyword === 'properties'
      ? part.members.filter(({ required }) => required).map(({ name }) => name)
      : [],
  );
  return names.length === 0 || names.length > 4 ? undefined : withMembers(names);
}

function checkOf(target: Target, printing: Printing): Check | undefined {
  if (target.kind === 'inline') return target.check;
  return target.kind === 'function' ? printing.checkOf(target.key) : undefined;
}
