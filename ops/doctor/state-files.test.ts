import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { objectFile, openStateFiles } from "./state-files.ts";
import { UnavailableError } from "./target.ts";

const names = { database: "00000000-0000-0000-0000-000000000000", bucket: "cogsmith-media" };

/** A state folder as the runtime stores it, with the runtime's own connections, which have no timeout. */
function openState() {
	const persist = mkdtempSync(join(tmpdir(), "cogsmith-doctor-"));
	const open = (folder: string, kind: string, name: string) => {
		const file = objectFile(persist, folder, kind, name);
		mkdirSync(dirname(file), { recursive: true });
		const store = new DatabaseSync(file);
		store.exec("pragma journal_mode = wal; pragma busy_timeout = 0");
		onTestFinished(() => store.close());
		return store;
	};
	onTestFinished(() => rmSync(persist, { recursive: true }));
	const shop = open("d1", "miniflare-D1DatabaseObject", names.database);
	shop.exec("create table tools (id text primary key)");
	const bucket = open("r2", "miniflare-R2BucketObject", names.bucket);
	bucket.exec("create table _mf_objects (key text primary key, uploaded integer)");
	const files = openStateFiles(persist, names);
	onTestFinished(files.close);
	return { persist, shop, bucket, files };
}

describe("the files of a running shop", () => {
	it("are named as the runtime names them", () => {
		expect(objectFile("", "d1", "miniflare-D1DatabaseObject", names.database)).toBe(
			"d1/miniflare-D1DatabaseObject/9ba2b04bf514d9facfd57ed57d849e77241a7adc99d1c1545d06688b43d84248.sqlite",
		);
	});

	it("show exactly the committed rows", async () => {
		const { shop, files } = openState();
		shop.exec("insert into tools values ('saw')");
		expect(await files.query("select id from tools")).toMatchObject([{ id: "saw" }]);
		shop.exec("begin; insert into tools values ('file')");
		expect(await files.query("select count(*) as n from tools")).toMatchObject([{ n: 1 }]);
		shop.exec("commit");
		expect(await files.query("select count(*) as n from tools")).toMatchObject([{ n: 2 }]);
	});

	it("are never locked or changed", async () => {
		const { shop, files } = openState();
		const reading = Array.from({ length: 50 }, () => files.query("select count(*) from tools"));
		for (let n = 0; n < 50; n += 1) shop.exec(`insert into tools values ('${n}')`);
		await Promise.all(reading);
		await expect(files.query("delete from tools")).rejects.toThrow("readonly");
		expect(shop.prepare("select count(*) as n from tools").get()).toEqual({ n: 50 });
	});

	it("list the images", () => {
		const { bucket, files } = openState();
		const key = "a".repeat(32);
		bucket.exec(`insert into _mf_objects values ('${key}', 7), ('variant', 8)`);
		expect([...files.bucket()]).toEqual([[key, 7]]);
	});

	it("of a stopped shop are changed in one transaction", () => {
		const { shop, files } = openState();
		const broken = ["insert into tools values ('saw')", "insert into none values (1)"];
		expect(() => files.execute(broken)).toThrow("no such table");
		expect(shop.prepare("select count(*) as n from tools").get()).toEqual({ n: 0 });
		expect(files.execute(["insert into tools values ('a'), ('b')"])).toBe(2);
	});

	it("are missing if there is no shop", () => {
		const { persist } = openState();
		expect(() => openStateFiles(persist, { ...names, database: "other" })).toThrow(
			UnavailableError,
		);
	});
});
