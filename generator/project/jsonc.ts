/** Parses JSON with comments and trailing commas, as TypeScript and Deno do. Returns `undefined` if the text is malformed. */
export function parseJsonc(text: string): unknown {
  const withoutComments = text.replace(/^\uFEFF/u, '').replace(comments, keepText);
  try {
    return JSON.parse(withoutComments.replace(trailingCommas, keepText));
  } catch {
    return undefined;
  }
}

const comments = /("(?:[^"\\\n]|\\.)*")|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//gu;
const trailingCommas = /("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/gu;

function keepText(_found: string, text: string | undefined): string {
  return text ?? '';
}
