import type { ParameterDescriptor, PartDescriptor, WireType } from '../../core/descriptor.js';
import { isClaimed } from '../../core/parameters/claimed-names.js';
import { claimedMembers, type FormContent, isStyled } from '../../core/parameters/form.js';
import type { FaultViolation } from '../../core/server/fault.js';
import type { RawPair } from '../../core/server/query.js';
import { readForm } from './form.js';
import { pairReader } from './parameter.js';
import { textType } from './wire-value.js';

/**
 * A form that stands at `place`. Members whose encoding speaks of a style are read as query parameters of that style
 * are; all others as the description, or else `type`, has them.
 */
export function readFormPairs(
  content: FormContent,
  pairs: readonly RawPair[],
  place: string,
  violations: FaultViolation[],
  type: WireType = formType(content),
): unknown {
  const styled = styledMembers(content);
  const plain = pairs.filter(({ name }) => !styled.takes(name));
  const values = readForm(plain, type, place, violations, undefined, content.integers);
  styled.read(pairs, values, place, violations);
  return values;
}

/** The members of a form as its texts are read. */
export function formType({ members = {}, others }: FormContent): WireType {
  return { types: ['object'], properties: members, ...(others && { additional: others.type }) };
}

/** The members of a form that are spelt by a style. */
export interface StyledMembers {
  /** Whether what is called so belongs to one of them. */
  takes(name: string): boolean;
  /** Puts those that are among the pairs into the values. */
  read(
    pairs: readonly RawPair[],
    values: Record<string, unknown>,
    place: string,
    violations: FaultViolation[],
  ): void;
}

/** Prepares them. A free-form object whose members stand beside those of the form has what is nobody else's. */
export function styledMembers(content: FormContent): StyledMembers {
  const { members = {}, parts = {} } = content;
  const styled = Object.entries(parts).filter(([, part]) => isStyled(part));
  const taken = new Set(
    styled.flatMap(([name, part]) => namesOf(name, part, typeOf(members, name))),
  );
  const claimed = claimedMembers(content);
  const isOpen = styled.some(([name, part]) => isFree(part, typeOf(members, name)));
  return {
    takes: (name) => isClaimed(name, taken) || (isOpen && !isClaimed(name, claimed)),
    read(pairs, values, place, violations) {
      for (const [name, part] of styled) {
        const parameter: ParameterDescriptor = {
          name,
          in: 'query',
          type: typeOf(members, name),
          ...(part.style === undefined ? {} : { style: part.style }),
          ...(part.explode === undefined ? {} : { explode: part.explode }),
        };
        const value = pairReader(parameter, `${place}/${name}`, claimed)(pairs, violations);
        if (value !== undefined) values[name] = value;
      }
    },
  };
}

function typeOf(members: { readonly [name: string]: WireType }, name: string): WireType {
  return (Object.hasOwn(members, name) ? members[name] : undefined) ?? textType;
}

/** The names under which a member travels; one that ends in a bracket stands for all that begin so. */
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

function isFree({ style = 'form', explode }: PartDescriptor, type: WireType): boolean {
  return style === 'form' && explode !== false && type.additional !== undefined;
}
