/** What a pattern is compared with. */
export interface SelectableTool {
  readonly name: string;
  /** Id of the operation. */
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  readonly tags: readonly string[];
}

/** Tools that are offered. Each is the name of a tool or the id of an operation, `tag:` with a tag, or `method:` with a method; `*` stands for any text. */
export interface ToolSelection {
  /** Default: all. */
  readonly include?: readonly string[];
  /** Tools that are left out. It takes precedence. */
  readonly exclude?: readonly string[];
}

/** True if a tool is offered. */
export function isOffered(tool: SelectableTool, selection: ToolSelection): boolean {
  const { include, exclude = [] } = selection;
  const isIncluded = include === undefined || include.some((each) => matchesTool(each, tool));
  return isIncluded && !exclude.some((each) => matchesTool(each, tool));
}

/** True if a pattern names a tool. */
export function matchesTool(pattern: string, tool: SelectableTool): boolean {
  if (pattern.startsWith('tag:'))
    return tool.tags.some((tag) => matchesGlob(pattern.slice(4), tag));
  if (pattern.startsWith('method:'))
    return matchesGlob(pattern.slice(7).toUpperCase(), tool.method);
  return matchesGlob(pattern, tool.name) || matchesGlob(pattern, tool.id);
}

/** Matches text with `*` in linear time: each part is found at its first place after the one before. */
function matchesGlob(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
