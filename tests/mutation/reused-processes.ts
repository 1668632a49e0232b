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
interface Started {
	fork: ForksPoolWorker;
	runs: number;
}

const processByProject = new Map<string, Started>();

/** Each run leaves modules behind: after so many, a process is replaced. */
const maxRuns = 200;

/** Kills the processes; the next run starts new ones. */
export function endProcesses(): void {
	for (const { fork } of processByProject.values()) fork.stop().catch(() => undefined);
	processByProject.clear();
}

/** What vitest takes for a process of its own: it starts and stops it for each run. */
class ReusedProcess implements PoolWorker {
	readonly name = "reused-processes";
	readonly cacheFs = true;
	readonly #options: PoolOptions;
	readonly #listeners: [event: string, callback: Callback][] = [];
	#started: Started | undefined;

	constructor(options: PoolOptions) {
		this.#options = options;
	}

	get #project(): string {
		return this.#options.project.name;
	}

	/** Whether the process was not killed meanwhile. */
	get #lives(): boolean {
		return this.#started !== undefined && processByProject.get(this.#project) === this.#started;
	}

	async start(): Promise<void> {
		this.#started = processByProject.get(this.#project);
		if (!this.#started) {
			const started = { fork: new ForksPoolWorker(this.#options), runs: 0 };
			await started.fork.start();
			started.fork.on("exit", () => {
				if (processByProject.get(this.#project) === started) processByProject.delete(this.#project);
			});
			processByProject.set(this.#project, started);
			this.#started = started;
		}
		this.#started.runs += 1;
	}

	async stop(): Promise<void> {
		for (const [event, callback] of this.#listeners.splice(0)) this.off(event, callback);
		if (!this.#lives || (this.#started?.runs ?? 0) < maxRuns) return;
		processByProject.delete(this.#project);
		await this.#started?.fork.stop();
	}

	on(event: string, callback: Callback): void {
		this.#listeners.push([event, callback]);
		this.#started?.fork.on(event, callback);
	}

	off(event: string, callback: Callback): void {
		if (this.#lives) this.#started?.fork.off(event, callback);
	}

	/** Passes requests on, but the first start alone and no stop. */
	send(message: WorkerRequest): void {
		if (message.type === "stop") this.#answer("stopped");
		else if (message.type === "start" && this.#started && this.#started.runs > 1)
			this.#answer("started");
		else if (this.#lives) this.#started?.fork.send(message);
	}

	deserialize(data: unknown): unknown {
		return data;
	}

	#answer(type: "started" | "stopped"): void {
		for (const [event, callback] of this.#listeners)
			if (event === "message") callback({ type, __vitest_worker_response__: true });
	}
}

export const reusedProcesses: PoolRunnerInitializer = {
	name: "reused-processes",
	createPoolWorker: (options) => new ReusedProcess(options),
};
