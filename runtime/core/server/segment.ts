/** One segment of a path template: text, and indexes of parameters. */
export type SegmentTemplate = readonly (string | number)[];

/** Cuts a path template (text, and indexes of parameters between) at its slashes. */
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
  // The path begins with a slash: what stands before it is no segment.
  return segments.slice(1);
}

/** The same text for segments that match the same requests, whatever their parameters are called. */
export function segmentShape(template: SegmentTemplate): string {
  return template
    .map((piece) => (typeof piece === 'number' ? '{}' : piece.replaceAll('{', '{{')))
    .join('');
}

/** How much of a segment is text: the more, the earlier it is tried. */
export function textLength(template: SegmentTemplate): number {
  return template.reduce<number>(
    (sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0),
    0,
  );
}

/**
 * The raw texts of a segment's parameters, in order, or `undefined` where it does not match. Text between
 * parameters is found leftmost, so that a parameter is as short as can be and the last one takes the rest;
 * no parameter is empty. One pass: there is nothing to try twice.
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
