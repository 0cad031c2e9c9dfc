import { StoreError } from '../core/error.js';
import { type Script, script, type ScriptArgument } from './script.js';

/**
 * A transaction: a list of commands that Redis executes when it commits, all at once and none in between. Its commands do not return
 * anything. Those that ran before a command that fails, such as `INCR` of a list, are not undone: Redis has no rollback.
 */
export interface RedisTransaction {
  /**
   * Adds a command.
   *
   * @example transaction.add('HSET', 'order:1', 'tea', 'oolong');
   */
  add(...command: readonly ScriptArgument[]): void;
  /** Adds a script in Lua, which finds its keys in `KEYS` and its arguments in `ARGV`. */
  addScript(text: string, keys: readonly string[], args: readonly ScriptArgument[]): void;
  /**
   * Adds a condition: a script in Lua that runs before all commands. If it returns 0, nothing is executed, and the transaction rejects with
   * a {@link StoreError} `conflict`.
   *
   * @example transaction.require("return redis.call('EXISTS', KEYS[1])", ['customer:1'], []);
   */
  require(text: string, keys: readonly string[], args: readonly ScriptArgument[]): void;
}

/** A script with its input. */
interface Step {
  readonly text: string;
  readonly keys: readonly string[];
  readonly args: readonly ScriptArgument[];
}

const command = 'redis.call(unpack(ARGV))';

/** A transaction that the methods of the stores join. */
export class PendingTransaction implements RedisTransaction {
  readonly #conditions: Step[] = [];
  readonly #steps: Step[] = [];
  readonly #prefix: string;
  /** Claims that were made in this transaction, and that do not exist before it commits. */
  readonly claims: Set<string> = new Set();
  #isOpen = true;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  add(...args: readonly ScriptArgument[]): void {
    this.#append(this.#steps, { text: command, keys: [], args });
  }

  addScript(text: string, keys: readonly string[], args: readonly ScriptArgument[]): void {
    this.#append(this.#steps, { text, keys, args });
  }

  require(text: string, keys: readonly string[], args: readonly ScriptArgument[]): void {
    this.#append(this.#conditions, { text, keys, args });
  }

  /** Adds a script of the stores. */
  join({ text }: Script, args: readonly ScriptArgument[]): void {
    this.addScript(text, [this.#prefix], args);
  }

  /** Adds a condition of the stores. */
  joinIf({ text }: Script, args: readonly ScriptArgument[]): void {
    this.require(text, [this.#prefix], args);
  }

  /** True unless the transaction has ended, or belongs to other stores. */
  isOf(prefix: string): boolean {
    return this.#isOpen && this.#prefix === prefix;
  }

  /** Ends the transaction. Returns the script that executes it; `undefined` if there is nothing to execute. */
  end(): Executable | undefined {
    this.#isOpen = false;
    return this.#steps.length + this.#conditions.length === 0
      ? undefined
      : combined(this.#conditions, this.#steps);
  }

  #append(list: Step[], step: Step): void {
    if (!this.#isOpen) throw new StoreError('unsupported', 'The transaction has ended');
    list.push(step);
  }
}

/** A script with its keys and arguments. */
export interface Executable {
  readonly script: Script;
  readonly keys: readonly string[];
  readonly args: readonly ScriptArgument[];
}

/** One script of all conditions and steps. It returns 0 if a condition is not met, otherwise 1. Equal texts appear in it once. */
function combined(conditions: readonly Step[], steps: readonly Step[]): Executable {
  const all = [...conditions, ...steps];
  const texts = [...new Set(all.map(({ text }) => text))];
  const functions = texts.map((text) => `function(KEYS, ARGV)\n${text}\nend`).join(',\n');
  return {
    script: script(`
local all, f = {}, {${functions}}
local conditions, count, keys, args = tonumber(ARGV[1]), tonumber(ARGV[2]), 0, 2
for i = 1, count do
  local one = {f = f[tonumber(ARGV[args + 1])], keys = {}, args = {}}
  local k, a = tonumber(ARGV[args + 2]), tonumber(ARGV[args + 3])
  for j = 1, k do one.keys[j] = KEYS[keys + j] end
  for j = 1, a do one.args[j] = ARGV[args + 3 + j] end
  keys, args = keys + k, args + 3 + a
  all[i] = one
end
for i = 1, conditions do
  if all[i].f(all[i].keys, all[i].args) == 0 then return 0 end
end
for i = conditions + 1, count do all[i].f(all[i].keys, all[i].args) end
return 1
`),
    keys: all.flatMap(({ keys }) => keys),
    args: [
      conditions.length,
      all.length,
      ...all.flatMap(({ text, keys, args }) => [
        texts.indexOf(text) + 1,
        keys.length,
        args.length,
        ...args,
      ]),
    ],
  };
}
