import type { ts as TypeScript } from 'ts-morph';

/** The first syntax error of a TypeScript text. Creates a program for each file, so that only one tree is in memory. */
export function findSyntaxError(
  ts: typeof TypeScript,
  path: string,
  text: string,
): { readonly message: string; readonly start: number } | undefined {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
  const program = ts.createProgram({
    rootNames: [path],
    options: { noLib: true, noResolve: true, types: [] },
    host: {
      getSourceFile: (name) => (name === path ? file : undefined),
      getDefaultLibFileName: () => 'lib.d.ts',
      getCurrentDirectory: () => '',
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: (name) => name === path,
      readFile: () => undefined,
      writeFile: () => {},
    },
  });
  const [first] = program.getSyntacticDiagnostics(file);
  return (
    first && {
      message: ts.flattenDiagnosticMessageText(first.messageText, ' '),
      start: first.start,
    }
  );
}
