/**
 * Script and deceptive text in every text field of the API. How pages show it:
 * journeys/headers.test.ts and journeys/attacks.test.ts.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { linesOf, requestOrder } from "../../helpers/checkouts.ts";
import { mailTo, withMail } from "../../helpers/mail.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	callAuth,
	cookieOf,
	insertImage,
	newEmail,
	orderBody,
	type Person,
	password,
	signUp,
	tokenOf,
} from "../../helpers/shop.ts";

let admin: Person;
let uploader: Person;
let tool: string;

beforeAll(async () => {
	[admin, uploader, tool] = await Promise.all([
		signUp({ role: "admin" }),
		signUp(),
		addTool({ quantity: 1_000_000 }),
	]);
	await insertImage(image, uploader);
});

const image = `/images/${"0".repeat(32)}`;
const newTool = {
	name: "A tool",
	image,
	description: "Good.",
	minOrderQuantity: 1,
	quantity: 5,
	price: 5,
};
const own = () => encodeURIComponent(uploader.email);

/** A text field: how to send it, and how to read the stored value back. */
interface Field {
	send: (text: string) => Promise<ApiResponse>;
	readBack: (answer: ApiResponse) => Promise<string>;
}

const profile = async () =>
	(await callApi("GET", `/user?email=${own()}`, { token: uploader.token })).body;
const update = (changes: object) =>
	callApi("PUT", `/user/update/${own()}`, {
		token: uploader.token,
		// A new one each time, so that only the text can be rejected.
		body: { phone: crypto.randomUUID().slice(0, 8), ...changes },
	});
const placed = (changes: Record<string, unknown>) =>
	callApi("POST", "/order", { token: uploader.token, body: orderBody(tool, changes) });
const toolAt = async (id: string) => (await callApi("GET", `/service?id=${id}`)).body[0];
const create = (changes: object) =>
	callApi("POST", "/service", { token: admin.token, body: { ...newTool, ...changes } });

const fields: Record<string, Field> = {
	"a tool's name": {
		send: (name) => create({ name }),
		readBack: async ({ body }) => (await toolAt(body.insertedId)).name,
	},
	"a tool's description": {
		send: (description) => create({ description }),
		readBack: async ({ body }) => (await toolAt(body.insertedId)).description,
	},
	"an order's address": {
		send: (address) => placed({ address }),
		readBack: async ({ body }) => body.order.address,
	},
	"an order's phone": {
		send: (phone) => placed({ phone }),
		readBack: async ({ body }) => body.order.phone,
	},
	"a review's description": {
		send: (description) =>
			callApi("POST", "/rating", { token: uploader.token, body: { name: 5, image, description } }),
		readBack: async () => (await callApi("GET", "/rating?limit=1")).body[0].description,
	},
	"a user's name": {
		send: (name) => update({ name }),
		readBack: async () => (await profile()).name,
	},
	"a user's address": {
		send: (address) => update({ address }),
		readBack: async () => (await profile()).address,
	},
	"a user's phone": {
		send: (phone) => update({ phone }),
		readBack: async () => (await profile()).phone,
	},
	"a recipient's name": {
		send: async (name) => {
			const lines = linesOf([await addTool()]);
			return requestOrder(uploader, lines, { name });
		},
		readBack: async ({ body }) => body.order.lines[0].UserName,
	},
	"a line of an address": {
		send: async (line1) => {
			const lines = linesOf([await addTool()]);
			const address = { line1, city: "Bend", region: "OR", postalCode: "97701", country: "US" };
			return requestOrder(uploader, lines, { address: undefined, ...address });
		},
		readBack: async ({ body }) => body.order.lines[0].address.split(", Bend")[0],
	},
	"a new user's name": {
		send: (name) => callAuth("sign-up/email", { name, email: newEmail(), password }),
		readBack: async (answer) => {
			const token = await tokenOf(answer.body.user.email, cookieOf(answer));
			const path = `/user?email=${encodeURIComponent(answer.body.user.email)}`;
			return (await callApi("GET", path, { token })).body.name;
		},
	},
};

/** Each fits into a phone field, the shortest of all. */
const scripts = [
	"<script>alert(1)</script>",
	'"><img src=x onerror=alert(1)>',
	"</textarea><svg onload=alert(1)>",
	"</script><script>x()</script>",
	"javascript:alert(1)//",
	"{{7*7}}#{7*7}<%=7*7%>[[7*7]]",
	"'; drop table users; --",
	'=HYPERLINK("x")',
	"%0d%0aSet-Cookie:%20a=b",
	'<!--#exec cmd="ls"-->',
	"مفتاح ربط 🚲 工具",
];

