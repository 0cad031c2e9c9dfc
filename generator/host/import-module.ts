import type * as Jiti from 'jiti';
import { pathToFileURL } from 'node:url';

/**
 * Imports a module of the user's project. TypeScript is loaded by Node itself where it supports that (22.18 and later), and by jiti
 * otherwise, if it is installed.
 */
export async function importModule(path: string): Promise<unknown> {
  const url = pathToFileURL(path).href;
  try {
    return await import(url);
  } catch (error) {
    if (!isUnknownExtension(error)) throw error;
    const jiti = await loadJiti();
    if (jiti === undefined) throw error;
    return await jiti.createJiti(url, { fsCache: false }).import(path);
  }
}

function isUnknownExtension(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION';
}

async function loadJiti(): Promise<typeof Jiti | undefined> {
  try {
    return await import('jiti');
  } catch {
    return undefined;
  }
}
