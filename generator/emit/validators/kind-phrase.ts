import type { Branch, Check, Target } from './check.js';
import type { Printing } from './frame.js';
import { isTypeOnly } from './guard.js';
import { typePhrase, valuesPhrase } from './phrase.js';
import { allTypes } from './type-set.js';

/** What a target accepts, where a few words say all of it: `a string or null`, `"on" or "off"`. */
export function kindPhrase(target: Target): string | undefined {
  if (target.kind !== 'inline') return undefined;
  const { check } = target;
  if (isTypeOnly(check)) return check.types === allTypes ? undefined : typePhrase(check.types);
  return hasOnlyLiterals(check) ? valuesPhrase(check.literals?.values ?? []) : undefined;
}

/** The members of which a target asks for nothing but that they are there, where it asks for nothing else. */
export function requiredOnly(target: Target): readonly string[] | undefined {
  if (target.kind !== 'inline') return undefined;
  const { types, literals, number, string, array, object, any } = target.check;
  const [part, ...others] = object;
  const isMore = literals !== undefined || number.length + string.length + array.length > 0;
  if (isMore || any.length + others.length > 0 || types !== allTypes) return undefined;
  if (part?.keyword !== 'properties') return undefined;
  const isAsked = part.members.every((each) => each.required && each.target.kind === 'anything');
  return isAsked ? part.members.map(({ name }) => name) : undefined;
}

function hasOnlyLiterals({ literals, number, string, array, object, any }: Check): boolean {
  const parts = number.length + string.length + array.length + object.length + any.length;
  return literals !== undefined && parts === 0;
}

/** The branches of a union as people know them: by their names, else by what they are, and by both where that is not enough. */
export function branchPhrases(branches: readonly Branch[], printing: Printing): readonly string[] {
  const kinds = branches.map(({ name, target }) =>
    /^(?:anyOf|oneOf)\/\d+$/.test(name) ? branchKind(target, printing) : undefined,
  );
  return branches.map(({ name }, index) => {
    const kind = kinds[index];
    if (kind === undefined) return name;
    return kinds.indexOf(kind) === kinds.lastIndexOf(kind) ? kind : `${kind} (${name})`;
  });
}

function branchKind(target: Target, printing: Printing): string | undefined {
  const known = kindPhrase(target);
  if (known !== undefined || target.kind === 'anything' || target.kind === 'nothing') return known;
  const { types } = target.kind === 'inline' ? target.check : printing.checkOf(target.key);
  return types === allTypes || types === 0 ? undefined : typePhrase(types);
}
