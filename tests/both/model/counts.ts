/** How often each action ran and did something: a weight that makes nothing proves nothing. */
import { expect } from "vitest";
import type { ApiResponse } from "../../helpers/shop.ts";
import { type Fault, withFault } from "./faults.ts";

interface Count {
	ran: number;
	worked: number;
}

const counts = new Map<string, Count>();
const statuses = new Map<number | "crashed", number>();

function countOf(action: string): Count {
	const count = counts.get(action) ?? { ran: 0, worked: 0 };
	counts.set(action, count);
	return count;
}

export function countRun(action: string): void {
	countOf(action).ran += 1;
}

export function countWorked(action: string): void {
	countOf(action).worked += 1;
}

/** The response of a call that did not crash. Only a database fault may cause a 500. */
export async function callUnderFault(
	fault: Fault,
	makeCall: () => Promise<ApiResponse>,
): Promise<ApiResponse | undefined> {
	const response = await withFault(fault, makeCall);
	const status = response === "crashed" ? response : response.status;
	statuses.set(status, (statuses.get(status) ?? 0) + 1);
	if (response === "crashed") return undefined;
	if (fault.kind !== "db-error")
		expect(response.status, JSON.stringify(response.body)).not.toBe(500);
	return response;
}

/** One line for each action: how often it ran, and did something. */
export function describeCounts(): string {
	const lines = [...counts]
		.sort(([, one], [, other]) => other.worked - one.worked)
		.map(([name, { ran, worked }]) => `  ${name}: ${ran} ran, ${worked} worked`);
	return [...lines, `  statuses: ${JSON.stringify(Object.fromEntries(statuses))}`].join("\n");
}

/** Fails if an action did too little in this many steps: `perThousand` is its minimum by name. */
export function expectAllWorked(
	steps: number,
	names: readonly string[],
	perThousand: Record<string, number>,
): void {
	const tooFew = names.filter((name) => {
		const minimum = Math.floor((steps / 1000) * (perThousand[name] ?? 1));
		return (counts.get(name)?.worked ?? 0) < Math.max(minimum, 1);
	});
	expect(tooFew, "actions that did too little").toEqual([]);
}
