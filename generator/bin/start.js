const fs = require('node:fs');
const { createRequire } = require('node:module');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { getHeapCodeStatistics, setFlagsFromString } = require('node:v8');
const vm = require('node:vm');

/**
 * Runs a CommonJS script as `require` does, except that V8 takes its functions in the form that an earlier run compiled them to: on a
 * small description, compiling them is most of the time. The script's first line is a comment that is no other script's: V8 itself
 * only compares lengths. What V8 does not take for its own, such as another version's, is made anew.
 */
exports.start = function start(path) {
  // A watching process runs for long: V8 does best as it is.
  if (!process.argv.includes('--watch')) setFlags();
  // The build leaves nothing but ASCII in it, and this is the fastest way to read it.
  const source = fs.readFileSync(path, 'latin1');
  const kept = keptPlace(source);
  const before = kept && readKept(kept);
  const script = new vm.Script(
    `(function(exports,require,module,__filename,__dirname,importOutside){${source}\n})`,
    { filename: path, cachedData: before?.code },
  );
  const isCurrent = before !== undefined && script.cachedDataRejected !== true;
  // What was compiled by then is what runs like this one need: more than the first run did, if that had nothing to do.
  if (kept !== undefined)
    process.once('exit', () => {
      const { user, system } = process.cpuUsage();
      const milliseconds = (user + system) / 1000;
      if (isCurrent && !compiledMore(before, milliseconds)) return;
      const note = Buffer.alloc(noteLength);
      note.writeUInt32LE(bytecodeSize());
      note.writeUInt32LE(Math.round(milliseconds), 4);
      // Code that was compiled under other flags is not taken, and a large run ends with another one.
      setFlagsFromString('--semi-space-growth-factor=2');
      keep(kept, Buffer.concat([script.createCachedData(), note]));
    });
  const module = { exports: {} };
  const folder = dirname(path);
  // A script that comes from no file can not import: Node warns where it is let.
  const importOutside = (name) =>
    import(name.startsWith('.') ? pathToFileURL(join(folder, name)).href : name);
  const run = script.runInThisContext();
  run(module.exports, createRequire(path), module, path, folder, importOutside);
};

/** After the code: how much bytecode there was, and how many milliseconds of CPU the run took that kept it. */
const noteLength = 8;

/**
 * Whether so much more was compiled than is kept that it is worth keeping anew. To measure that is to walk through the heap, which takes
 * long where the heap is large: a long run does it only where it took much longer than the one that kept the code.
 */
function compiledMore(before, milliseconds) {
  if (milliseconds > 1000 && milliseconds < before.milliseconds * 2) return false;
  return bytecodeSize() > before.bytecode * 1.2;
}

function bytecodeSize() {
  return getHeapCodeStatistics().bytecode_and_metadata_size;
}

function setFlags() {
  // A run is over before most optimised code would have paid for its compilation: V8 compiles later, and less.
  setFlagsFromString(
    Number.parseInt(process.versions.v8, 10) < 12
      ? '--interrupt-budget=1500000'
      : '--invocation-count-for-turbofan=300000',
  );
  // The memory of a large run would double before anything is collected: here it grows by half.
  setFlagsFromString('--heap-growing-percent=50');
}

/** Commands that have much in common with nothing but themselves; the others share one file. */
const commands = new Set(['generate', 'check', 'lint']);

/**
 * Where compiled code is kept: in a folder that nobody but this user can write, because V8 trusts what it reads. `undefined` where there
 * is none, or where somebody wants no such thing (`NODE_DISABLE_COMPILE_CACHE`, as for what Node keeps itself).
 */
function keptPlace(source) {
  if ((process.env.NODE_DISABLE_COMPILE_CACHE ?? '') !== '') return undefined;
  const user = process.getuid?.();
  const folder = join(tmpdir(), user === undefined ? 'tallystick' : `tallystick-${user}`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stat = fs.lstatSync(folder);
    const isOwn = user === undefined || (stat.uid === user && (stat.mode & 0o022) === 0);
    if (!stat.isDirectory() || !isOwn) return undefined;
    const [, , given = ''] = process.argv;
    const command = commands.has(given) ? given : 'other';
    const build = /^\/\/ (\w+) (\w+)\n/.exec(source);
    if (build === null) return undefined;
    const [, kind, digest] = build;
    return join(folder, `${process.version}-${process.arch}-${kind}-${digest}-${command}`);
  } catch {
    return undefined;
  }
}

function readKept(file) {
  try {
    const data = fs.readFileSync(file);
    const end = data.length - noteLength;
    return {
      code: data.subarray(0, end),
      bytecode: data.readUInt32LE(end),
      milliseconds: data.readUInt32LE(end + 4),
    };
  } catch {
    return undefined;
  }
}

/** In one step, so that a run beside this one reads all of it or nothing. Without it the next run is slower, and no more. */
function keep(file, data) {
  const own = `${file}.${process.pid}`;
  try {
    dropOld(dirname(file));
    fs.writeFileSync(own, data, { flag: 'wx' });
    fs.renameSync(own, file);
  } catch {
    fs.rmSync(own, { force: true });
  }
}

const week = 7 * 24 * 60 * 60 * 1000;

/** Versions come and go, and each leaves a file or two. */
function dropOld(folder) {
  for (const name of fs.readdirSync(folder)) {
    const file = join(folder, name);
    if (Date.now() - fs.statSync(file).mtimeMs > week) fs.rmSync(file, { force: true });
  }
}
