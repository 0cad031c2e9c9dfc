import type { Phrase } from '../../schema/keyword.js';
import { keywordOf } from '../../schema/registry.js';
import {
  isTypeOnly,
  presenceOnly,
  requiredOnly,
  type Branch,
  type Check,
  type CheckPart,
  type Target,
} from '../check.js';
import type { FileContext } from '../emit-context.js';
import { conjunction, isNamedBranch, typePhrase, valuePhrases, valuesPhrase } from './phrase.js';
import {
  allTypes,
  arrayType,
  integerType,
  numberType,
  objectType,
  stringType,
} from '../type-set.js';

/**
 * Describes what a target accepts, if a short phrase is complete: `a string or null`,
 * `"on" or "off"`, `a UUID`.
 */
export function expectedText(target: Target): string | undefined {
  if (target.kind !== 'inline') return undefined;
  const { check } = target;
  if (isTypeOnly(check)) return check.types === allTypes ? undefined : typePhrase(check.types);
  if (hasOnlyLiterals(check)) return valuesPhrase(check.literals?.values ?? []);
  return unionPhrase(check) ?? scalarPhrase(check) ?? arrayPhrase(check) ?? objectPhrase(check);
}

function hasOnlyLiterals(check: Check): boolean {
  return check.literals !== undefined && sizeOf(check) === 0;
}

/** Number of constraints besides types and literals. */
function sizeOf({ number, string, array, object, any }: Check): number {
  return number.length + string.length + array.length + object.length + any.length;
}

/** Phrase for a check that is only a union whose branches have phrases. */
function unionPhrase(check: Check): string | undefined {
  const [part] = check.any;
  if (sizeOf(check) !== 1 || check.types !== allTypes || check.literals !== undefined)
    return undefined;
  return part && phraseOf(part)?.noun;
}

/** Phrase for an array with one constraint. */
function arrayPhrase(check: Check): string | undefined {
  const [part] = check.array;
  if (sizeOf(check) !== 1 || check.types !== arrayType || part === undefined) return undefined;
  const { noun, of } = phraseOf(part) ?? {};
  return of === undefined ? noun : `an array of ${of}`;
}

/**
 * Phrase for a check of strings or numbers, if it is complete: `a UUID`,
 * `a string of at least 3 characters that matches ^a`, `an integer of at least 1 and at most 5`.
 */
function scalarPhrase(check: Check): string | undefined {
  const { types, literals, number, string, array, object, any } = check;
  if (literals !== undefined || array.length + object.length + any.length > 0) return undefined;
  const isNumber = types === integerType || types === numberType;
  if (!isNumber && types !== stringType) return undefined;
  const parts = isNumber ? number : string;
  if (parts.length > 2) return undefined;
  const phrases = parts.map((part) => phraseOf(part) ?? {});
  const { noun = typePhrase(types) } = phrases.find((each) => each.noun !== undefined) ?? {};
  const size = phrases.flatMap((each) => each.size ?? []).map((text) => ` of ${text}`);
  const bounds = phrases.flatMap(({ of }) => of ?? []);
  const rest = phrases.flatMap(({ that }) => that ?? []);
  const bound = bounds.length === 0 ? '' : ` of ${bounds.join(' and ')}`;
  return `${noun}${size.join('')}${bound}${rest.length === 0 ? '' : ` that ${rest.join(' and ')}`}`;
}

function phraseOf(part: CheckPart): Phrase | undefined {
  const keyword = keywordOf(part);
  return keyword?.phrase?.(part, expectedText);
}

/** Phrase for an object that only requires properties. */
function objectPhrase(check: Check): string | undefined {
  const names = check.types === objectType ? presenceOnly(check) : undefined;
  return names === undefined ? undefined : withMembers(names);
}

function withMembers(names: readonly string[]): string {
  const quoted = conjunction(names.map((name) => JSON.stringify(name)));
  return `an object with ${names.length === 1 ? 'a member' : 'the members'} ${quoted}`;
}

/**
 * Phrases for the branches of a union: their names, otherwise their descriptions, or both if those
 * are ambiguous.
 */
export function branchPhrases(branches: readonly Branch[], file: FileContext): readonly string[] {
  const kinds = branches.map(({ target }) => branchKind(target, file));
  const counts = new Map<string | undefined, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return branches.flatMap(({ name, target }, index) => {
    const kind = kinds[index];
    if (kind === undefined) return [name];
    const check = checkOf(target, file);
    const values =
      check !== undefined && hasOnlyLiterals(check) ? check.literals?.values : undefined;
    if (isNamedBranch(name)) {
      if (check?.types === objectType) return [name];
      return [values === undefined ? `${name} (${kind})` : `${kind} (${name})`];
    }
    if ((counts.get(kind) ?? 0) > 1) return [`${kind} (${name})`];
    return values === undefined ? [kind] : valuePhrases(values);
  });
}

/** Describes a branch. The phrase may be incomplete. */
function branchKind(target: Target, file: FileContext): string | undefined {
  const phrase = expectedText(target);
  if (phrase !== undefined || target.kind === 'anything') return phrase;
  if (target.kind === 'nothing') return 'nothing';
  const required = requiredOnly(target)?.map((name) => JSON.stringify(name)) ?? [];
  if (required.length > 0)
    return `${required.length === 1 ? 'a member' : 'the members'} ${conjunction(required)}`;
  const check = checkOf(target, file);
  if (check === undefined) return undefined;
  if (hasOnlyLiterals(check)) return valuesPhrase(check.literals?.values ?? []);
  if (check.types === allTypes || check.types === 0) return undefined;
  return (
    (check.types === objectType ? requiredPhrase(check) : scalarPhrase(check)) ??
    typePhrase(check.types)
  );
}

/** Describes an object by its required properties. */
function requiredPhrase({ object }: Check): string | undefined {
  const names = object.flatMap((part) =>
    part.keyword === 'properties'
      ? part.members.filter(({ required }) => required).map(({ name }) => name)
      : [],
  );
  return names.length === 0 || names.length > 4 ? undefined : withMembers(names);
}

function checkOf(target: Target, file: FileContext): Check | undefined {
  if (target.kind === 'inline') return target.check;
  return target.kind === 'function' ? file.checkOf(target.key) : undefined;
}
