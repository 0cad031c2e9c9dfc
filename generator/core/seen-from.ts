import type { Diagnostic } from './diagnostic.js';
import { childOrigin, rootOrigin, sourceOf, tokensOf, type Origin } from './origin.js';
import { absolutePath, relativePath } from './path.js';

/** A diagnostic of documents that were read from one folder, as somebody in another would write its paths. */
export function seenFrom(cwd: string, readFrom: string, diagnostic: Diagnostic): Diagnostic {
  const move = (origin: Origin): Origin => {
    const source = sourceOf(origin);
    const isUrl = /^https?:\/\//.test(source.path);
    const path = isUrl ? source.path : relativePath(cwd, absolutePath(readFrom, source.path));
    const moved = {
      uri: source.uri,
      path,
      locate: source.locate.bind(source),
      line: source.line.bind(source),
    };
    return childOrigin(rootOrigin(moved), ...tokensOf(origin));
  };
  const { related } = diagnostic;
  return {
    ...diagnostic,
    origin: move(diagnostic.origin),
    ...(related !== undefined && {
      related: related.map((note) => ({ ...note, origin: move(note.origin) })),
    }),
  };
}
