import { rootOrigin, type Origin } from '../core/origin.js';
import { relativePath } from '../core/path.js';

/** The origin of a whole file that is no description, such as one of the output: a path without positions. */
export function fileOrigin(cwd: string, path: string): Origin {
  return rootOrigin({
    uri: `file://${path}`,
    path: relativePath(cwd, path),
    locate: () => undefined,
    line: () => undefined,
  });
}
