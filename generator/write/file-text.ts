import { rootOrigin, type Origin } from '../core/origin.js';
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
