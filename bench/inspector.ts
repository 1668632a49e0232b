/** Reads the heap and the processor time of the running Worker from its inspector. */
import * as v from "valibot";
import { connectDevTools } from "./devtools.ts";

/** An isolate's memory in bytes: its heap, embedder memory outside of it, and buffers. */
export interface HeapUse {
	heap: number;
	embedder: number;
	buffers: number;
}

/** The total, in bytes. */
export function bytesOf({ heap, embedder, buffers }: HeapUse): number {
	return heap + embedder + buffers;
}

export interface Inspector {
	/** Collects garbage, then returns the memory in use. */
	heapUse(): Promise<HeapUse>;
	/** Returns how long JavaScript ran in the isolate during `work`, in milliseconds. Waiting does not count. */
	busyTime(work: () => Promise<void>): Promise<number>;
	close(): void;
}

/** The result of Runtime.getHeapUsage; older versions lack the last two fields. */
const heapUsageSchema = v.object({
	usedSize: v.number(),
	embedderHeapUsedSize: v.optional(v.number(), 0),
	backingStorageSize: v.optional(v.number(), 0),
});

const profileSchema = v.object({
	profile: v.object({
		nodes: v.array(v.object({ id: v.number(), callFrame: v.object({ functionName: v.string() }) })),
		samples: v.array(v.number()),
		timeDeltas: v.array(v.number()),
	}),
});

/** Microseconds between samples of the processor profile. Sampling more often makes the isolate slower. */
const samplingInterval = 200;

/** What V8 calls a sample in which no JavaScript runs. */
const idleFunctions = ["(idle)", "(program)"];

const collectGarbageMethods = ["HeapProfiler.startSampling", "HeapProfiler.stopSampling"];

/** The shop's Worker in workerd's list of isolates, which includes Miniflare's own. */
const isolate = "core:user:cogsmith";

/** Connects to the inspector that workerd opens on `port`. Throws if there is none. */
export async function inspect(port: number): Promise<Inspector> {
	const { send, close } = await connectDevTools(`ws://127.0.0.1:${port}/${isolate}`);
	return {
		heapUse: async () => {
			// workerd never replies to HeapProfiler.collectGarbage. A sampling profile starts and stops with
			// a garbage collection (V8: kSamplingForceGC). Twice, since finalizers free more afterwards.
			for (const method of [...collectGarbageMethods, ...collectGarbageMethods]) await send(method);
			const use = v.parse(heapUsageSchema, await send("Runtime.getHeapUsage"));
			return {
				heap: use.usedSize,
				embedder: use.embedderHeapUsedSize,
				buffers: use.backingStorageSize,
			};
		},
		busyTime: async (work) => {
			await send("Profiler.enable");
			await send("Profiler.setSamplingInterval", { interval: samplingInterval });
			await send("Profiler.start");
			await work();
			const { profile } = v.parse(profileSchema, await send("Profiler.stop"));
			const idle = new Set(
				profile.nodes
					.filter(({ callFrame }) => idleFunctions.includes(callFrame.functionName))
					.map(({ id }) => id),
			);
			const busy = profile.timeDeltas.filter((_, index) => !idle.has(profile.samples[index] ?? 0));
			// workerd takes no samples while the isolate waits, so the first one after that has the whole pause.
			const sum = busy.reduce((all, delta) => all + Math.min(delta, 2 * samplingInterval), 0);
			return sum / 1000;
		},
		close,
	};
}
