/** Header lines that whoever sends or answers adds by itself, and no case says. */
const own =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|user-agent|accept-language|accept-encoding|origin|referer|sec-.*|pragma|cache-control|priority|te|date|server|x-powered-by|cf-.*)$/;

/**
 * Header lines in a form that can be compared where somebody else's code carried them: names without case (RFC 9110
 * section 5.1), lines of one name joined (section 5.3), and what is not the program's left out, but for names that a case says.
 */
export function carriedLines(
  pairs: readonly string[],
  stated: readonly string[] = pairs,
): Readonly<Record<string, string>> {
  const names = new Set(
    stated.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
  );
  const lines: Record<string, string> = {};
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const name = pairs[index]?.toLowerCase() ?? '';
    const value = pairs[index + 1] ?? '';
    const isOwn = own.test(name) || (name === 'accept' && value === '*/*');
    if (isOwn && !names.has(name)) continue;
    const before = lines[name];
    lines[name] =
      before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return lines;
}
