/** A signed-in user tries to reach another user's data. Who may make which call: contract.test.ts. */
import { beforeAll, describe, expect, it } from "vitest";
import {
	beginPayment,
	checkLedgerAfterEach,
	intentAtStripe,
	ledgerOf,
	type Payment,
	payByCard,
	placePaidLine,
	reportPayment,
	rowOf,
} from "../../helpers/payments.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	newEmail,
	origin,
	type Person,
	placeLine,
	signUp,
} from "../../helpers/shop.ts";

checkLedgerAfterEach();

let victim: Person;
let thief: Person;

beforeAll(async () => {
	[victim, thief] = await Promise.all([signUp(), signUp()]);
});

const callAsThief = (method: string, path: string, body?: unknown): Promise<ApiResponse> =>
	callApi(method, path, { token: thief.token, ...(body !== undefined && { body }) });

describe("another customer's order", () => {
	let line: { _id: string; totalPrice: number };
	let payment: Payment;
	let tool: string;
	let thiefs: { transactionId: string };

	beforeAll(async () => {
		tool = await addTool({ quantity: 5 });
		line = await placeLine(victim, tool, 2);
		payment = await beginPayment(victim, line);
		thiefs = (await placePaidLine(thief, await addTool())).line;
	});

	it.each<[string, () => Promise<ApiResponse>]>([
		["read", () => callAsThief("GET", `/order/${line._id}`)],
		["read by its id in capitals", () => callAsThief("GET", `/order/${line._id.toUpperCase()}`)],
		["deleted", () => callAsThief("DELETE", `/order?id=${line._id}`)],
		["paid for", () => callAsThief("POST", "/create-payment-intent", { orderId: line._id })],
		[
			"paid for at another total",
			() => callAsThief("POST", "/create-payment-intent", { orderId: line._id, totalPrice: 0.5 }),
		],
		[
			"marked paid",
			() => callAsThief("PATCH", `/order/${line._id}`, { transactionId: payment.id }),
		],
		[
			"marked paid by the caller's own payment",
			() => callAsThief("PATCH", `/order/${line._id}`, { transactionId: thiefs.transactionId }),
		],
	])("can't be %s: 404", async (_, attack) => {
		const before = await rowOf(line._id);
		const { status, body } = await attack();
		expect([status, body.error.code]).toEqual([404, "not_found"]);
		expect(JSON.stringify(body)).not.toContain(victim.email);
		expect(await rowOf(line._id)).toEqual(before);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 2, sold: 0 });
		expect((await intentAtStripe(payment.id)).status).toBe("requires_payment_method");
	});

	it.each<[string, (email: string) => string]>([
		["by e-mail", (email) => `/order?email=${encodeURIComponent(email)}`],
		["by e-mail in capitals", (email) => `/order?email=${encodeURIComponent(email.toUpperCase())}`],
		["by e-mail with spaces around", (email) => `/order?email=%20${encodeURIComponent(email)}%20`],
		["by e-mail and a search", (email) => `/order?email=${encodeURIComponent(email)}&q=tool`],
		["without an e-mail", () => "/order"],
		["without an e-mail but a search", () => "/order?q=person"],
	])("can't be listed %s", async (_, path) => {
		const { status, body } = await callAsThief("GET", path(victim.email));
		expect([status, body.error.code]).toEqual([403, "forbidden"]);
	});

	it.each<[string, (email: string) => string]>([
		["two e-mails", (email) => `email=${thiefMail()}&email=${encodeURIComponent(email)}`],
		["a list of e-mails", (email) => `email[]=${encodeURIComponent(email)}`],
		["e-mails with a comma", (email) => `email=${thiefMail()},${encodeURIComponent(email)}`],
		["a wildcard", () => "email=%25%40example.test"],
		["an empty e-mail", () => "email="],
	])("is not in a list for %s", async (_, query) => {
		const { status, body } = await callAsThief("GET", `/order?${query(victim.email)}`);
		expect([400, 403, 422]).toContain(status);
		expect(JSON.stringify(body)).not.toContain(line._id);
	});

	it("is not returned for its Idempotency-Key", async () => {
		const headers = { "Idempotency-Key": String((await rowOf(line._id)).request_key) };
		const placed = await callApi("POST", "/order", {
			token: thief.token,
			headers,
			body: { productCode: await addTool(), quantity: 1, phone: "1", address: "Elsewhere" },
		});
		expect(placed.status).toBe(201);
		expect(placed.body.insertedId).not.toBe(line._id);
		expect(placed.body.order.email).toBe(thief.email);
	});

	it.each<[string, () => string]>([
		["another customer's payment", () => thiefs.transactionId],
		["no payment at all", () => "pi_0123456789"],
		["a payment's client secret", () => payment.secret.slice(0, 64)],
		["the list of all payments", () => "."],
		["the parent path of payments", () => ".."],
		["another resource", () => "../refunds"],
		["a path", () => "pi_1/cancel"],
		["a query", () => "pi_1?expand[]=charges"],
		["a fragment", () => "pi_1#"],
		["a line break", () => "pi_1\r\nStripe-Account: acct_1"],
		["a null character", () => "pi_1\u0000"],
	])("is not paid by %s", async (_, transactionId) => {
		const { status, body } = await reportPayment(victim, line, transactionId());
		expect([409, 422]).toContain(status);
		expect(["payment_mismatch", "invalid"]).toContain(body.error.code);
		expect((await rowOf(line._id)).transaction_id).toBeNull();
	});

	it("can be shipped only by an administrator once it is paid", async () => {
		const paid = await placeLine(victim, await addTool());
		const begun = await beginPayment(victim, paid);
		await payByCard(begun);
		await reportPayment(victim, paid, begun.id);
		for (const { token } of [victim, thief]) {
			const shipped = await callApi("PUT", `/order?id=${paid._id}`, {
				token,
				body: { status: "Shipped" },
			});
			expect(shipped.status).toBe(403);
		}
		expect((await rowOf(paid._id)).status).toBe("Pending");
	});
});

