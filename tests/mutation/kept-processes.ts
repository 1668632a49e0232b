/**
 * A pool for vitest whose processes outlive a run: starting one and loading the packages takes longer than most
 * mutants need. Each project has one process.
 */
import {
	ForksPoolWorker,
	type PoolOptions,
	type PoolRunnerInitializer,
	type PoolWorker,
	type WorkerRequest,
} from "vitest/node";

type Callback = (message: unknown) => void;

/** A process, and how many runs it had. */
interface Kept {
	fork: ForksPoolWorker;
	runs: number;
}

const keptByProject = new Map<string, Kept>();

/** Each run leaves modules behind: after so many, a process is replaced. */
const maxRuns = 200;

/** Kills the processes; the next run starts new ones. */
export function endProcesses(): void {
	for (const { fork } of keptByProject.values()) fork.stop().catch(() => undefined);
	keptByProject.clear();
}

/** What vitest takes for a process of its own: it starts and stops it for each run. */
class KeptProcess implements PoolWorker {
	readonly name = "kept-processes";
	readonly cacheFs = true;
	readonly #options: PoolOptions;
	readonly #listeners: [event: string, callback: Callback][] = [];
	#kept: Kept | undefined;

	constructor(options: PoolOptions) {
		this.#options = options;
	}

	get #project(): string {
		return this.#options.project.name;
	}

	/** Whether the process was not killed meanwhile. */
	get #lives(): boolean {
		return this.#kept !== undefined && keptByProject.get(this.#project) === this.#kept;
	}

	async start(): Promise<void> {
		this.#kept = keptByProject.get(this.#project);
		if (!this.#kept) {
			const kept = { fork: new ForksPoolWorker(this.#options), runs: 0 };
			await kept.fork.start();
			kept.fork.on("exit", () => {
				if (keptByProject.get(this.#project) === kept) keptByProject.delete(this.#project);
			});
			keptByProject.set(this.#project, kept);
			this.#kept = kept;
		}
		this.#kept.runs += 1;
	}

	async stop(): Promise<void> {
		for (const [event, callback] of this.#listeners.splice(0)) this.off(event, callback);
		if (!this.#lives || (this.#kept?.runs ?? 0) < maxRuns) return;
		keptByProject.delete(this.#project);
		await this.#kept?.fork.stop();
	}

	on(event: string, callback: Callback): void {
		this.#listeners.push([event, callback]);
		this.#kept?.fork.on(event, callback);
	}

	off(event: string, callback: Callback): void {
		if (this.#lives) this.#kept?.fork.off(event, callback);
	}

	/** Passes requests on, but the first start alone and no stop. */
	send(message: WorkerRequest): void {
		if (message.type === "stop") this.#answer("stopped");
		else if (message.type === "start" && this.#kept && this.#kept.runs > 1) this.#answer("started");
		else if (this.#lives) this.#kept?.fork.send(message);
	}

	deserialize(data: unknown): unknown {
		return data;
	}

	#answer(type: "started" | "stopped"): void {
		for (const [event, callback] of this.#listeners)
			if (event === "message") callback({ type, __vitest_worker_response__: true });
	}
}

export const keptProcesses: PoolRunnerInitializer = {
	name: "kept-processes",
	createPoolWorker: (options) => new KeptProcess(options),
};
