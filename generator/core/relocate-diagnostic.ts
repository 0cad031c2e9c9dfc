import type { Diagnostic } from './diagnostic.js';
import {
  childOrigin,
  rootOrigin,
  sourceOf,
  tokensOf,
  type Origin,
  type SourceText,
} from './origin.js';
import { absolutePath, relativePath } from './path.js';

/** Rewrites the paths of a diagnostic, relative to the folder `readFrom`, so that they are relative to `cwd`. */
export function relocateDiagnostic(
  cwd: string,
  readFrom: string,
  diagnostic: Diagnostic,
): Diagnostic {
  const moveSource = (source: SourceText): SourceText => {
    const isUrl = /^https?:\/\//.test(source.path);
    return {
      uri: source.uri,
      path: isUrl ? source.path : relativePath(cwd, absolutePath(readFrom, source.path)),
      locate: source.locate.bind(source),
      line: source.line.bind(source),
      foreign(tokens) {
        const other = source.foreign?.(tokens);
        return other && { source: moveSource(other.source), tokens: other.tokens };
      },
    };
  };
  const move = (origin: Origin): Origin =>
    childOrigin(rootOrigin(moveSource(sourceOf(origin))), ...tokensOf(origin));
  const { related } = diagnostic;
  return {
    ...diagnostic,
    origin: move(diagnostic.origin),
    ...(related !== undefined && {
      related: related.map((note) => ({ ...note, origin: move(note.origin) })),
    }),
  };
}
