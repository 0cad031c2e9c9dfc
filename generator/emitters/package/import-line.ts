import { code, type Code, join } from '../../printer/code.js';

/** Import declaration in the formatter's layout, on one line if it fits. */
export function importLine(names: readonly Code[], from: Code): Code {
  const line = code`import { ${join(names, ', ')} } from ${from};`;
  if (line.length <= 100) return line;
  const lines = names.map((name) => code`  ${name},`);
  return code`import {\n${join(lines, '\n')}\n} from ${from};`;
}
