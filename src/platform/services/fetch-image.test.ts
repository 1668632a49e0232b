import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchFile } from "./fetch-image.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Answers requests by their address. */
function stubFetch(responses: Record<string, () => Response>) {
	const stub = vi.fn(async (url: string) => {
		const respond = responses[url];
		if (!respond) throw new TypeError("no such host");
		return respond();
	});
	vi.stubGlobal("fetch", stub);
	return stub;
}

const redirectTo = (location: string) => () =>
	new Response(null, { status: 302, headers: { Location: location } });

describe("fetching", () => {
	it("follows redirects to public addresses", async () => {
		stubFetch({
			"https://example.com/a": redirectTo("/b"),
			"https://example.com/b": redirectTo("https://cdn.example.net/c"),
			"https://cdn.example.net/c": () => new Response("image"),
		});
		expect(await fetchFile("https://example.com/a", 9)).toEqual(new TextEncoder().encode("image"));
	});

	const forbidden = [
		"http://169.254.169.254/",
		"https://127.1/",
		"//[::ffff:7f00:1]/",
		"https://localhost./",
		"https://127.0.0.1.nip.io/",
		"https://user:secret@example.com/",
		"file:///etc/passwd",
	];

	it.each(forbidden)("begins at no other: %s", async (address) => {
		const fetched = stubFetch({});
		expect(await fetchFile(address, 9)).toEqual({ reason: "forbidden" });
		expect(fetched).not.toHaveBeenCalled();
	});

	it.each(forbidden)("follows none to another, at whatever hop: %s", async (address) => {
		const fetched = stubFetch({
			"https://example.com/a": redirectTo("https://cdn.example.net/b"),
			"https://cdn.example.net/b": redirectTo(address),
		});
		expect(await fetchFile("https://example.com/a", 9)).toEqual({ reason: "forbidden" });
		expect(fetched).toHaveBeenCalledTimes(2);
	});

	it("follows at most three", async () => {
		stubFetch({ "https://example.com/a": redirectTo("/a") });
		expect(await fetchFile("https://example.com/a", 9)).toEqual({ reason: "unreachable" });
	});

	it("ends with what is too large, fails or does not answer", async () => {
		stubFetch({
			"https://example.com/large": () => new Response("0123456789"),
			"https://example.com/gone": () => new Response("gone", { status: 404 }),
		});
		expect(await fetchFile("https://example.com/large", 9)).toEqual({ reason: "too_large" });
		expect(await fetchFile("https://example.com/gone", 9)).toEqual({
			reason: "status",
			status: 404,
		});
		expect(await fetchFile("https://nowhere.example/", 9)).toEqual({ reason: "unreachable" });
	});
});
