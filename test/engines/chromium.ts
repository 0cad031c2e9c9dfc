import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { env, getuid, kill } from 'node:process';

/** Path of an installed Chromium, if any. */
export function findChromium(): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}

/** A running browser. */
export interface Browser {
  readonly child: ChildProcess;
  /** Ends it, and leaves nothing of it behind. */
  close(): Promise<void>;
}

/** Opens a page in Chromium, without a window. */
export function openPage(file: string, url: string): Browser {
  return startChromium(file, ['--remote-debugging-port=0', url], 'ignore');
}

/** Starts Chromium without a window, with a temporary profile and without other network access. */
export function startChromium(
  file: string,
  words: readonly string[],
  stdio: StdioOptions,
): Browser {
  const profile = mkdtempSync(join(tmpdir(), 'tallystick-chromium-'));
  const child = spawn(
    file,
    [
      '--headless',
      '--disable-gpu',
      '--disable-extensions',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // Tests visit pages faster than people do.
      '--disable-ipc-flooding-protection',
      `--user-data-dir=${profile}`,
      // Chromium does not start as root otherwise, which containers are.
      ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...words,
    ],
    { stdio, detached: true },
  );
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.on('error', () => resolve());
  });
  return {
    child,
    async close() {
      // Child processes would otherwise write into the removed folder.
      if (child.pid !== undefined && child.exitCode === null) kill(-child.pid, 'SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 50 });
    },
  };
}
