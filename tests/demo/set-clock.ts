/** A clock and a chance that a play sets, so that the same script always leaves the same rows. */
import crypto, { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished, vi } from "vitest";

/** Bytes that follow from a text, as many as are asked for. */
function* bytesOf(seed: string): Generator<number, never> {
	for (let block = 0; ; block += 1) yield* createHash("sha256").update(`${seed} ${block}`).digest();
}

let bytes = bytesOf("");

function fill<Bytes extends ArrayBufferView>(view: Bytes): Bytes {
	const target = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
	for (const place of target.keys()) target[place] = bytes.next().value;
	return view;
}

/** Sets the time, and the chance by a text: ids of what follows depend on nothing else. */
export function setMoment(ms: number, seed: string): void {
	vi.setSystemTime(ms);
	bytes = bytesOf(seed);
}

/** Replaces the clock and the chance until the test ends. */
export function useSetClock(): void {
	vi.useFakeTimers({ toFake: ["Date"] });
	const { randomBytes } = crypto;
	const { getRandomValues, randomUUID } = globalThis.crypto;
	const setBytes = (length: number) => fill(Buffer.alloc(length));
	Object.assign(crypto, { randomBytes: setBytes });
	Object.assign(globalThis.crypto, {
		getRandomValues: fill,
		randomUUID: () =>
			setBytes(16)
				.toString("hex")
				.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-4$3-8$4-$5"),
	});
	const random = vi
		.spyOn(Math, "random")
		.mockImplementation(() => setBytes(4).readUInt32LE() / 2 ** 32);
	syncBuiltinESMExports();
	onTestFinished(() => {
		Object.assign(crypto, { randomBytes });
		Object.assign(globalThis.crypto, { getRandomValues, randomUUID });
		random.mockRestore();
		syncBuiltinESMExports();
		vi.useRealTimers();
	});
}
