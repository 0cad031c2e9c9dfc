import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printAim, printTable } from '../measure/table.js';

const server = resolve(import.meta.dirname, '../node_modules/typescript/lib/tsserver.js');

const program = `import { GithubClient } from './client.js';

declare const client: GithubClient;
client.repos.list
`;

/** Latency of completions after a dot in an editor that has opened the package. */
export async function benchmarkCompletion(folder) {
  const file = join(folder, 'src/editor.ts');
  writeFileSync(file, program);
  const editor = openEditor();
  editor.tell('open', { file, fileContent: program });
  const [line, end] = [4, 'client.repos.list'.length + 1];
  const ask = (offset) => editor.ask('completionInfo', { file, line, offset });
  const loaded = await ask(end);
  const rounds = [];
  for (let round = 0; round < 5; round++) {
    // Changes the file, so that the result is not cached.
    editor.tell('change', {
      file,
      line,
      offset: end,
      endLine: line,
      endOffset: end,
      insertString: 'F',
    });
    rounds.push((await ask(end + 1)).milliseconds);
    editor.tell('change', {
      file,
      line,
      offset: end,
      endLine: line,
      endOffset: end + 1,
      insertString: '',
    });
  }
  editor.close();
  rmSync(file);
  const entries = loaded.body?.entries?.length ?? 0;
  if (entries < 100) throw new Error(`the editor knows ${entries} members of a service of GitHub`);
  const answer = Math.min(...rounds);
  printTable('completing a call on the client of GitHub, TypeScript 5.9', 'milliseconds', [
    { name: 'after a keystroke', figure: answer },
    { name: 'the first time, with loading', figure: loaded.milliseconds },
  ]);
  printAim('completing a call on the client of GitHub', answer, 100, 'ms');
}

/**
 * Time until an editor that was just opened shows the description of a call: with the published package, and with openapi-fetch. Each has a
 * process of its own, and loads the project for the first hover.
 */
export async function benchmarkHover({ ours, peer }) {
  const firstHover = async ({ file, text, call }) => {
    const editor = openEditor();
    const started = performance.now();
    editor.tell('open', { file, fileContent: text });
    const before = text.slice(0, text.indexOf(call)).split('\n');
    const position = { line: before.length, offset: (before.at(-1)?.length ?? 0) + 1 };
    const { body } = await editor.ask('quickinfo', { file, ...position });
    const seconds = (performance.now() - started) / 1000;
    editor.close();
    if (!body?.displayString) throw new Error(`the editor shows nothing for ${call} of ${file}`);
    return seconds;
  };
  const rounds = [];
  for (let round = 0; round < 3; round++)
    rounds.push([await firstHover(ours), await firstHover(peer)]);
  const best = (index) => Math.min(...rounds.map((round) => round[index]));
  printTable('the first hover over a call of GitHub, TypeScript 5.9', 'seconds', [
    { name: 'the published package', figure: best(0) },
    { name: 'openapi-fetch with openapi-typescript', figure: best(1) },
  ]);
  printAim('the first hover over a call of GitHub', best(0), 8, 's');
}

/** The language server of TypeScript, which communicates in lines of JSON. */
function openEditor() {
  const child = spawn(process.execPath, [server, '--disableAutomaticTypingAcquisition'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  let text = '';
  let sequence = 0;
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (piece) => {
    text += piece;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('{')) continue;
      const message = JSON.parse(line);
      if (message.type === 'response') waiting.get(message.request_seq)?.(message);
    }
  });
  const tell = (command, args) => {
    sequence += 1;
    child.stdin.write(
      `${JSON.stringify({ seq: sequence, type: 'request', command, arguments: args })}\n`,
    );
    return sequence;
  };
  return {
    tell,
    ask(command, args) {
      const started = performance.now();
      return new Promise((resolve) => {
        waiting.set(tell(command, args), ({ body }) =>
          resolve({ body, milliseconds: performance.now() - started }),
        );
      });
    },
    close: () => child.kill(),
  };
}
