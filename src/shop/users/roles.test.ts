import { expect, it } from "vitest";
import { isPermission, may, permissions, roleOf, roles } from "./roles.ts";

it.each([
	["user", null, "user"],
	["user", "packer", "packer"],
	["user", "manager", "manager"],
	["admin", "packer", "admin"],
	["admin", null, "admin"],
	[null, undefined, "user"],
	["user", "admin", "user"],
	["user", "owner", "user"],
])("the columns %s and %s are the role %s", (role, staffRole, expected) => {
	expect(roleOf(role, staffRole)).toBe(expected);
});

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
