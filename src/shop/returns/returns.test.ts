import { expect, it } from "vitest";
import { readReceived } from "./return-forms.ts";
import { nextState, returnStates, statesFor } from "./return-states.ts";
import { hasWithdrawalLink, readReturn, withdrawalEnd } from "./returns.ts";
import { readWithdrawal } from "./withdrawal.ts";

it("goes on only from the states of its drawing, and nothing leaves its last ones", () => {
	expect(statesFor("approve")).toEqual(["asked"]);
	expect(statesFor("receive")).toEqual(["approved"]);
	expect(statesFor("refund")).toEqual(["received"]);
	expect(statesFor("close")).toEqual(["asked", "approved", "received"]);
	const actions = [
		"approve",
		"reject",
		"receive",
		"refund",
		"exchange",
		"credit",
		"close",
	] as const;
	for (const state of ["rejected", "closed"] as const)
		for (const action of actions) expect(nextState(state, action)).toBeUndefined();
	expect(
		returnStates.filter((state) => actions.some((action) => nextState(state, action))),
	).toEqual(["asked", "approved", "received"]);
});

it("reads what a customer sends back, and says what is missing", () => {
	const read = (form: Record<string, string>) => readReturn(new URLSearchParams(form), ["a", "b"]);
	expect(read({ "pieces-a": "2", "pieces-b": "0", "pieces-c": "1", reason: "damaged" })).toEqual({
		asked: {
			kind: "return",
			reason: "damaged",
			note: "",
			name: "",
			lines: [{ lineId: "a", quantity: 2 }],
		},
	});
	expect(read({ "pieces-a": "-1", reason: "damaged" })).toHaveProperty("problem");
	expect(read({ "pieces-a": "1.5", reason: "damaged" })).toHaveProperty("problem");
	expect(read({ "pieces-a": "1", reason: "bored" })).toHaveProperty("problem");
});

it("puts back what is as new, unless staff say otherwise, and never more than arrived", () => {
	const read = (restocked: string, condition: string, received = "2") => {
		const sent = { "received-a": received, "condition-a": condition, "restocked-a": restocked };
		const result = readReceived(new URLSearchParams(sent), [{ lineId: "a", quantity: 2 }]);
		return "fields" in result ? Object.keys(result.fields) : result.output[0]?.restocked;
	};
	expect([read("", "as_new"), read("", "opened"), read("1", "opened")]).toEqual([2, 0, 1]);
	expect(read("9", "as_new")).toEqual(["restocked-a"]);
	expect(read("", "new", "3")).toEqual(["received-a", "condition-a"]);
});

it("knows when a withdrawal is in time: until 14 days after the last part was shipped, and before that always", () => {
	const day = (n: number) => ({ shippedAt: new Date(Date.UTC(2026, 0, n)) });
	expect(withdrawalEnd([day(1), { shippedAt: null }])).toBeUndefined();
	expect(withdrawalEnd([day(1), day(3)])).toEqual(new Date(Date.UTC(2026, 0, 18)));
});

it("an order has the link to withdraw for longer than any period can last, and as long as something is to be shipped", () => {
	const [never, first] = [null, new Date(Date.UTC(2026, 0, 1))];
	const line = { shippedAt: never, cancelledAt: never, refundedAt: never };
	const shipped = { ...line, shippedAt: first };
	const [inTime, late] = [Date.UTC(2027, 11, 31), Date.UTC(2028, 0, 1)];
	expect([inTime, late].map((now) => hasWithdrawalLink([shipped], now))).toEqual([true, false]);
	expect(hasWithdrawalLink([shipped, line], late)).toBe(true);
	expect(hasWithdrawalLink([shipped, { ...line, cancelledAt: first }], late)).toBe(false);
	expect(hasWithdrawalLink([shipped, { ...line, refundedAt: first }], late)).toBe(false);
});

it("reads a withdrawal by the order's number and e-mail, from all of it or a part", () => {
	const form = {
		number: " #1001 ",
		email: "Ada@Example.test",
		name: "Ada",
		scope: "all",
		items: "x",
	};
	expect(readWithdrawal(new URLSearchParams(form))).toEqual({
		withdrawal: { number: 1001, email: "ada@example.test", name: "Ada", note: "" },
	});
	const wrong = readWithdrawal(
		new URLSearchParams({ number: "abc", email: "no", name: "", scope: "some", items: " " }),
	);
	expect(Object.keys("problems" in wrong ? wrong.problems : {}).toSorted()).toEqual([
		"email",
		"items",
		"name",
		"number",
	]);
});
