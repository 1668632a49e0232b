import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { root } from "../../local/settings.ts";
import { healthyShop, imageKey } from "../doctor/testing.ts";
import { type BackupSource, backUp, reportOf } from "./backup.ts";

const migrations = readdirSync(join(root, "migrations"))
	.filter((name) => name.endsWith(".sql"))
	.toSorted();

function emptyShop(): DatabaseSync {
	const db = new DatabaseSync(":memory:");
	onTestFinished(() => db.close());
	for (const name of migrations) db.exec(readFileSync(join(root, "migrations", name), "utf8"));
	return db;
}

/** A shop with a few rows and an image, and the folder of its backups. */
function openShop() {
	const db = healthyShop();
	db.exec("create table d1_migrations (id integer primary key, name text)");
	for (const name of migrations)
		db.prepare("insert into d1_migrations (name) values (?)").run(name);
	// The fixture's lines are older than orders.
	const image = Buffer.from("an image");
	const key = createHash("sha256").update(image).digest("hex").slice(0, 32);
	db.exec(`update images set key = '${key}'`);
	db.exec("update tools set description = 'It''s sharp\nand\r\nlong; DROP'");
	const folder = mkdtempSync(join(tmpdir(), "cogsmith-backup-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const reads: string[] = [];
	const source: BackupSource = {
		query: async (sql) => db.prepare(sql).all(),
		execute: async (statements) => {
			for (const sql of statements) db.exec(sql);
			return 1;
		},
		readImage: async (one) => {
			reads.push(one);
			return one === key ? image : undefined;
		},
	};
	return { db, folder, source, key, reads };
}

it("restores every row, search tables and triggers included, and tells the shop", async () => {
	const { db, folder, source, key } = openShop();
	const now = new Date("2026-11-23T01:02:03Z");
	const backup = await backUp(source, folder, now);
	expect(backup).toMatchObject({ images: 1, imagesCopied: 1, problems: [] });
	expect(readFileSync(join(folder, "images", key), "utf8")).toBe("an image");
	const list = JSON.parse(readFileSync(join(folder, "images.json"), "utf8"));
	expect(list).toEqual([{ key, file: relative(root, join(folder, "images", key)) }]);
	const restored = emptyShop();
	restored.exec(`begin; ${readFileSync(backup.file, "utf8")} commit`);
	for (const table of ["tools", "order_lines", "orders", "users", "reviews", "shop_counts"]) {
		const sql = `select * from ${table}`;
		expect(restored.prepare(sql).all(), table).toEqual(db.prepare(sql).all());
	}
	const found = restored.prepare("select rowid from tools_search where tools_search match 'Saw'");
	expect(found.all()).toHaveLength(1);
	const triggers = "select name, sql from sqlite_master where type = 'trigger' order by name";
	expect(restored.prepare(triggers).all()).toEqual(emptyShop().prepare(triggers).all());
	expect(db.prepare("select * from backups").all()).toEqual([
		{
			created_at: now.getTime(),
			bytes: backup.bytes,
			tables: backup.tables,
			rows: backup.rows,
			images: 1,
			images_copied: 1,
		},
	]);
});

it("has no statement that is too long for D1, whatever alphabet a shop writes in", async () => {
	const { db, folder, source } = openShop();
	const description = "工".repeat(2000);
	db.exec(
		`with recursive n(n) as (select 1 union all select n + 1 from n where n < 60) insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) select 'wide' || n, 'Wide', '${description}', '/images/none', 1, 1, 1, 100, 1, 1 from n`,
	);
	const { file } = await backUp(source, folder);
	const longest = Math.max(
		...readFileSync(file, "utf8")
			.split("\n")
			.map((line) => Buffer.byteLength(line)),
	);
	expect(longest).toBeGreaterThan(50_000);
	expect(longest).toBeLessThan(100_000);
});

it("is for the eyes of whoever makes it", async () => {
	const { folder, source } = openShop();
	const { file } = await backUp(source, join(folder, "new"));
	expect(statSync(dirname(file)).mode & 0o077).toBe(0);
});

it("copies only new images, and names those that it can't", async () => {
	const { db, folder, source, reads } = openShop();
	await backUp(source, folder, new Date(1000));
	db.exec(
		`insert into images (key, type, bytes, width, height, created_at) values ('${imageKey("c")}', 'image/webp', 1, 1, 1, 1)`,
	);
	reads.length = 0;
	const backup = await backUp(source, folder, new Date(2000));
	const { images, imagesCopied, problems } = backup;
	expect(reportOf("local", backup).status).toBe(1);
	expect(reads).toEqual([imageKey("c")]);
	expect({ images, imagesCopied }).toEqual({ images: 1, imagesCopied: 0 });
	expect(problems).toEqual([`Image ${imageKey("c")} is not in the bucket`]);
});

it("is whole if the shop can't be told of it", async () => {
	const { folder, source } = openShop();
	const execute = async () => {
		throw new Error("The shop at http://localhost:8787 is not the one in this folder.");
	};
	const backup = await backUp({ ...source, execute }, folder);
	expect(backup).toMatchObject({ images: 1, problems: [] });
	const { output, status } = reportOf("local", backup);
	expect(output).toMatch(
		/not the one in this folder\. If the shop runs on another port, set PORT\.$/,
	);
	expect(status).toBe(0);
	expect(readFileSync(backup.file, "utf8")).toContain("INSERT INTO");
});

it("is none if a row refers to a missing one, or the schema is not known", async () => {
	const { db, folder, source } = openShop();
	db.exec("update reviews set user_id = 'nobody'");
	await expect(backUp(source, folder)).rejects.toThrow("FOREIGN KEY");
	db.exec("insert into d1_migrations (name) values ('9999_later.sql')");
	await expect(backUp(source, folder)).rejects.toThrow("9999_later.sql");
	expect(db.prepare("select * from backups").all()).toEqual([]);
});
