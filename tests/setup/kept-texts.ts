/** Keeps the texts behind the hashes of snapshots in .generated/texts: tests/helpers/hashed-texts.ts. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KeepTexts } from "../helpers/hashed-texts.ts";

const folder = join(import.meta.dirname, "../../.generated/texts");

export const keepTexts: KeepTexts = async (texts, wanted) => {
	mkdirSync(folder, { recursive: true });
	const fileOf = (hash: string) => join(folder, `${hash}.json`);
	for (const [hash, parts] of Object.entries(texts))
		if (!existsSync(fileOf(hash))) writeFileSync(fileOf(hash), JSON.stringify(parts));
	const kept = wanted.filter((hash) => hash !== "" && existsSync(fileOf(hash)));
	return Object.fromEntries(
		kept.map((hash) => [hash, JSON.parse(readFileSync(fileOf(hash), "utf8"))]),
	);
};

/** The same for tests on workerd, as a service. */
export async function answerKeptTexts(request: Request): Promise<Response> {
	const [texts, wanted] = (await request.json()) as Parameters<KeepTexts>;
	return Response.json(await keepTexts(texts, wanted));
}
