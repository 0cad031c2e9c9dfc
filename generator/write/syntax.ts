import type { ts as TypeScript } from 'ts-morph';

/** The first syntax error of a TypeScript text. Creates a program for each file, so that only one tree is in memory. */
export function findSyntaxError(
  ts: typeof TypeScript,
  path: string,
  text: string,
): { readonly message: string; readonly start: number } | undefined {
  const { program, file } = singleFileProgram(ts, path, text);
  const [first] = program.getSyntacticDiagnostics(file);
  return (
    first && {
      message: ts.flattenDiagnosticMessageText(first.messageText, ' '),
      start: first.start,
    }
  );
}

/** A program of one file, which loads neither libraries nor imports. Its checker resolves the names of that file. */
export function singleFileProgram(
  ts: typeof TypeScript,
  path: string,
  text: string,
): { readonly program: TypeScript.Program; readonly file: TypeScript.SourceFile } {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const program = ts.createProgram({
    rootNames: [path],
    options: { allowJs: true, noLib: true, noResolve: true, types: [] },
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
  return { program, file };
}
