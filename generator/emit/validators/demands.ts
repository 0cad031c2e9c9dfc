import { stringLiteral, type Code } from '../code.js';
import { derivedPlace, pointerToken, relativePlace, type Pointer } from './pointer.js';
import { typeNames, type TypeSet } from './type-set.js';

/** What a function tells where a value does not meet it; see `Demand` of the runtime, which reads its text. */
export interface Demand {
  /** The way from the function's value to the part. */
  readonly pointer: Pointer;
  /** Where the schema is written, document and pointer, if anybody needs to know. */
  readonly place?: string | undefined;
  /** The way from the schema to the keyword, where that is not its own name. */
  readonly end?: string | undefined;
  /** The branch of a union that the value was taken for. */
  readonly branch?: string | undefined;
  /** What is not there is a member that is missing. */
  readonly required?: boolean | undefined;
  /** The types that are demanded together with the keyword, or alone. */
  readonly types?: TypeSet;
  /** `>` leads on into another function. */
  readonly keyword?: string;
  /** In words; of a pattern or a format, itself. */
  readonly expected?: string;
}

/** The demands of one function while it is printed. */
export interface Demands {
  /** Adds demands, one below the other; gives the line of the first. */
  add(...demands: readonly Demand[]): number;
  /** All of them as the text that the runtime reads; `place` is where the function says that its schema is written. */
  text(place: string): Code;
}

/** Begins the demands of a function whose schema is written at a place. */
export function createDemands(from: string): Demands {
  const lines: string[] = [];
  let around: Surroundings = { place: '', branch: undefined };
  return {
    add(...demands) {
      for (const demand of demands) {
        const { place } = demand;
        const relative = place === undefined ? undefined : relativePlace(place, from);
        const derived = derivedPlace(demand.pointer);
        if (
          demands.length === 1 &&
          demand.keyword !== '>' &&
          relative?.endsWith(derived) === true
        ) {
          const own = relative.slice(0, relative.length - derived.length);
          const { branch } = demand;
          if (own !== around.place || branch !== around.branch) {
            around = { place: own, branch };
            lines.push(`&${escaped(own)}${branch === undefined ? '' : ` ${escaped(branch)}`}`);
          }
        }
        lines.push(lineOf(demand, relative, derived, around));
      }
      return lines.length - demands.length + 1;
    },
    text: (place) => stringLiteral([escaped(place), ...lines].join('\n')),
  };
}

/** What several demands have in common: a place from which theirs follow by their pointers, and a branch. */
interface Surroundings {
  /** As seen from the function's schema. */
  readonly place: string;
  readonly branch: string | undefined;
}

/** A demand whose place, as seen from the function's schema, is told only where it does not follow from the surroundings. */
function lineOf(
  demand: Demand,
  relative: string | undefined,
  derived: string,
  around: Surroundings,
): string {
  const { pointer, end, branch, required, types, keyword = '', expected = '' } = demand;
  let line = '';
  if (end !== undefined) line += `=${escaped((relative ?? '') + end)} `;
  else if (relative !== undefined && relative !== around.place + derived)
    line += `@${escaped(relative)} `;
  if (branch !== around.branch) line += `:${escaped(branch ?? '')} `;
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

/** Text in which nothing ends a word or a line, or stands for an index. */
function escaped(text: string): string {
  if (!/[%\n *]/.test(text)) return text;
  return text.replaceAll(/[%\n *]/g, encoded);
}

function encoded(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
