import { stringLiteral, type Text as Code } from '../printer/code.js';
import {
  derivedLocation,
  pointerToken,
  relativeLocation,
  type Pointer,
} from './instance-pointer.js';
import { typeNames, type TypeSet } from './type-set.js';

/**
 * A constraint as a function reports it when a value violates it. The runtime's `Demand` parses its
 * text.
 */
export interface Constraint {
  /** Pointer from the function's value to the constrained part. */
  readonly pointer: Pointer;
  /** Location of the schema: document and pointer. Absent if it is not reported. */
  readonly location?: string | undefined;
  /** Pointer from the schema to the keyword, if it is not the keyword's name. */
  readonly keywordPointer?: string | undefined;
  /** Branch of a union that the value was assigned to. */
  readonly branch?: string | undefined;
  /** True if an absent value is a missing property. */
  readonly required?: boolean | undefined;
  /** Allowed types, in addition to the keyword or alone. */
  readonly types?: TypeSet;
  /** Violated keyword. `>` refers to the constraints of another function. */
  readonly keyword?: string;
  /** Expectation in words. For a pattern or a format, the pattern or the format's name. */
  readonly expected?: string;
}

/** Constraints of one function while it is printed. */
export interface ConstraintList {
  /** Appends constraints and returns the line number of the first. */
  add(...constraints: readonly Constraint[]): number;
  /**
   * Returns all constraints in the format that the runtime parses. `place` is the schema location
   * that the function embeds.
   */
  text(location: string): Code;
}

/** Creates the constraints of a function whose schema is at `from`. */
export function createConstraintList(from: string): ConstraintList {
  const lines: string[] = [];
  let shared: SharedPrefix = { location: '', branch: undefined };
  return {
    add(...constraints) {
      for (const constraint of constraints) {
        const { location } = constraint;
        const relative = location === undefined ? undefined : relativeLocation(location, from);
        const derived = derivedLocation(constraint.pointer);
        if (
          constraints.length === 1 &&
          constraint.keyword !== '>' &&
          relative?.endsWith(derived) === true
        ) {
          const prefix = relative.slice(0, relative.length - derived.length);
          const { branch } = constraint;
          if (prefix !== shared.location || branch !== shared.branch) {
            shared = { location: prefix, branch };
            lines.push(`&${escaped(prefix)}${branch === undefined ? '' : ` ${escaped(branch)}`}`);
          }
        }
        lines.push(lineOf(constraint, relative, derived, shared));
      }
      return lines.length - constraints.length + 1;
    },
    text: (location) => stringLiteral([escaped(location), ...lines].join('\n')),
  };
}

/**
 * Prefix shared by consecutive constraints: a location from which theirs follow by their pointers,
 * and a branch.
 */
interface SharedPrefix {
  /** Relative to the function's schema. */
  readonly location: string;
  readonly branch: string | undefined;
}

/**
 * Line of a constraint. Its location is included only if it does not follow from the shared prefix.
 */
function lineOf(
  constraint: Constraint,
  relative: string | undefined,
  derived: string,
  shared: SharedPrefix,
): string {
  const {
    pointer,
    keywordPointer,
    branch,
    required,
    types,
    keyword = '',
    expected = '',
  } = constraint;
  let line = '';
  if (keywordPointer !== undefined) line += `=${escaped((relative ?? '') + keywordPointer)} `;
  else if (relative !== undefined && relative !== shared.location + derived)
    line += `@${escaped(relative)} `;
  if (branch !== shared.branch) line += `:${escaped(branch ?? '')} `;
  for (const step of pointer) line += stepText(step);
  line += required === true ? ' !' : ' ';
  if (types !== undefined) line += typeNames(types).join('|');
  if (types !== undefined && keyword !== '') line += '?';
  line += escaped(keyword);
  return expected === '' ? line : `${line} ${expected.replaceAll(/[%\n]/g, encoded)}`;
}

function stepText(step: Pointer[number]): string {
  return step.kind === 'token' ? escaped(pointerToken(step.token)) : '/*';
}

/** Encodes text, so that it contains no separators and no placeholders for an index. */
function escaped(text: string): string {
  if (!/[%\n *]/.test(text)) return text;
  return text.replaceAll(/[%\n *]/g, encoded);
}

function encoded(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
