/** One segment of a path template: text and indexes of parameters. */
export type SegmentTemplate = readonly (string | number)[];

/** Splits a path template (text and indexes of parameters) at its slashes. */
export function segmentTemplates(path: readonly (string | number)[]): readonly SegmentTemplate[] {
  const segments: (string | number)[][] = [[]];
  for (const piece of path) {
    if (typeof piece === 'number') {
      segments.at(-1)?.push(piece);
      continue;
    }
    const [first = '', ...rest] = piece.split('/');
    if (first !== '') segments.at(-1)?.push(first);
    for (const text of rest) segments.push(text === '' ? [] : [text]);
  }
  // The path begins with a slash, so that the first element is always empty.
  return segments.slice(1);
}

/** Key of a segment, equal for segments that match the same requests regardless of parameter names. */
export function segmentShape(template: SegmentTemplate): string {
  return template
    .map((piece) => (typeof piece === 'number' ? '{}' : piece.replaceAll('{', '{{')))
    .join('');
}

/** Length of the literal text in a segment. Segments with more text are tried first. */
export function textLength(template: SegmentTemplate): number {
  return template.reduce<number>(
    (sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0),
    0,
  );
}

/**
 * Returns the raw texts of a segment's parameters in order, or `undefined` if it does not match. Text between parameters matches
 * at its first occurrence, so that each parameter is as short as possible and the last one takes the rest. No parameter is
 * empty. Matching takes one pass without backtracking.
 */
export function matchSegment(
  template: SegmentTemplate,
  raw: string,
): readonly string[] | undefined {
  const values: string[] = [];
  let at = 0;
  let open = false;
  for (const [index, piece] of template.entries()) {
    if (typeof piece === 'number') {
      if (open) values.push(raw.slice(at, ++at));
      open = true;
      continue;
    }
    const last = index === template.length - 1;
    const found = open
      ? last
        ? lastAt(raw, piece, at + 1)
        : raw.indexOf(piece, at + 1)
      : raw.startsWith(piece, at)
        ? at
        : -1;
    if (found < 0) return undefined;
    if (open) values.push(raw.slice(at, found));
    open = false;
    at = found + piece.length;
  }
  if (open) {
    if (at >= raw.length) return undefined;
    values.push(raw.slice(at));
    at = raw.length;
  }
  return at === raw.length && !values.includes('') ? values : undefined;
}

function lastAt(raw: string, text: string, from: number): number {
  const at = raw.length - text.length;
  return at >= from && raw.endsWith(text) ? at : -1;
}
