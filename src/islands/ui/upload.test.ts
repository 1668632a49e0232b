import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renewTokenBy } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { maxUploadBytes } from "../../shop/images/images.ts";
import { shrinkPicture, uploadPicture } from "./upload.ts";

afterEach(() => {
	vi.unstubAllGlobals();
	renewTokenBy(async () => undefined);
});

describe("shrinking a picture", () => {
	const drawn = vi.fn();
	const filled = vi.fn();
	const close = vi.fn();

	/** A browser that decodes to this size and writes these types. */
	function browser(width: number, height: number, writes = ["image/webp", "image/jpeg"]): void {
		vi.stubGlobal("createImageBitmap", async () => ({ width, height, close }));
		const canvas = {
			width: 0,
			height: 0,
			getContext: () => ({
				drawImage: () => drawn(canvas.width, canvas.height),
				fillRect: filled,
			}),
			toBlob: (give: (blob: Blob) => void, type: string) =>
				give(new Blob(["shrunk"], { type: writes.includes(type) ? type : "image/png" })),
		};
		vi.stubGlobal("document", { createElement: () => canvas });
	}

	beforeEach(() => {
		vi.clearAllMocks();
	});

	const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], "picture", { type });

	it("leaves a small one as it is", async () => {
		browser(1600, 900);
		for (const type of ["image/jpeg", "image/png", "image/webp"]) {
			const small = file(type);
			expect(await shrinkPicture(small)).toBe(small);
		}
		expect(drawn).not.toHaveBeenCalled();
		expect(close).toHaveBeenCalledTimes(3);
	});

	it.each([
		[4000, 3000, [1600, 1200]],
		[3000, 4000, [1200, 1600]],
		[1601, 1, [1600, 1]],
		[20_000, 3, [1600, 1]],
	])("draws %i x %i anew", async (width, height, size) => {
		browser(width, height);
		expect((await shrinkPicture(file("image/jpeg"))).type).toBe("image/webp");
		expect(drawn).toHaveBeenCalledExactlyOnceWith(...size);
		expect(filled).not.toHaveBeenCalled();
	});

	it("draws anew, at its size, what is too heavy or of another type", async () => {
		browser(800, 600);
		for (const heavy of [file("image/png", maxUploadBytes + 1), file("image/gif"), file("")]) {
			expect((await shrinkPicture(heavy)).type).toBe("image/webp");
			expect(drawn).toHaveBeenLastCalledWith(800, 600);
		}
	});

	it("writes JPEG on white where the browser writes no WebP", async () => {
		browser(4000, 3000, ["image/jpeg"]);
		expect((await shrinkPicture(file("image/png"))).type).toBe("image/jpeg");
		expect(filled).toHaveBeenCalledWith(0, 0, 1600, 1200);
	});

	it("refuses what the browser can't decode", async () => {
		vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("not a picture")));
		await expect(shrinkPicture(file("image/png"))).rejects.toMatchObject({
			code: "invalid",
			fields: { image: messages.pictureBroken },
		});
	});
});

describe("uploading a picture", () => {
	const address = `/images/${"a".repeat(64)}`;
	const stored = { status: 200, body: { success: true, data: { url: address } } };
	const refused = (status: number, code: string) => ({
		status,
		body: { error: { code, message: "No." } },
	});
	const sent: { token: string | undefined; form: FormData }[] = [];

	/** XMLHttpRequest as far as it is used, answering each request in turn; "hang" never does. */
	function shop(
		...answers: (typeof stored | ReturnType<typeof refused> | "lost" | "hang")[]
	): void {
		sent.length = 0;
		vi.stubGlobal(
			"XMLHttpRequest",
			class extends EventTarget {
				upload = new EventTarget();
				status = 0;
				responseText = "";
				token: string | undefined;
				open(method: string, path: string) {
					expect([method, path]).toEqual(["POST", "/api/images"]);
				}
				setRequestHeader(_name: string, value: string) {
					this.token = value;
				}
				send(form: FormData) {
					sent.push({ token: this.token, form });
					const answer = answers.shift();
					if (answer === undefined || answer === "hang") return;
					const half = { lengthComputable: true, loaded: 1, total: 2 };
					this.upload.dispatchEvent(Object.assign(new Event("progress"), half));
					if (answer !== "lost") {
						this.status = answer.status;
						this.responseText = JSON.stringify(answer.body);
					}
					this.#end(answer === "lost" ? "error" : "load");
				}
				abort() {
					this.#end("abort");
				}
				#end(how: string) {
					this.dispatchEvent(new Event(how));
					this.dispatchEvent(new Event("loadend"));
				}
			},
		);
	}

	const picture = new Blob(["pixels"], { type: "image/webp" });
	const progress = vi.fn();
	const upload = (signal = new AbortController().signal) =>
		uploadPicture(picture, progress, signal);

	it("gives its address, and tells how far it is", async () => {
		shop(stored);
		expect(await upload()).toBe(address);
		expect(progress).toHaveBeenCalledWith(0.5);
		expect(sent[0]?.form.get("image")).toBeInstanceOf(Blob);
	});

	it("is sent once more with a new token, and only once", async () => {
		renewTokenBy(async () => "new");
		shop(refused(401, "unauthenticated"), stored);
		expect(await upload()).toBe(address);
		expect(sent[1]?.token).toBe("Bearer new");
		shop(refused(401, "unauthenticated"), refused(401, "unauthenticated"), stored);
		await expect(upload()).rejects.toMatchObject({ code: "unauthenticated" });
	});

	it("is refused with the server's words", async () => {
		shop(refused(413, "too_large"));
		await expect(upload()).rejects.toMatchObject({ code: "too_large", message: "No." });
	});

	it("says so where the shop can't be reached", async () => {
		shop("lost");
		await expect(upload()).rejects.toMatchObject({
			code: "unavailable",
			message: messages.shopUnreachable,
		});
	});

	it("ends when it is aborted, before or while it is sent", async () => {
		const reason = new Error("cancelled");
		shop("hang");
		const controller = new AbortController();
		const running = upload(controller.signal);
		await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000);
		controller.abort(reason);
		await expect(running).rejects.toBe(reason);
		await expect(upload(controller.signal)).rejects.toBe(reason);
		expect(sent).toHaveLength(1);
	});
});
