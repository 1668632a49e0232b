import { expect, it } from "vitest";
import { version } from "../../package.json";
import { ask } from "./shop.ts";

it("GET /health says that everything works, and which version this is", async () => {
	const { status, body } = await ask("GET", "/health");
	expect(status).toBe(200);
	expect(body).toEqual({ ok: true, version, database: true, images: true, payments: true });
});
