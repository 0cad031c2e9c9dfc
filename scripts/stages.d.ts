/** A stage of the thorough tests and its requirements. */
export interface Stage {
  readonly adds: string;
  readonly debian: readonly string[];
  readonly services: readonly { readonly name: string; readonly port: number }[];
}
export const stages: Readonly<Record<string, Stage>>;
export const thoroughSuffix: string;
export function folderOf(stage: string): string;
export function filesOf(stage: string): readonly string[];
export function stageOf(path: string): string | undefined;
export function testFiles(folder?: string): readonly string[];
