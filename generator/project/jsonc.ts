/** JSON with comments and trailing commas, as TypeScript and Deno read their settings; `undefined` where it is not even that. */
export function parseJsonc(text: string): unknown {
  const bare = text.replace(/^\uFEFF/u, '').replace(comments, keepText);
  try {
    return JSON.parse(bare.replace(trailingCommas, keepText));
  } catch {
    return undefined;
  }
}

const comments = /("(?:[^"\\\n]|\\.)*")|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//gu;
const trailingCommas = /("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/gu;

function keepText(_found: string, text: string | undefined): string {
  return text ?? '';
}
