export const playgroundFolder: string;
export function buildPlayground(): Promise<void>;
export function gzippedSize(name: string): number;