const thiefMail = () => encodeURIComponent(thief.email);

describe("a token for another user's e-mail", () => {
	const inPath = (email: string) => `/user/${email}`;

	it.each<[string, (email: string) => string, (email: string) => unknown]>([
		["in the path", (email) => inPath(encodeURIComponent(email)), () => ({})],
		[
			"in the path, with the caller's own in the body",
			(email) => inPath(encodeURIComponent(email)),
			() => ({ email: thief.email }),
		],
		["in capitals", (email) => inPath(encodeURIComponent(email.toUpperCase())), () => ({})],
		["encoded to the last letter", (email) => inPath(everyByte(email)), () => ({})],
		["encoded twice", (email) => inPath(encodeURIComponent(everyByte(email))), () => ({})],
		[
			"after the caller's own and a null",
			(email) => inPath(`${thiefMail()}%00${email}`),
			() => ({}),
		],
		[
			"after the caller's own and a comma",
			(email) => inPath(`${thiefMail()},${email}`),
			() => ({}),
		],
		["after a line break", (email) => inPath(`${thiefMail()}%0d%0a${email}`), () => ({})],
	])("is not issued for the e-mail %s", async (_, path, body) => {
		const answered = await callApi("PUT", path(victim.email), {
			headers: { Origin: origin, Cookie: thief.cookie },
			body: body(victim.email),
		});
		expect([403, 422]).toContain(answered.status);
		expect(answered.body.token).toBeUndefined();
	});

	it("is issued for the session's user, whatever the body says", async () => {
		const { body } = await callApi("PUT", inPath(thiefMail()), {
			headers: { Origin: origin, Cookie: thief.cookie },
			body: { email: victim.email, name: victim.name, role: "admin", sid: "x", id: victim.id },
		});
		const other = `/user?email=${encodeURIComponent(victim.email)}`;
		expect((await callApi("GET", other, { token: body.token })).status).toBe(403);
		expect((await callApi("GET", "/user", { token: body.token })).status).toBe(403);
	});

	function everyByte(text: string): string {
		return [...new TextEncoder().encode(text)]
			.map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
			.join("");
	}
});

describe("whether an e-mail has an account", () => {
	it.each<[string, (email: string) => Promise<ApiResponse>]>([
		["a profile", (email) => callAsThief("GET", `/user?email=${email}`)],
		["the administrator's flag", (email) => callAsThief("GET", `/admin/${email}`)],
		["orders", (email) => callAsThief("GET", `/order?email=${email}`)],
		["a change of profile", (email) => callAsThief("PUT", `/user/update/${email}`, { phone: "1" })],
		["making an administrator", (email) => callAsThief("PUT", `/user/admin/${email}`)],
		["removing an administrator", (email) => callAsThief("PUT", `/user/removeAdmin/${email}`)],
		[
			"a token",
			(email) =>
				callApi("PUT", `/user/${email}`, {
					headers: { Origin: origin, Cookie: thief.cookie },
					body: {},
				}),
		],
	])("is not revealed by %s", async (_, attack) => {
		const known = await attack(encodeURIComponent(victim.email));
		const unknown = await attack(encodeURIComponent(newEmail()));
		expect(known.status).toBe(403);
		expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
		expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
	});
});
