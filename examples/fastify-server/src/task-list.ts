import type { NewTask, Task, TaskUpdate } from './api/index.js';

/** Tasks in memory, the newest first. */
export class TaskList {
  #tasks: readonly Task[] = [];
  #next = 1;

  /** Tasks that are older than `after`, which is the id of one. */
  list({ done, after = Infinity }: { done?: boolean; after?: number }): readonly Task[] {
    return this.#tasks.filter((task) => task.id < after && (done ?? task.done) === task.done);
  }

  add({ title }: NewTask): Task {
    const task = { id: this.#next, title, done: false, created: new Date() };
    this.#next += 1;
    this.#tasks = [task, ...this.#tasks];
    return task;
  }

  /** Returns the task after the change; `undefined` if there is none. */
  update(id: number, changes: TaskUpdate): Task | undefined {
    this.#tasks = this.#tasks.map((task) => (task.id === id ? { ...task, ...changes } : task));
    return this.#tasks.find((task) => task.id === id);
  }

  /** Returns false if there is no such task. */
  delete(id: number): boolean {
    const before = this.#tasks.length;
    this.#tasks = this.#tasks.filter((task) => task.id !== id);
    return this.#tasks.length < before;
  }
}
