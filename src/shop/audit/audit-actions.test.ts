import { expect, it } from "vitest";
import {
	actionsOf,
	auditActions,
	auditKinds,
	firstActions,
	isLaterAction,
	laterActions,
} from "./audit-actions.ts";

it("every action came first or later", () => {
	expect(auditActions.filter(isLaterAction)).toEqual(Object.keys(laterActions));
	expect(auditActions.filter((action) => !isLaterAction(action))).toEqual(firstActions);
});

it("every first action is of one kind", () => {
	expect(auditKinds.flatMap(actionsOf)).toEqual(firstActions);
	expect(actionsOf("review")).toEqual(["review.replaced", "review.deleted"]);
});
