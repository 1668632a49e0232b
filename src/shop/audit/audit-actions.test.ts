import { expect, it } from "vitest";
import { actionsOf, auditActions, auditKinds } from "./audit-actions.ts";

it("every action is of one kind", () => {
	expect(auditKinds.flatMap(actionsOf).toSorted()).toEqual(auditActions.toSorted());
	expect(actionsOf("user")).toContain("message.resent");
});