/** Control characters, and text that reads as something else. */
const deceptive: [string, string][] = [
	["a null character", "a\u0000b"],
	["an escape", "a\u001b[2Jb"],
	["a backspace", "a\u0008b"],
	["a delete", "a\u007fb"],
	["a control of the second set", "a\u0085b"],
	["an embedding from right to left", "a\u202bb"],
	["an override of the direction", "a\u202egpj.exe"],
	["an isolate of the direction", "a\u2066b"],
	["a byte order mark inside", "a\ufeffb"],
	["half a surrogate", "a\ud800b"],
];

/** Invisible text. */
const invisible: [string, string][] = [
	["spaces", " \t "],
	["wide spaces", "\u3000\u2003\u00a0"],
	["zero-width spaces", "\u200b\u200b"],
	["zero-width joiners", "\u200d\u200c"],
	["marks of direction", "\u200e\u200f\u061c"],
	["word joiners and soft hyphens", "\u2060\u00ad"],
	["fillers", "\u3164\u115f"],
	["tags", "\u{e0041}\u{e0042}"],
	["variation selectors", "\ufe0f\u{e0100}"],
];

describe.each(Object.entries(fields))("%s", (name, { send, readBack }) => {
	it.each(scripts)("stores %j unchanged", async (text) => {
		const sent = await send(text);
		expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300);
		expect(sent.headers.get("Content-Type")).toMatch(/^application\/json/);
		expect(await readBack(sent)).toBe(text);
	});

	it.each(deceptive)("stores none of %s", async (_, text) => {
		const sent = await send(text);
		// What people copy loses what nobody sees; all other text is rejected.
		if (name.endsWith("phone") && /\p{Cf}/u.test(text))
			expect(await readBack(sent)).toBe(text.replaceAll(/\p{Cf}/gu, ""));
		else expect(sent.status).toBe(422);
	});

	// Both may be omitted or empty: the stored value then stays.
	it.each(
		name === "a user's name" || name === "a user's address" || name === "a recipient's name"
			? []
			: invisible,
	)("rejects text of only %s", async (_, text) => {
		const sent = await send(text);
		if (name.startsWith("an order's")) {
			// An order falls back to the profile.
			expect(sent.status === 422 || (await readBack(sent)) !== text).toBe(true);
			return;
		}
		expect(sent.status, JSON.stringify(sent.body)).toBe(422);
	});

	it("rejects a megabyte", async () => {
		expect((await send("n".repeat(1024 * 1024))).status).toBe(413);
	});

	it.each(["a\nb", "a\r\nb", "a\rb", "a\tb", "a\u2028b", "a\u2029b"])(
		name.endsWith("description") ? "keeps the line break of %j" : "rejects the line break of %j",
		async (text) => {
			const sent = await send(text);
			if (name.endsWith("description")) expect(await readBack(sent)).toBe(text);
			else expect(sent.status).toBe(422);
		},
	);

	it("with a header line adds no header", async () => {
		const sent = await send("a\r\nSet-Cookie: x=1");
		expect(sent.headers.getSetCookie().join()).not.toContain("x=1");
		for (const value of sent.headers.values()) expect(value).not.toContain("x=1");
	});
});

describe.each(["a user's name", "a new user's name", "a recipient's name"])("%s", (name) => {
	it.each(["Your parcel waits: https://evil.test/pay", "www.evil.test"])(
		"is no web address: %s",
		async (text) => {
			expect((await fields[name]?.send(text))?.status).toBe(422);
		},
	);
});

describe("a user's name", () => {
	it.each(invisible)("is not cleared by %s", async (_, name) => {
		const before = (await profile()).name;
		const sent = await update({ name });
		expect([200, 422]).toContain(sent.status);
		expect((await profile()).name).toBe(before);
	});
});

describe("an e-mail", () => {
	it("never contains the name that was typed at sign-up", async () => {
		const name = '<a href="//evil.test">Click</a>';
		const email = newEmail();
		await withMail(async (sent) => {
			await callAuth("sign-up/email", { name, email, password });
			await callAuth("request-password-reset", { email });
			for (const subject of [/your e-mail/, /Reset your/]) {
				const mail = await mailTo(sent, email, subject);
				expect(JSON.stringify(mail)).not.toMatch(/evil|Click/);
			}
		});
	});
});
