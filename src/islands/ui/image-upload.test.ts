import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setTokenRenewer } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import { maxUploadBytes } from "../../values/images.ts";
import { shrinkImage, uploadImage } from "./image-upload.ts";

afterEach(() => {
	vi.unstubAllGlobals();
	setTokenRenewer(async () => undefined);
});

describe("shrinking an image", () => {
	const drawImage = vi.fn();
	const fillRect = vi.fn();
	const close = vi.fn();

	/** Stubs a browser that decodes to this size and encodes these types. */
	function stubBrowser(
		width: number,
		height: number,
		encodableTypes = ["image/webp", "image/jpeg"],
	): void {
		vi.stubGlobal("createImageBitmap", async () => ({ width, height, close }));
		const canvas = {
			width: 0,
			height: 0,
			getContext: () => ({
				drawImage: () => drawImage(canvas.width, canvas.height),
				fillRect,
			}),
			toBlob: (callback: (blob: Blob) => void, type: string) =>
				callback(
					new Blob(["shrunk"], { type: encodableTypes.includes(type) ? type : "image/png" }),
				),
		};
		vi.stubGlobal("document", { createElement: () => canvas });
	}

	beforeEach(() => {
		vi.clearAllMocks();
	});

	const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], "image", { type });

	it("returns a small image unchanged", async () => {
		stubBrowser(1600, 900);
		for (const type of ["image/jpeg", "image/png", "image/webp"]) {
			const small = file(type);
			expect(await shrinkImage(small)).toBe(small);
		}
		expect(drawImage).not.toHaveBeenCalled();
		expect(close).toHaveBeenCalledTimes(3);
	});

	it.each([
		[4000, 3000, [1600, 1200]],
		[3000, 4000, [1200, 1600]],
		[1601, 1, [1600, 1]],
		[20_000, 3, [1600, 1]],
	])("resizes %i x %i", async (width, height, size) => {
		stubBrowser(width, height);
		expect((await shrinkImage(file("image/jpeg"))).type).toBe("image/webp");
		expect(drawImage).toHaveBeenCalledExactlyOnceWith(...size);
		expect(fillRect).not.toHaveBeenCalled();
	});

	it("re-encodes at the same size if the file is too large or of another type", async () => {
		stubBrowser(800, 600);
		for (const heavyFile of [file("image/png", maxUploadBytes + 1), file("image/gif"), file("")]) {
			expect((await shrinkImage(heavyFile)).type).toBe("image/webp");
			expect(drawImage).toHaveBeenLastCalledWith(800, 600);
		}
	});

	it("encodes JPEG on white if the browser can't encode WebP", async () => {
		stubBrowser(4000, 3000, ["image/jpeg"]);
		expect((await shrinkImage(file("image/png"))).type).toBe("image/jpeg");
		expect(fillRect).toHaveBeenCalledWith(0, 0, 1600, 1200);
	});

	it("rejects a file that the browser can't decode", async () => {
		vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("not an image")));
		await expect(shrinkImage(file("image/png"))).rejects.toMatchObject({
			code: "invalid",
			fields: { image: messages.imageUnreadable },
		});
	});
});

describe("uploading an image", () => {
	const imageUrl = `/images/${"a".repeat(32)}`;
	const stored = { status: 200, body: { success: true, data: { url: imageUrl } } };
	const rejected = (status: number, code: string) => ({
		status,
		body: { error: { code, message: "No." } },
	});
	const sent: { token: string | undefined; form: FormData }[] = [];

	/** Stubs XMLHttpRequest with one response for each request in turn; "hang" never responds. */
	function stubXhr(
		...answers: (typeof stored | ReturnType<typeof rejected> | "lost" | "hang")[]
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
					const progressEvent = { lengthComputable: true, loaded: 1, total: 2 };
					this.upload.dispatchEvent(Object.assign(new Event("progress"), progressEvent));
					if (answer !== "lost") {
						this.status = answer.status;
						this.responseText = JSON.stringify(answer.body);
					}
					this.#end(answer === "lost" ? "error" : "load");
				}
				abort() {
					this.#end("abort");
				}
				#end(eventType: string) {
					this.dispatchEvent(new Event(eventType));
					this.dispatchEvent(new Event("loadend"));
				}
			},
		);
	}

	const image = new Blob(["pixels"], { type: "image/webp" });
	const progress = vi.fn();
	const upload = (signal = new AbortController().signal) => uploadImage(image, progress, signal);

	it("returns the image's path and reports progress", async () => {
		stubXhr(stored);
		expect(await upload()).toBe(imageUrl);
		expect(progress).toHaveBeenCalledWith(0.5);
		expect(sent[0]?.form.get("image")).toBeInstanceOf(Blob);
	});

	it("is retried once with a new token", async () => {
		setTokenRenewer(async () => "new");
		stubXhr(rejected(401, "unauthenticated"), stored);
		expect(await upload()).toBe(imageUrl);
		expect(sent[1]?.token).toBe("Bearer new");
		stubXhr(rejected(401, "unauthenticated"), rejected(401, "unauthenticated"), stored);
		await expect(upload()).rejects.toMatchObject({ code: "unauthenticated" });
	});

	it("throws the server's error", async () => {
		stubXhr(rejected(413, "too_large"));
		await expect(upload()).rejects.toMatchObject({ code: "too_large", message: "No." });
	});

	it("throws unavailable if the shop can't be reached", async () => {
		stubXhr("lost");
		await expect(upload()).rejects.toMatchObject({
			code: "unavailable",
			message: messages.shopUnreachable,
		});
	});

	it("rejects when aborted, before or during the request", async () => {
		const reason = new Error("cancelled");
		stubXhr("hang");
		const controller = new AbortController();
		const running = upload(controller.signal);
		await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000);
		controller.abort(reason);
		await expect(running).rejects.toBe(reason);
		await expect(upload(controller.signal)).rejects.toBe(reason);
		expect(sent).toHaveLength(1);
	});
});
