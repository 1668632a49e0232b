import { describe, expect, it, onTestFinished } from "vitest";
import type { StripeEvent } from "./objects.ts";
import { type ListQuery, Store, type StoredResponse } from "./store.ts";

/** An object of the kind event; only what stores read. */
const event = (id: string, created = 0) => ({ id, object: "event", created }) as StripeEvent;

const response = (key: string, createdMs: number): StoredResponse => ({
	key,
	requestId: "req_1",
	endpoint: "/v1/refunds",
	params: "hash",
	status: 200,
	body: "{}",
	createdMs,
});

describe("the store", () => {
	function openTestStore(): Store {
		const store = new Store(":memory:");
		onTestFinished(() => store.close());
		return store;
	}

	it("finds an object by kind and id, as it was last saved", () => {
		const store = openTestStore();
		const object = event("evt_1", 1);
		store.save(object, "label", "private");
		object.created = 2;
		expect(store.find("event", "evt_1")).toEqual(event("evt_1", 1));
		expect(store.find("charge", "evt_1")).toBeUndefined();
		expect(store.findAny("evt_1")).toEqual(event("evt_1", 1));
		expect(store.findAny("evt_2")).toBeUndefined();
		store.save(object);
		expect(store.find("event", "evt_1")).toEqual(event("evt_1", 2));
		expect([store.privateDataOf("evt_1"), store.privateDataOf("evt_2")]).toEqual(["private", ""]);
	});

	it("lists objects by label, time and cursor", () => {
		const store = openTestStore();
		for (const [n, label] of ["a", "b", "a", "c", "a"].entries()) {
			store.save(event(`evt_${n}`, 10 * n), label);
		}
		store.save({ ...event("pm_1"), object: "payment_method" } as never, "a");
		const list = (query: Partial<ListQuery>) =>
			store
				.list({ kind: "event", labels: [], created: [], limit: 10, ...query })
				.map(({ id }) => id.slice(4))
				.join("");
		expect(list({})).toBe("43210");
		expect(list({ limit: 2 })).toBe("43");
		expect(list({ labels: ["a"] })).toBe("420");
		expect(list({ labels: ["c", "b", "c"] })).toBe("31");
		expect(list({ labels: ["d"] })).toBe("");
		expect(list({ after: "evt_3" })).toBe("210");
		expect(list({ before: "evt_2" })).toBe("34");
		expect(list({ after: "evt_4", before: "evt_0", limit: 2 })).toBe("12");
		expect(list({ labels: ["a"], after: "evt_4", limit: 1 })).toBe("2");
		expect(list({ created: [["=", 20]] })).toBe("2");
		expect(
			list({
				created: [
					[">", 10],
					["<", 40],
				],
			}),
		).toBe("32");
		expect(
			list({
				created: [
					[">=", 10],
					["<=", 20],
				],
			}),
		).toBe("21");
	});

	it("undoes a transaction that throws, and that alone", () => {
		const store = openTestStore();
		store.save(event("evt_1", 1));
		store.saveSetting("name", "before");
		const first = store.addDelivery("evt_1", "pending", 5);
		const fail = () =>
			store.transaction(() => {
				store.save(event("evt_1", 2));
				store.save(event("evt_2"), "label");
				store.saveSetting("name", "after");
				store.saveSetting("other", "after");
				store.saveResponse(response("key", 5));
				store.recordAttempt(first, "delivered", 1, 6);
				store.addDelivery("evt_2", "pending", 5);
				throw new Error("undo");
			});
		expect(fail).toThrow("undo");
		expect(store.find("event", "evt_1")?.created).toBe(1);
		expect(store.list({ kind: "event", labels: [], created: [], limit: 10 })).toHaveLength(1);
		expect(store.list({ kind: "event", labels: ["label"], created: [], limit: 10 })).toEqual([]);
		expect([store.setting("name"), store.setting("other")]).toEqual(["before", undefined]);
		expect(store.findResponse("key", 0)).toBeUndefined();
		expect(store.dueDeliveries(9, 9)).toMatchObject([{ seq: first, event: "evt_1", attempts: 0 }]);
		expect(store.transaction(() => store.addDelivery("evt_1", "held", 5))).toBe(first + 1);
		expect(store.countOpenDeliveries("evt_1")).toBe(2);
	});

	it("forgets the responses of keys before a time", () => {
		const store = openTestStore();
		store.saveResponse(response("old", 1));
		store.saveResponse(response("new", 2));
		expect(store.findResponse("old", 1)).toEqual(response("old", 1));
		expect(store.findResponse("new", 2)).toEqual(response("new", 2));
		expect(store.findResponse("old", 1)).toBeUndefined();
	});

	it("returns pending deliveries when they are due, held ones once they are released", () => {
		const store = openTestStore();
		const [late, early, held] = [
			store.addDelivery("evt_1", "pending", 20),
			store.addDelivery("evt_2", "pending", 10),
			store.addDelivery("evt_1", "held", 0),
		];
		const due = (now: number, limit = 9) => store.dueDeliveries(now, limit).map(({ seq }) => seq);
		expect([due(9), due(10), due(20), due(20, 1)]).toEqual([[], [early], [early, late], [early]]);
		expect([store.nextDueMs(0), store.nextDueMs(10), store.nextDueMs(20)]).toEqual([
			10,
			20,
			undefined,
		]);
		expect(store.heldDeliveries().map(({ seq }) => seq)).toEqual([held]);
		expect(store.countOpenDeliveries("evt_1")).toBe(2);
		store.releaseDelivery(held, 5, early);
		expect([store.heldDeliveries(), due(10)]).toEqual([[], [early]]);
		store.recordAttempt(early, "pending", 1, 30);
		expect(due(20)).toEqual([held, late]);
		store.recordAttempt(held, "delivered", 1, 40);
		store.recordAttempt(late, "given_up", 20, 40);
		expect([due(40), store.countOpenDeliveries("evt_1")]).toEqual([[early], 0]);
		store.restartDeliveries(25);
		expect(store.dueDeliveries(25, 9)).toMatchObject([{ seq: early, event: "evt_2", attempts: 0 }]);
	});
});
