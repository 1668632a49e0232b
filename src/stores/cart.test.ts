import { type PersistentListener, setPersistentEngine } from "@nanostores/persistent";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type CartLine, cartEvent, cartKey, savedKey } from "../shop/carts/cart-lines.ts";

const line = (toolId: string, quantity = 1, price = 12.5): CartLine => ({
	toolId,
	quantity,
	price,
});

/** A browser's storage as far as the cart uses it: keys are properties too. */
class FakeStorage {
	[key: string]: unknown;
	getItem(key: string) {
		return Object.hasOwn(this, key) ? this[key] : null;
	}
	setItem(key: string, value: string) {
		this[key] = value;
	}
}

const fullStorage = (stored: object) =>
	new Proxy(Object.assign(new FakeStorage(), stored), {
		set: () => {
			throw new DOMException("full", "QuotaExceededError");
		},
	});

/** A page with this storage; without any, reading it throws, as where the user has disabled it. */
async function openPage(storage?: object) {
	const page = new EventTarget();
	vi.resetModules();
	vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
	vi.stubGlobal("dispatchEvent", page.dispatchEvent.bind(page));
	Object.defineProperty(globalThis, "localStorage", {
		configurable: true,
		get: () => {
			if (!storage) throw new DOMException("disabled", "SecurityError");
			return storage;
		},
	});
	// What the package does when it is loaded, which happens once for all pages of this test.
	const listeners = new Set<PersistentListener>();
	setPersistentEngine((storage ?? {}) as Record<string, string>, {
		addEventListener: (_, listener) => listeners.add(listener),
		removeEventListener: (_, listener) => listeners.delete(listener),
	});
	/** Delivers the storage event of another tab. */
	const storeInOtherTab = (lines: CartLine[]) => {
		for (const listener of listeners) listener({ key: cartKey, newValue: JSON.stringify(lines) });
	};
	const announced = vi.fn();
	page.addEventListener(cartEvent, announced);
	const cart = await import("./cart.ts");
	const saved = await import("./saved.ts");
	const { addToCart, putInCart } = await import("../shop/carts/change-cart.ts");
	const { readCart } = await import("../shop/carts/cart-storage.ts");
	return { ...cart, ...saved, addToCart, putInCart, readCart, storeInOtherTab, announced };
}

const stored = (...lines: CartLine[]) =>
	Object.assign(new FakeStorage(), { [cartKey]: JSON.stringify(lines) });

const originalStorage = Object.getOwnPropertyDescriptor(globalThis, "localStorage");

afterEach(() => {
	vi.unstubAllGlobals();
	vi.resetModules();
	if (originalStorage) Object.defineProperty(globalThis, "localStorage", originalStorage);
	else Reflect.deleteProperty(globalThis, "localStorage");
});

describe("the cart of an island", () => {
	it("is what is stored, and empty if that is garbage", async () => {
		expect((await openPage(stored(line("a", 2)))).$cart.get()).toEqual([line("a", 2)]);
		const garbage = Object.assign(new FakeStorage(), { [cartKey]: '{"lines":' });
		expect((await openPage(garbage)).$cart.get()).toEqual([]);
		expect((await openPage(new FakeStorage())).$cart.get()).toEqual([]);
	});

	it("stores a quantity, an accepted price and a removal, and tells the page", async () => {
		const storage = stored(line("a"), line("b"), line("c"));
		const { $cart, setQuantity, acceptPrice, removeLine, announced } = await openPage(storage);
		expect(setQuantity("a", 4)).toBe(true);
		expect(acceptPrice("b", 13)).toBe(true);
		expect(removeLine("c")).toBe(true);
		const lines = [line("a", 4), line("b", 1, 13)];
		expect($cart.get()).toEqual(lines);
		expect(storage[cartKey]).toBe(JSON.stringify(lines));
		expect(announced).toHaveBeenCalledTimes(3);
	});

	it("puts a removed line back in its place, unless it was added again or the cart is full", async () => {
		const { $cart, removeLine, restoreLine } = await openPage(
			stored(line("a"), line("b", 3), line("c")),
		);
		removeLine("b");
		restoreLine(line("b", 3), 1);
		restoreLine(line("b", 3), 1);
		expect($cart.get()).toEqual([line("a"), line("b", 3), line("c")]);
		const fifty = Array.from({ length: 50 }, (_, n) => line(`tool-${n}`));
		const full = await openPage(stored(...fifty));
		full.restoreLine(line("b"), 1);
		expect(full.$cart.get()).toEqual(fifty);
	});

	it("changes what another tab has stored a moment ago", async () => {
		const storage = stored(line("a"));
		const { $cart, setQuantity } = await openPage(storage);
		storage.setItem(cartKey, JSON.stringify([line("a"), line("b")]));
		setQuantity("a", 2);
		expect($cart.get()).toEqual([line("a", 2), line("b")]);
	});

	it("does not bring back a line that another tab has removed", async () => {
		const storage = stored(line("a"), line("b"));
		const { $cart, setQuantity } = await openPage(storage);
		storage.setItem(cartKey, JSON.stringify([line("b")]));
		setQuantity("a", 2);
		expect($cart.get()).toEqual([line("b")]);
	});

	it("follows other tabs", async () => {
		const { $cart, storeInOtherTab } = await openPage(stored(line("a")));
		const stop = $cart.listen(() => {});
		storeInOtherTab([line("b")]);
		expect($cart.get()).toEqual([line("b")]);
		stop();
	});

	it("stays as it was if storage is full", async () => {
		const { $cart, setQuantity } = await openPage(fullStorage(stored(line("a"))));
		expect(setQuantity("a", 2)).toBe(false);
		expect($cart.get()).toEqual([line("a")]);
	});

	it("is empty if storage is disabled, and nothing throws", async () => {
		const { $cart, removeLine, announced } = await openPage();
		expect($cart.get()).toEqual([]);
		expect(removeLine("a")).toBe(false);
		expect(announced).not.toHaveBeenCalled();
	});
});

