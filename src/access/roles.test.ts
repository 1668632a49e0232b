import { expect, it } from "vitest";
import { isPermission, may, permissions, roles } from "./roles.ts";

it.each([
	["user", []],
	["packer", ["shipping"]],
	["manager", ["history", "sales", "products", "orders", "reviews", "shipping"]],
	["admin", Object.keys(permissions)],
	[undefined, []],
])("%s may do %j", (role, expected) => {
	const known = roles.find((one) => one === role);
	expect(Object.keys(permissions).filter((one) => isPermission(one) && may(known, one))).toEqual(
		expected,
	);
});

it("a word that objects have is no permission", () => {
	expect(["admin", "toString", "owner"].filter(isPermission)).toEqual(["admin"]);
});
