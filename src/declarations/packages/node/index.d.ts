/**
 * In place of @types/node, for code that does not run in Node. Packages ask for those types by
 * `/// <reference types="node" />`, and would bring Node's globals with them; `typeRoots` finds this first.
 * It declares what else the Worker's files import.
 */

/** All that the Worker uses of Node's modules. */
declare module "node:async_hooks" {
	export class AsyncLocalStorage<T> {
		run<Result>(store: T, work: () => Result): Result;
		getStore(): T | undefined;
	}
}
