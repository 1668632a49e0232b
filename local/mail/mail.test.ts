import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statusForHost } from "../http-server.testing.ts";
import { type RunningMail, startMailPageServer } from "./server.ts";

const mails = [
	{
		messageId: "<one@shop.test>",
		to: ["a@example.test"],
		subject: "First",
		sentAt: "2026-11-21T09:00:00.000Z",
	},
	{
		messageId: "<two@shop.test>",
		to: ["b@example.test"],
		subject: "<b>Second</b>",
		sentAt: "2026-11-21T10:00:00.000Z",
	},
].map((mail) => ({ ...mail, from: '"Shop" <shop@shop.test>' }));

let shop: Server;
let origin: string;
let mail: RunningMail;

/** A shop that has sent two e-mails, as wrangler's Local Explorer returns them. */
beforeAll(async () => {
	shop = createServer((request, response) => {
		const emailId = new URL(request.url ?? "/", "http://shop.invalid").searchParams.get("email_id");
		const found = mails.find(({ messageId }) => messageId === emailId);
		const text = `Open ${origin}/reset?token=a&b or https://elsewhere.test/ <i>`;
		const result =
			emailId === null ? mails : found ? { ...found, text, html: "<b>Reset</b>" } : null;
		response.end(JSON.stringify({ success: true, result }));
	});
	await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
	origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
	mail = await startMailPageServer({ port: 0, shopOrigin: origin });
});

afterAll(async () => {
	await mail.close();
	shop.close();
});

const read = async (path: string) => {
	const response = await fetch(mail.url + path);
	return { status: response.status, page: await response.text() };
};

describe("the e-mail page", () => {
	it("lists e-mails newest first, escaped", async () => {
		const { page } = await read("/");
		expect(page.indexOf("&lt;b&gt;Second&lt;/b&gt;")).toBeLessThan(page.indexOf("First"));
		expect(page.indexOf("&lt;b&gt;Second&lt;/b&gt;")).toBeGreaterThan(0);
	});

	it("filters by recipient", async () => {
		const { page } = await read("/?to=A@example.test");
		expect(page).toContain("First");
		expect(page).not.toContain("Second");
		expect((await read("/?to=nobody@example.test")).page).toContain("No e-mails yet.");
	});

	it("shows one e-mail with links to the shop only", async () => {
		const { page } = await read(`/?id=${encodeURIComponent("<one@shop.test>")}`);
		expect(page).toContain(`<a href="${origin}/reset?token=a&amp;b">`);
		expect(page).not.toContain('href="https://elsewhere');
		expect(page).toContain("&lt;i&gt;");
	});

	it("shows an e-mail's HTML, which can load nothing and run no script", async () => {
		const id = encodeURIComponent("<one@shop.test>");
		expect((await read(`/?id=${id}`)).page).toContain(`href="/?id=${id}&amp;html"`);
		const response = await fetch(`${mail.url}/?id=${id}&html`);
		expect(await response.text()).toBe("<b>Reset</b>");
		expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
	});

	it("rejects a Host that is not local, so that no other site can read it", async () => {
		expect(await statusForHost(mail.url, "evil.test")).toBe(403);
		expect(await statusForHost(mail.url, new URL(mail.url).host)).toBe(200);
	});

	it("returns 404 for anything else", async () => {
		expect((await read("/?id=none")).status).toBe(404);
		expect((await read("/elsewhere")).status).toBe(404);
	});
});
