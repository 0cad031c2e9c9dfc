import type { ParameterDescriptor, PartDescriptor, WireType } from '../../../core/descriptor.js';
import { isClaimed } from '../../../core/parameters/claimed-names.js';
import { claimedMembers, type FormContent, isStyled } from '../../../core/parameters/form.js';
import type { FaultViolation } from '../../../core/server/fault.js';
import type { RawPair } from '../../../core/server/query.js';
import { addEmpty } from '../parameters/deep-object.js';
import { readForm } from './form.js';
import { pairReader } from '../parameters/pair-reader.js';
import { textType } from '../parameters/scalar-value.js';

/**
 * Reads a form. Properties with a style in their encoding object are read like query parameters of that style; all
 * others by `type`, which is the description's by default.
 */
export function readFormPairs(
  content: FormContent,
  pairs: readonly RawPair[],
  path: string,
  violations: FaultViolation[],
  type: WireType = formType(content),
): unknown {
  const styled = styledMembers(content);
  const plain = pairs.filter(({ name }) => !styled.matches(name));
  const values = readForm(plain, type, path, violations, undefined, content.integers);
  styled.read(pairs, values, path, violations);
  addAbsent(content, values);
  return values;
}

/**
 * Sets absent required properties that may be null to null, and those that may be empty to an empty list or object: such
 * values are never sent as a pair or part.
 */
export function addAbsent(
  { nulls = [], empties = [], members = {} }: FormContent,
  values: Record<string, unknown>,
): void {
  for (const name of nulls) values[name] ??= null;
  for (const name of empties) {
    if (values[name] !== undefined) continue;
    const type = typeOf(members, name);
    values[name] = type.types.includes('array') ? [] : {};
    addEmpty(values[name], type);
  }
}

/** Wire type of a form's properties. */
export function formType({ members = {}, others }: FormContent): WireType {
  return { types: ['object'], properties: members, ...(others && { additional: others.type }) };
}

/** Form properties that a style serialises. */
export interface StyledMembers {
  /** True if the name belongs to one of these properties. */
  matches(name: string): boolean;
  /** Reads these properties from the pairs into the values. */
  read(
    pairs: readonly RawPair[],
    values: Record<string, unknown>,
    path: string,
    violations: FaultViolation[],
  ): void;
}

/**
 * Prepares the reading of styled properties. A free-form object that is spread into the form receives the pairs that
 * belong to no other property.
 */
export function styledMembers(content: FormContent): StyledMembers {
  const { members = {}, parts = {} } = content;
  const styled = Object.entries(parts).filter(([, part]) => isStyled(part));
  const names = new Set(
    styled.flatMap(([name, part]) => namesOf(name, part, typeOf(members, name))),
  );
  const claimed = claimedMembers(content);
  const isOpen = styled.some(([name, part]) => isFreeForm(part, typeOf(members, name)));
  return {
    matches: (name) => isClaimed(name, names) || (isOpen && !isClaimed(name, claimed)),
    read(pairs, values, path, violations) {
      for (const [name, part] of styled) {
        const parameter: ParameterDescriptor = {
          name,
          in: 'query',
          type: typeOf(members, name),
          ...(part.style === undefined ? {} : { style: part.style }),
          ...(part.explode === undefined ? {} : { explode: part.explode }),
        };
        const value = pairReader(parameter, `${path}/${name}`, claimed)(pairs, violations);
        if (value !== undefined) values[name] = value;
      }
    },
  };
}

function typeOf(members: { readonly [name: string]: WireType }, name: string): WireType {
  return (Object.hasOwn(members, name) ? members[name] : undefined) ?? textType;
}

/** Names under which a property is sent. A name that ends in a bracket stands for all names with this prefix. */
function namesOf(
  name: string,
  { style = 'form', explode }: PartDescriptor,
  type: WireType,
): readonly string[] {
  if (style === 'deepObject')
    return type.types.some((each) => each !== 'object') ? [`${name}[`, name] : [`${name}[`];
  const spread = style === 'form' && explode !== false && type.types.includes('object');
  return spread ? Object.keys(type.properties ?? {}) : [name];
}

function isFreeForm({ style = 'form', explode }: PartDescriptor, type: WireType): boolean {
  return style === 'form' && explode !== false && type.additional !== undefined;
}
