import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { blockReasonRequired } from "../../messages/customers.ts";
import { encodeCursor } from "../../values/paging.ts";
import { blockChange, customerSorts, parseCustomerQuery } from "./customers.ts";

const parse = (query: string) => parseCustomerQuery(new URL(`https://shop.example/x${query}`));
const cursor = { value: 5, id: "user" };

describe("the address of the list of customers", () => {
	it("asks for the newest without parameters", () => {
		expect(parse("")).toEqual({ q: "", sort: "newest", cursor: undefined });
	});

	it.each(customerSorts)("sorts by %s", (sort) => {
		expect(parse(`?sort=${sort}`).sort).toBe(sort);
	});

	it("sorts what is found by a search by newest, as any unknown sort", () => {
		const [other] = customerSorts.filter((sort) => sort !== "newest");
		expect(parse(`?q=ada&sort=${other}`)).toMatchObject({ q: "ada", sort: "newest" });
		expect(parse("?sort=name;drop").sort).toBe("newest");
	});

	it("searches for at most 100 characters, without spaces around them", () => {
		expect(parse(`?q=%20${"a".repeat(101)}`).q).toBe("a".repeat(100));
		expect(parse("?q=%20&sort=newest").q).toBe("");
	});

	it("has a page", () => {
		expect(parse(`?cursor=${encodeCursor(cursor)}`).cursor).toEqual(cursor);
		expect(parse("?cursor=x").cursor).toBeUndefined();
	});
});

describe("blocking an account", () => {
	it.each([
		[{ blocked: true }, { reason: blockReasonRequired }],
		[{ blocked: true, reason: " " }, { reason: blockReasonRequired }],
		[{ blocked: true, reason: "Sends spam" }, {}],
		[{ blocked: false }, {}],
	])("%j has the errors %j", (change, expected) => {
		const { issues = [] } = v.safeParse(blockChange, change);
		const errors = issues.map((issue) => [v.getDotPath(issue), issue.message]);
		expect(Object.fromEntries(errors)).toEqual(expected);
	});

	it("with something else than a decision is wrong there alone", () => {
		const { issues = [] } = v.safeParse(blockChange, { blocked: "yes" });
		expect(issues.map((issue) => v.getDotPath(issue))).toEqual(["blocked"]);
	});
});
