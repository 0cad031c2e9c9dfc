import { code, type Code, join } from '../code.js';

/** An import as the formatter lays it out: on one line where that is short enough. */
export function importLine(names: readonly Code[], from: Code): Code {
  const line = code`import { ${join(names, ', ')} } from ${from};`;
  if (line.length <= 100) return line;
  const lines = names.map((name) => code`  ${name},`);
  return code`import {\n${join(lines, '\n')}\n} from ${from};`;
}
