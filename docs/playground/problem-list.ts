import { explanationOf } from './editor.js';
import { element } from './elements.js';
import type { Place, Problem, RunResult } from './protocol.js';

/** A list of problems. Each leads to its position. */
export interface ProblemList {
  readonly root: HTMLElement;
  update(result: RunResult): void;
}

/** Creates a list. `canFollow` tells whether the page shows a file, so that a position can be followed. */
export function createProblemList(options: {
  readonly pageOf: (code: string) => string;
  readonly canFollow: (file: string) => boolean;
  readonly onFollow: (place: Place) => void;
}): ProblemList {
  const { pageOf, canFollow, onFollow } = options;
  const heading = element('h2', { id: 'pg-problems-title' }, 'Problems');
  const list = element('ul', { 'aria-labelledby': 'pg-problems-title' });
  const note = element('p', { class: 'pg-note' });
  const root = element('section', { class: 'pg-problems' }, heading, list, note);

  const placeOf = (place: Place): HTMLElement => {
    const { file, line, column } = place;
    const text = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
    return canFollow(file) && line !== undefined
      ? element(
          'button',
          { type: 'button', class: 'pg-place', onclick: () => onFollow(place) },
          text,
        )
      : element('span', { class: 'pg-place' }, text);
  };
  const itemOf = (problem: Problem): HTMLElement =>
    element(
      'li',
      { class: `pg-problem pg-${problem.severity}` },
      element('span', { class: 'pg-severity' }, problem.severity),
      ' ',
      placeOf(problem.at),
      ' ',
      explanationOf(problem, pageOf),
      ...problem.related.map(({ message, at }) =>
        element('span', { class: 'pg-related' }, placeOf(at), ' ', message),
      ),
    );
  return {
    root,
    update({ problems, errors, warnings }) {
      list.replaceChildren(...problems.map(itemOf));
      const others = errors + warnings - problems.length;
      note.textContent =
        problems.length === 0
          ? 'None.'
          : others > 0
            ? `${others} more are not shown: the command line prints all of them.`
            : '';
    },
  };
}
