/** Why the project cannot be released, one sentence for each reason. */
export function releaseProblems(folder: string, changed: readonly string[]): readonly string[];
/** A table of what tarballs contain. */
export function sizeReport(
  packed: readonly {
    readonly id: string;
    readonly size: number;
    readonly unpackedSize: number;
    readonly files: readonly { readonly path: string; readonly size: number }[];
  }[],
): string;
