import { rootOrigin, type Origin, type Position } from '../core/origin.js';
import { relativePath } from '../core/path.js';

/** The origin of a file that is not a description, such as an output file. It has a path but no positions. */
export function fileOrigin(cwd: string, path: string): Origin {
  return rootOrigin({
    uri: `file://${path}`,
    path: relativePath(cwd, path),
    locate: () => undefined,
    line: () => undefined,
  });
}

/** The origin of a file whose text is known, so that diagnostics can quote its lines. */
export function textOrigin(cwd: string, path: string, text: string): Origin {
  const lines = text.split(/\r?\n/);
  return rootOrigin({
    uri: `file://${path}`,
    path: relativePath(cwd, path),
    locate: () => undefined,
    line: (number) => lines[number - 1],
  });
}

/** Line and column of an offset in a text. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
