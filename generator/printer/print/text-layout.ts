import { textOf } from '../code.js';
import { boundName } from '../flat.js';
import {
  alternatives,
  type Doc,
  group,
  hardLine,
  indent,
  line,
  separated,
  softLine,
  whenBroken,
} from '../layout.js';
import type { StatementSyntax } from '../syntax.js';
import type { Arrow } from './break-rules.js';

/** Layouts of syntax that consists of texts. */

/** Lays out a comment whose lines follow the indentation of its member. */
export function commentDoc(comment: string): Doc {
  const lines = comment
    .split('\n')
    .map((text, index) => (index === 0 ? text : ` ${text.trimStart()}`));
  return separated(lines, hardLine);
}

/** Lays out `(a, b) =>`. */
export function arrowHead({ parameters }: Arrow): Doc {
  const names = indent([softLine, separated(parameters.map(textOf), [',', line])]);
  return [group(['(', names, whenBroken(','), softLine, ')']), ' =>'];
}

/** Lays out a destructuring. One that renames one of three or more properties breaks its braces before its equals sign. */
export function destructuringDoc({
  names,
  from,
}: Extract<StatementSyntax, { kind: 'destructuring' }>): Doc {
  const source = textOf(from);
  const left = `const { ${names.map(boundName).join(', ')} } =`;
  const lines = names.map((name) => [hardLine, boundName(name), ',']);
  const inLines: Doc = ['const {', indent(lines), hardLine, '} = ', source, ';'];
  const renames = names.length > 2 && names.some(({ constant }) => constant !== undefined);
  if (renames) return alternatives([[left, ' ', source, ';'], inLines]);
  return alternatives([[left, ' ', source, ';'], [left, indent([hardLine, source, ';'])], inLines]);
}