describe("what is saved for later", () => {
	it("leaves the cart, newest first, and comes back with at most what is in stock", async () => {
		const storage = stored(line("a", 4), line("b"), line("c"));
		const { $cart, $saved, saveForLater, moveToCart } = await openPage(storage);
		expect(saveForLater(line("b"))).toBe(true);
		expect(saveForLater(line("a", 4))).toBe(true);
		expect($cart.get()).toEqual([line("c")]);
		expect(storage[savedKey]).toBe(JSON.stringify([line("a", 4), line("b")]));
		expect(moveToCart(line("a", 4, 13), 3)).toBeUndefined();
		expect($cart.get()).toEqual([line("c"), line("a", 3, 13)]);
		expect($saved.get()).toEqual([line("b")]);
	});

	it("stays where it is if the cart is full or nothing can be stored", async () => {
		const fifty = Array.from({ length: 50 }, (_, n) => line(`tool-${n}`));
		const full = await openPage(Object.assign(stored(...fifty), { [savedKey]: "[]" }));
		expect(full.moveToCart(line("a"), 9)).toBe("cartFull");
		const { $cart, saveForLater } = await openPage(fullStorage(stored(line("a"))));
		expect(saveForLater(line("a"))).toBe(false);
		expect($cart.get()).toEqual([line("a")]);
	});
});

describe("Add to cart", () => {
	it("stores the line and tells the page", async () => {
		const { addToCart, readCart, announced } = await openPage(new FakeStorage());
		expect(addToCart(line("a", 5), 9)).toBeUndefined();
		expect(readCart()).toEqual([line("a", 5)]);
		expect(announced).toHaveBeenCalledTimes(1);
	});

	it("says why it adds nothing", async () => {
		const fifty = Array.from({ length: 50 }, (_, n) => line(`tool-${n}`));
		const full = await openPage(stored(...fifty));
		expect(full.addToCart(line("a"), 9)).toBe("cartFull");
		const all = await openPage(stored(line("a", 9)));
		expect(all.addToCart(line("a"), 9)).toBe("cartHasAll");
		for (const storage of [fullStorage({}), undefined]) {
			const page = await openPage(storage);
			expect(page.addToCart(line("a"), 9)).toBe("cartNotStored");
			expect(page.readCart()).toEqual([]);
			expect(page.announced).not.toHaveBeenCalled();
		}
	});
});

describe("Go to checkout", () => {
	it("puts the tool into the cart with the quantity of the form, not in addition", async () => {
		const { putInCart, readCart } = await openPage(stored(line("a", 5), line("b")));
		expect(putInCart(line("a", 2))).toBeUndefined();
		expect(readCart()).toEqual([line("b"), line("a", 2)]);
	});

	it("says why it does not", async () => {
		const fifty = Array.from({ length: 50 }, (_, n) => line(`tool-${n}`));
		const full = await openPage(stored(...fifty));
		expect(full.putInCart(line("a"))).toBe("cartFull");
		expect(full.putInCart(line("tool-7", 3))).toBeUndefined();
		const disabled = await openPage();
		expect(disabled.putInCart(line("a"))).toBe("cartNotStored");
	});
});
