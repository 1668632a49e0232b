import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchFile, isPublicAddress } from "./fetch-image.ts";

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

describe("an address to fetch", () => {
	it.each([
		"https://example.com/key.png",
		"https://cdn.example.co.uk/a?b=c",
		"https://bücher.example/x",
	])("may be %s", (address) => {
		expect(isPublicAddress(address)).toBe(true);
	});

	it.each([
		"http://example.com/key.png",
		"ftp://example.com/key.png",
		"https://user:secret@example.com/",
		"https://example.com:8443/",
		"https://localhost/",
		"https://shop.localhost/",
		"https://router.local/",
		"https://metadata.google.internal/",
		"https://intranet/",
		"https://127.0.0.1/",
		"https://10.0.0.1/",
		"https://169.254.169.254/latest/meta-data",
		"https://2130706433/",
		"https://0x7f.1/",
		"https://[::1]/",
		"https://[::ffff:10.0.0.1]/",
		"https://localhost./",
		"nowhere",
	])("is not %s", async (address) => {
		const fetched = stubFetch({});
		expect(await fetchFile(address, 9)).toEqual({ reason: "forbidden" });
		expect(fetched).not.toHaveBeenCalled();
	});
});

describe("fetching", () => {
	it("follows redirects to public addresses", async () => {
		stubFetch({
			"https://example.com/a": redirectTo("/b"),
			"https://example.com/b": redirectTo("https://cdn.example.net/c"),
			"https://cdn.example.net/c": () => new Response("image"),
		});
		expect(await fetchFile("https://example.com/a", 9)).toEqual(new TextEncoder().encode("image"));
	});

	it("follows none to another", async () => {
		stubFetch({ "https://example.com/a": redirectTo("http://169.254.169.254/") });
		expect(await fetchFile("https://example.com/a", 9)).toEqual({ reason: "forbidden" });
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
